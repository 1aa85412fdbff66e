import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { MoySkladRun, moySklad } from '@artel/contract/moysklad/moysklad'
import type { MoySkladReason, MoySkladRunFailure } from '@artel/contract/moysklad/moysklad.line'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { applyFilters } from '../../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../../database/queries/list.ts'
import { personOf } from '../../../database/queries/person.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { syncKind } from '../moysklad.kinds.ts'

export type RunFilters = BodyOf<typeof moySklad.runs>
export type RunQuery = QueryOf<typeof moySklad.runs>

const counts = sql<MoySkladRun['counts']>`jsonb_build_object('created', moysklad_runs.created,
  'tied', moysklad_runs.tied, 'changed', moysklad_runs.changed, 'failed', moysklad_runs.failed,
  'gone', moysklad_runs.gone, 'stock', moysklad_runs.stock)`

const runRows = (db: Db) =>
  db
    .from('moysklad_runs')
    .select(['moysklad_runs.id', 'moysklad_runs.reason', 'moysklad_runs.state', 'moysklad_runs.progress'])
    .select(['moysklad_runs.failure', 'moysklad_runs.requests', 'moysklad_runs.limited'])
    .select(['moysklad_runs.started_at', 'moysklad_runs.finished_at'])
    .select(counts.as('counts'))
    .select(personOf('moysklad_runs.user_id').as('user'))

export const getRun = (db: Db, id: number): Promise<MoySkladRun> =>
  runRows(db).where('moysklad_runs.id', '=', id).executeTakeFirstOrThrow()

/** The active run, or else the last one. */
export const findLastRun = (db: Db): Promise<MoySkladRun | undefined> =>
  runRows(db).orderBy('moysklad_runs.id', 'desc').limit(1).executeTakeFirst()

/**
 * When the last run began that reads the changes of all parts; null: there was none. A run for messages reads only what
 * they name, so it does not count: where messages come all the time, lost ones would stay unnoticed.
 */
export async function findLastReading(db: Db): Promise<string | null> {
  const runs = db.from('moysklad_runs').select('started_at').where('reason', '!=', 'event')
  return (await runs.orderBy('id', 'desc').limit(1).executeTakeFirst())?.started_at ?? null
}

const isUnderWay = sql<boolean>`moysklad_runs.state in ('waiting', 'running')`

/** Locks the active run until the transaction ends. */
export const lockUnderWay = (db: Db) =>
  db.from('moysklad_runs').selectAll().where(isUnderWay).forUpdate().executeTakeFirst()

export type LockedRun = NonNullable<Awaited<ReturnType<typeof lockUnderWay>>>

/** @returns the id of the run; undefined if another run is active */
export async function insertRun(
  db: Db,
  reason: MoySkladReason,
  userId: number | null,
): Promise<number | undefined> {
  const [row] = await db.query(sql<{ id: number }>`
    insert into moysklad_runs (company_id, reason, user_id, started_at)
    values (${db.companyId}, ${reason}, ${userId}, ${nowIso()})
    on conflict (company_id) where state in ('waiting', 'running') do nothing
    returning id`)
  return row?.id
}

/** Ends a run, unless it has ended already. @returns whether this call has ended it */
export async function finishRun(
  db: Db,
  id: number,
  end: { state: 'done' | 'stopped' } | { state: 'failed'; failure: MoySkladRunFailure },
): Promise<boolean> {
  const ended = await db
    .update('moysklad_runs', { ...end, finished_at: nowIso() })
    .where('id', '=', id)
    .where(isUnderWay)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Takes a run from its worker, whose next transaction fails then. The job that is queued continues the run with
 * the present token and settings, because the worker has those from the beginning of its turn.
 */
export async function handOverRun(db: Db, id: number): Promise<void> {
  await db.update('moysklad_runs', { held_by: null, heard_at: null }).where('id', '=', id).execute()
  await queueJob(db, syncKind, { company_id: db.companyId })
}

function filterRows(db: Db, actor: Actor, filters: RunFilters) {
  return applyFilters(runRows(db), filters, {
    ids: (all, value) => all.where('moysklad_runs.id', 'in', value),
    state: (all, value) => all.where('moysklad_runs.state', 'in', [value].flat()),
    reason: (all, value) => all.where('moysklad_runs.reason', 'in', [value].flat()),
    date_from: (all, value) => all.where('moysklad_runs.started_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('moysklad_runs.started_at', '<', dayEnd(value, actor.timezone)),
    // A run has no text to search in.
    search: (all) => all.where(sql<boolean>`false`),
  })
}

const id = sql.ref('moysklad_runs.id')
const orders: Record<RunQuery['sort_by'], Order> = {
  id: { id, by: null },
  started_at: { id, by: sql.ref('moysklad_runs.started_at') },
}

type RequestCounts = [db: Db, actor: Actor, filters: RunFilters, query: RunQuery]

export const listRunRows = (...[db, actor, filters, query]: RequestCounts) =>
  findPage(db, filterRows(db, actor, filters), orders[query.sort_by], query)

/** All runs of the list, without paging. */
export const allRunRows = (...[db, actor, filters, query]: RequestCounts) =>
  sortRows(filterRows(db, actor, filters), orders[query.sort_by], query.direction)
