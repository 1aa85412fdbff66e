import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import { type RawBuilder, sql } from 'kysely'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { deleteRows, inBatches } from '../../database/upkeep.ts'

/** Locks the company row, so that changes of the company's connection run one after another. */
export async function lockCompany(db: Db): Promise<void> {
  await db.company().select('id').forNoKeyUpdate().execute()
}

export const findConnection = (db: Db) => db.from('moysklad_connections').selectAll().executeTakeFirst()

/**
 * Locks the connection until the transaction ends. Data read from MoySklad can still be written meanwhile.
 */
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

/**
 * Deletes the connection, all items and all cursors. Deletes the items in batches, because a single statement for a large
 * catalogue would exceed the statement timeout.
 */
export async function deleteConnection(db: Db): Promise<void> {
  // Behind the last part, because the index still has the rows that this transaction has deleted.
  let after = 0
  await inBatches(async (most) => {
    const some = db.from('moysklad_items').select('id').where('id', '>', after).orderBy('id').limit(most)
    const gone = await db.remove('moysklad_items').where('id', 'in', some).returning('id').execute()
    after = gone.reduce((last, { id }) => Math.max(last, id), after)
    return gone.length
  })
  await db.remove('moysklad_connections').execute()
}

export const findCursors = (db: Db) => db.from('moysklad_cursors').selectAll().execute()

/** How many items the company stores, and the bytes of their data. Triggers keep these sums. */
export async function sumStored(db: Db): Promise<{ items: number; bytes: number }> {
  const cursors = await db.from('moysklad_cursors').select(['items', 'bytes']).execute()
  const total = (of: 'items' | 'bytes') => cursors.reduce((all, cursor) => all + cursor[of], 0)
  return { items: total('items'), bytes: total('bytes') }
}

export async function updateCursor(
  db: Db,
  part: MoySkladPart,
  fields: Change<'moysklad_cursors'>,
): Promise<void> {
  await db.update('moysklad_cursors', fields).where('part', '=', part).execute()
}

/** MoySklad organizations to choose from, at most 200. */
export const findOrganizations = (db: Db): Promise<MoySkladConnection['organizations']> =>
  db.query(sql<MoySkladConnection['organizations'][number]>`
    select moy_sklad_id as id, title as name, data ->> 'inn' as inn from moysklad_items
    where company_id = ${db.companyId} and kind = 'organization' and gone_at is null
    order by title, id limit 200`)

/** The item is written, or is to be written, without fields that break a rule. */
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

/** Counts the items of each kind: all, linked, waiting for a decision, failed and partial. */
export function countItems(db: Db): Promise<Counted[]> {
  // Looks up each of our rows in an index. A join would be slow, because the planner assumes that tables that
  // have just grown are still small.
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

/** Finds the company that a webhook address belongs to. */
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

/** @returns whether the message is new */
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

type Due = { company_id: number }

/**
 * Finds companies with work for a job: a run without a worker, or a run that is due. The job itself checks
 * again whether there is work.
 */
export const findCompaniesToWork = async (root: Root, everyMs: number): Promise<Due[]> => {
  const found = sql<Due>`
    select connection.company_id
    from moysklad_connections as connection
    join companies on companies.id = connection.company_id and companies.is_active
    left join lateral (
      select state, heard_at from moysklad_runs as run
      where run.company_id = connection.company_id order by id desc limit 1
    ) as last on true
    left join lateral (
      select started_at from moysklad_runs as run
      where run.company_id = connection.company_id and reason <> 'event' order by id desc limit 1
    ) as reading on true
    where case
      when last.state in ('waiting', 'running')
        then last.heard_at is null or last.heard_at < clock_timestamp() - interval '60 seconds'
      when connection.state not in ('on', 'reading') or connection.paused_until > ${nowIso()} then false
      when connection.state = 'reading' then last.state = 'failed'
      else reading.started_at is null or reading.started_at <= ${new Date(now().getTime() - everyMs).toISOString()}
        or connection.full_due_at <= ${nowIso()}
        or exists (select from moysklad_events as event
          where event.company_id = connection.company_id and event.handled_at is null)
    end`
  return (await found.execute(root)).rows
}

/** Days to keep runs and log lines. */
const keptDays = 90

/** Deletes old log lines and runs. A run is deleted once it has no log lines left. */
export async function deleteOldRuns(root: Root, signal?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000).toISOString()
  await deleteRows(root, 'moysklad_log', sql`created_at < ${before}`, signal)
  const isBare = sql`finished_at < ${before} and not exists (select from moysklad_log as line
    where line.company_id = moysklad_runs.company_id and line.run_id = moysklad_runs.id)`
  await deleteRows(root, 'moysklad_runs', isBare, signal)
}
