import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { printers } from '@artel/contract/printers/printers'
import type { PrintReason, PrintStatus } from '@artel/contract/printers/printers.line'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWords } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'

export type PrintFilters = BodyOf<typeof printers.prints>
export type PrintQuery = QueryOf<typeof printers.prints>

/** Staff see no prints of deleted supplies, as they do not see those supplies. */
const printRows = (db: Db, actor: Actor) => {
  const rows = db
    .from('prints')
    .innerJoin('supplies', (join) =>
      join
        .onRef('supplies.company_id', '=', 'prints.company_id')
        .onRef('supplies.id', '=', 'prints.supply_id'),
    )
    .select(['prints.id', 'prints.printer', 'prints.supply_id', 'supplies.number as supply_number'])
    .select(['prints.size', 'prints.status', 'prints.reason', 'prints.done', 'prints.is_stopping'])
    .select(['prints.created_at', 'prints.started_at', 'prints.ended_at'])
    .select('prints.count')
    .select(
      sql<number | null>`case when prints.count = 1 then (
        select boxes.number from supply_boxes as boxes
        where boxes.company_id = prints.company_id and boxes.id = prints.box_ids[1]
      ) end`.as('box_number'),
    )
    .select(personOf('prints.user_id').$notNull().as('user'))
  return isAdmin(actor) ? rows : rows.where('supplies.deleted_at', 'is', null)
}

export type PrintRow = Awaited<ReturnType<typeof listPrintRows>>['rows'][number]

export const findPrintRow = (db: Db, actor: Actor, id: number) =>
  printRows(db, actor).where('prints.id', '=', id).executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockPrintRow = (db: Db, id: number) =>
  db
    .from('prints')
    .select(['id', 'supply_id', 'printer', 'size', 'status', 'box_ids', 'done', 'is_stopping'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertPrint = async (db: Db, draft: Draft<'prints'>): Promise<number> =>
  (await db.insert('prints', draft).returning('id').executeTakeFirstOrThrow()).id

export const updatePrintRow = (db: Db, id: number, fields: Change<'prints'>) =>
  db.update('prints', fields).where('id', '=', id).execute()

/**
 * Locks the queues of the company's printers against new prints until the transaction ends, so that concurrent calls do
 * not count the same room.
 */
export async function lockQueues(db: Db): Promise<void> {
  await db.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`prints of company ${db.companyId}`}, 0))`,
  )
}

/** Counts the labels that the person has queued since an instant. */
export async function countQueued(db: Db, userId: number, since: string): Promise<number> {
  const row = await db
    .from('prints')
    .select(sumOf('count').as('labels'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.labels
}

/** Prints that wait for a printer: of everybody, and of one person. */
export async function countWaiting(
  db: Db,
  printer: string,
  userId: number,
): Promise<{ all: number; own: number }> {
  return db
    .from('prints')
    .select(sql<number>`count(*)`.as('all'))
    .select(sql<number>`count(*) filter (where user_id = ${userId})`.as('own'))
    .where('printer', '=', printer)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
}

type Queue = { printer: string; waiting: number; printing: number; reason: PrintReason | null }

/** The printers for which prints wait or print, with the reason of the oldest of these. */
export const findQueues = (db: Db) =>
  db.query(sql<Queue>`
    select printer, count(*) filter (where status = 'waiting') as waiting,
      count(*) filter (where status = 'printing') as printing, (array_agg(reason order by id))[1] as reason
    from prints where company_id = ${db.companyId} and status in ('waiting', 'printing')
    group by printer`)

const rank = sql`array_position('{waiting,printing,printed,failed,unknown,cancelled}', prints.status)`

const orderOf = ({ sort_by }: PrintQuery): Order => ({
  id: sql.ref('prints.id'),
  by: sort_by === 'id' ? null : sort_by === 'status' ? rank : sql.ref(`prints.${sort_by}`),
})

const filterRows = (db: Db, actor: Actor, filters: PrintFilters) =>
  applyFilters(printRows(db, actor), filters, {
    ids: (all, value) => all.where('prints.id', 'in', value),
    supply_id: (all, value) => all.where('prints.supply_id', 'in', [value].flat()),
    status: (all, value) => all.where('prints.status', 'in', [value].flat()),
    printer: (all, value) => all.where('prints.printer', 'in', [value].flat()),
    user_id: (all, value) => all.where('prints.user_id', 'in', [value].flat()),
    date_from: (all, value) => all.where('prints.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('prints.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(sql`prints.printer || ' ' || supplies.number`, value)),
  })

export const listPrintRows = (db: Db, actor: Actor, filters: PrintFilters, query: PrintQuery) =>
  findPage(db, filterRows(db, actor, filters), orderOf(query), query)

export const allPrintRows = (db: Db, actor: Actor, filters: PrintFilters, query: PrintQuery) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

export type ClaimedPrint = {
  id: number
  supply_id: number
  size: '58x40' | '75x120'
  language: 'ru' | 'en'
  box_ids: number[]
  done: number
  user_id: number
  reason: PrintReason | null
  blocked_at: string | null
}

/**
 * Claims the next print of a printer, unless one is on it. The unique index `prints_one_at_a_time` decides between
 * two processes that claim at the same time.
 */
export async function claimPrint(db: Db, printer: string): Promise<ClaimedPrint | undefined> {
  const at = nowIso()
  const [claimed] = await db.query(sql<ClaimedPrint>`
    update prints set status = 'printing', started_at = coalesce(started_at, ${at}), seen_at = ${at}
    where company_id = ${db.companyId} and id = (
      select id from prints
      where company_id = ${db.companyId} and printer = ${printer} and status = 'waiting'
        and not exists (
          select from prints as running
          where running.company_id = ${db.companyId} and running.printer = ${printer} and running.status = 'printing'
        )
      order by id limit 1 for update skip locked
    )
    returning id, supply_id, size, language, box_ids, done, user_id, reason, blocked_at`)
  return claimed
}

export type Progress = { is_stopping: boolean }

/**
 * Writes how far a print is, as a sign of life too. @returns undefined if this process no longer prints it
 */
export async function recordProgress(
  db: Db,
  id: number,
  fields: { sent?: number; done?: number; reason?: PrintReason | null; blocked_at?: string | null },
): Promise<Progress | undefined> {
  return db
    .update('prints', { ...fields, seen_at: nowIso() })
    .where('id', '=', id)
    .where('status', '=', 'printing')
    .returning('is_stopping')
    .executeTakeFirst()
}

/** Ends a print, or lets it wait again. Only a print that is on the printer changes. */
export async function leavePrinter(
  db: Db,
  id: number,
  status: PrintStatus,
  fields: Change<'prints'> = {},
): Promise<void> {
  const ended_at = status === 'waiting' ? null : nowIso()
  await db
    .update('prints', { ...fields, status, ended_at })
    .where('id', '=', id)
    .where('status', '=', 'printing')
    .execute()
}

/**
 * Prints whose process was last heard of before `before`. One whose labels are all accounted for waits again. Of any
 * other, nobody knows how many labels have come out. @returns their ids
 */
export async function releaseLost(db: Db, printer: string, before: string): Promise<number[]> {
  const at = nowIso()
  const rows = await db.query(sql<{ id: number }>`
    update prints set
      status = case when is_stopping then 'cancelled' when sent = done then 'waiting' else 'unknown' end,
      reason = case when is_stopping or sent = done then null else 'interrupted' end,
      ended_at = case when sent = done and not is_stopping then null else ${at}::timestamptz end
    where company_id = ${db.companyId} and printer = ${printer} and status = 'printing' and seen_at < ${before}
    returning id`)
  return rows.map(({ id }) => id)
}

/** Fails the prints that have waited for a printer since `before`, because it does not go on. @returns their ids */
export async function failWaiting(
  db: Db,
  printer: string,
  before: string,
  reason: PrintReason,
): Promise<number[]> {
  const rows = await db
    .update('prints', { status: 'failed', reason, ended_at: nowIso() })
    .where('printer', '=', printer)
    .where('status', '=', 'waiting')
    .where('created_at', '<', before)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** All printers of all companies for which prints wait or print. */
export async function findOpenQueues(root: Root): Promise<{ of: number; printer: string }[]> {
  const { rows } = await sql<{ of: number; printer: string }>`
    select distinct company_id as of, printer from prints where status in ('waiting', 'printing')`.execute(
    root,
  )
  return rows
}
