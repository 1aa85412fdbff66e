import type { MoySkladConnection } from '@artel/contract/moysklad'
import type { MoySkladPart } from '@artel/contract/moysklad.line'
import { type RawBuilder, sql } from 'kysely'
import { now, nowIso } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { deleteRows } from '../../database/upkeep.ts'

/** The one turn in which a company's connection is changed. */
export async function takeTurn(db: Db): Promise<void> {
  await db.company().select('id').forNoKeyUpdate().execute()
}

export const findConnection = (db: Db) => db.from('moysklad_connections').selectAll().executeTakeFirst()

/** Holds the row until the transaction ends; what is read from them can be written meanwhile. */
export const lockConnection = (db: Db) =>
  db.from('moysklad_connections').selectAll().forNoKeyUpdate().executeTakeFirst()

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

export async function insertConnection(
  db: Db,
  row: Draft<'moysklad_connections'>,
  parts: readonly MoySkladPart[],
): Promise<void> {
  await db.insert('moysklad_connections', row).execute()
  await db
    .insert(
      'moysklad_cursors',
      parts.map((part) => ({ part })),
    )
    .execute()
}

export async function updateConnection(db: Db, fields: Change<'moysklad_connections'>): Promise<void> {
  await db.update('moysklad_connections', fields).execute()
}

/** What was read and how far goes with it. */
export async function deleteConnection(db: Db): Promise<void> {
  await db.remove('moysklad_connections').execute()
}

export const findCursors = (db: Db) => db.from('moysklad_cursors').selectAll().execute()

export async function updateCursor(
  db: Db,
  part: MoySkladPart,
  fields: Change<'moysklad_cursors'>,
): Promise<void> {
  await db.update('moysklad_cursors', fields).where('part', '=', part).execute()
}

/** Theirs to choose from. */
export const findOrganizations = (db: Db): Promise<MoySkladConnection['organizations']> =>
  db.query(sql<MoySkladConnection['organizations'][number]>`
    select moy_sklad_id as id, title as name, data ->> 'inn' as inn from moysklad_items
    where company_id = ${db.companyId} and kind = 'organization' and gone_at is null
    order by title, id limit 200`)

/** It is taken, or is to be, but for fields that break a rule. */
export const isPartial = sql<boolean>`(failures <> '[]' and plan in ('create', 'tie', 'change', 'same'))`

type Counted = {
  kind: MoySkladPart
  items: number
  tied: number
  waiting: number
  failed: number
  partial: number
}

const ours = {
  organization: sql`legal_entities`,
  store: sql`warehouses`,
  product: sql`products`,
  employee: sql`users`,
} satisfies Partial<Record<MoySkladPart, RawBuilder<unknown>>>

/** Of each kind, what of theirs was read and where it stands. */
export function countItems(db: Db): Promise<Counted[]> {
  // One look into an index for each of ours: of tables that have just grown a join is planned as if they were small.
  const tied = Object.entries(ours).map(
    ([kind, table]) => sql`
      select ${kind} as kind, count(*) filter (where (
        select one.kind from moysklad_items as one
        where one.company_id = mine.company_id and one.moy_sklad_id = mine.moy_sklad_id and one.gone_at is null
      ) = ${kind}) as tied
      from ${table} as mine where mine.company_id = ${db.companyId} and mine.moy_sklad_id is not null`,
  )
  return db.query(sql<Counted>`
    with tied as (${sql.join(tied, sql` union all `)})
    select kind, count(*) as items, (select tied.tied from tied where tied.kind = one.kind) as tied,
      count(*) filter (where plan = 'ambiguous') as waiting, count(*) filter (where plan = 'invalid') as failed,
      count(*) filter (where ${isPartial}) as partial
    from moysklad_items as one
    where company_id = ${db.companyId} and gone_at is null
    group by kind`)
}

export async function countWaitingEvents(db: Db): Promise<number> {
  const row = await db
    .from('moysklad_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The company that an address for their messages is of. */
export const findByHook = (root: Root, digest: Buffer) =>
  root
    .selectFrom('moysklad_connections')
    .innerJoin('companies', 'companies.id', 'moysklad_connections.company_id')
    .select([
      'moysklad_connections.company_id',
      'moysklad_connections.state',
      'moysklad_connections.account_id',
      'companies.is_active',
    ])
    .where('hook_digest', '=', digest)
    .executeTakeFirst()

/** @returns whether it was not there yet */
export async function insertEvent(
  db: Db,
  event: Omit<Draft<'moysklad_events'>, 'received_at'>,
): Promise<boolean> {
  const added = await db
    .insert('moysklad_events', { ...event, received_at: nowIso() })
    .onConflict((conflict) => conflict.columns(['company_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** The active owners of the company. */
export async function findOwners(db: Db): Promise<number[]> {
  const rows = db.from('users').select('id').where('type', '=', 'owner').where('status', '=', 'active')
  return (await rows.execute()).map(({ id }) => id)
}

type Due = { company_id: number }

/**
 * Companies for which a job has something to do: a run that nobody works, or one that is due. Where it is not so after
 * all, the job sees it.
 */
export const findCompaniesToWork = async (root: Root, everyMs: number): Promise<Due[]> => {
  const found = sql<Due>`
    select connection.company_id
    from moysklad_connections as connection
    join companies on companies.id = connection.company_id and companies.is_active
    left join lateral (
      select state, started_at, heard_at from moysklad_runs as run
      where run.company_id = connection.company_id order by id desc limit 1
    ) as last on true
    where case
      when last.state in ('waiting', 'running')
        then last.heard_at is null or last.heard_at < clock_timestamp() - interval '60 seconds'
      when connection.state not in ('on', 'reading') or connection.paused_until > ${nowIso()} then false
      when connection.state = 'reading' then last.state = 'failed'
      else last.started_at is null or last.started_at <= ${new Date(now().getTime() - everyMs).toISOString()}
        or connection.full_due_at <= ${nowIso()}
        or exists (select from moysklad_events as event
          where event.company_id = connection.company_id and event.handled_at is null)
    end`
  return (await found.execute(root)).rows
}

/** Runs and lines of the log are kept so long. */
const keptDays = 90

/** Deletes what is old. A run goes once none of its lines is left. */
export async function deleteOldRuns(root: Root, signal?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000).toISOString()
  await deleteRows(root, 'moysklad_log', sql`created_at < ${before}`, signal)
  const isBare = sql`finished_at < ${before} and not exists (select from moysklad_log as line
    where line.company_id = moysklad_runs.company_id and line.run_id = moysklad_runs.id)`
  await deleteRows(root, 'moysklad_runs', isBare, signal)
}
