import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { ImportFault, ImportFaults, ImportRow, imports } from '@artel/contract/imports/imports'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWords } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'

export type ImportFilters = BodyOf<typeof imports.list>
export type ImportQuery = QueryOf<typeof imports.list>
export type RowFilters = BodyOf<typeof imports.rows>
export type RowQuery = QueryOf<typeof imports.rows>

const keptRows = sql<number>`(
  select count(*) from import_rows as kept
  where kept.company_id = imports.company_id and kept.import_id = imports.id and kept.undo_refusal is not null
)`

const progress = sql<number>`(case
  when imports.state in ('waiting', 'running', 'undoing') then coalesce((
    select percent from import_progress as reached
    where reached.company_id = imports.company_id and reached.import_id = imports.id), 0)
  else 100
end)`

const importRows = (db: Db) =>
  db
    .from('imports')
    .select([
      'imports.id',
      'imports.kind',
      'imports.state',
      'imports.is_dry',
      'imports.overwrites as overwrite',
      'imports.file_name',
      'imports.supply_id',
      'imports.total',
      'imports.created',
      'imports.updated',
      'imports.skipped',
      'imports.refused',
      'imports.removed',
      'imports.removed_lines',
      'imports.kept_boxes',
      'imports.failure',
      'imports.created_at',
      'imports.finished_at',
      'imports.undone_at',
      'imports.rows_deleted_at',
    ])
    .select([
      keptRows.as('kept'),
      progress.as('progress'),
      personOf('imports.created_by').$notNull().as('created_by'),
      personOf('imports.undone_by').as('undone_by'),
    ])

export type ImportListRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export const findImport = (db: Db, id: number) =>
  importRows(db).select('imports.layout').where('imports.id', '=', id).executeTakeFirst()

function filterRows(db: Db, actor: Actor, filters: ImportFilters) {
  // Dry runs are checks before an import, so the list does not show them.
  return applyFilters(importRows(db).select('imports.layout').where('imports.is_dry', '=', false), filters, {
    ids: (all, value) => all.where('imports.id', 'in', value),
    kind: (all, value) => all.where('imports.kind', 'in', [value].flat()),
    supply_id: (all, value) => all.where('imports.supply_id', 'in', [value].flat()),
    state: (all, value) => all.where('imports.state', 'in', [value].flat()),
    user_id: (all, value) => all.where('imports.created_by', 'in', [value].flat()),
    date_from: (all, value) => all.where('imports.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('imports.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(sql`imports.file_name`, value)),
  })
}

const orderOf = ({ sort_by }: ImportQuery): Order => ({
  id: sql.ref('imports.id'),
  by: sort_by === 'id' ? null : sql.ref(`imports.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: ImportFilters, query: ImportQuery]

export async function listImportRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** All imports of the list without paging. */
export const allImportRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

/** Rows of an import. `around_errors`: only rows with errors, and the rows right before and after them. */
function findRows(db: Db, { timezone }: Actor, importId: number, filters: RowFilters) {
  const rows = db
    .from('import_rows')
    .where('import_rows.import_id', '=', importId)
    .select(['row as id', 'row', 'cells', 'action', 'faults', 'before', 'undo_refusal'])
  return applyFilters(rows, filters, {
    action: (all, value) => all.where('action', 'in', [value].flat()),
    around_errors: (all, value) => (value ? all.where(isNearError) : all),
    ids: (all, value) => all.where('row', 'in', value),
    date_from: (all, value) => all.where(readAt, '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where(readAt, '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(containsWords(sql`import_rows.cells::text`, value)),
  })
}

// A row has the time of its import.
const readAt = sql<string>`(
  select created_at from imports
  where imports.company_id = import_rows.company_id and imports.id = import_rows.import_id
)`

// Rows have their numbers in the file. A neighbour has the number before or after. Empty rows are not stored.
const isNearError = sql<boolean>`(import_rows.action = 'refuse' or exists (
  select from import_rows as near
  where near.company_id = import_rows.company_id and near.import_id = import_rows.import_id
    and near.action = 'refuse' and near.row between import_rows.row - 1 and import_rows.row + 1
))`

const rowOrder: Order = { id: sql.ref('import_rows.row'), by: null }

type AskedRows = [db: Db, actor: Actor, importId: number, filters: RowFilters]

export async function listRows(...[db, actor, importId, filters, query]: [...AskedRows, query: RowQuery]) {
  const rows = findRows(db, actor, importId, filters)
  return findPage(db, rows, rowOrder, query)
}

/** All rows of an import in their order. */
export const allRows = (
  ...[db, actor, importId, filters, direction]: [...AskedRows, direction: RowQuery['direction']]
) => sortRows(findRows(db, actor, importId, filters), rowOrder, direction)

/** The next rows with errors after the row `after`. */
export const findRefused = (db: Db, importId: number, after: number, most: number) =>
  db
    .from('import_rows')
    .select(['row', 'faults'])
    .where('import_id', '=', importId)
    .where('action', '=', 'refuse')
    .where('row', '>', after)
    .orderBy('row')
    .limit(most)
    .execute()

export async function insertImport(db: Db, draft: Draft<'imports'>): Promise<number> {
  return (await db.insert('imports', draft).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateImport(db: Db, id: number, fields: Change<'imports'>): Promise<void> {
  await db.update('imports', fields).where('id', '=', id).execute()
}

/** Saves the progress of an import in per cent, for screens. */
export async function publishProgress(db: Db, import_id: number, percent: number): Promise<void> {
  await db
    .insert('import_progress', { import_id, percent })
    .onConflict((conflict) => conflict.columns(['company_id', 'import_id']).doUpdateSet({ percent }))
    .execute()
}

async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.remove('import_rows').where('import_id', '=', importId).execute()
  await db.update('imports', { kept_bytes: 0 }).where('id', '=', importId).execute()
}

// The three functions below clean up after a failure. The connection can break after the commit, so an error
// does not prove that the transaction was rolled back. A commit itself sets `done` or `undone`, so each of
// them changes nothing in these states, and waits for a commit that is under way.

/** Deletes an import that has failed. @returns false if its transaction has committed */
export async function deleteFailed(db: Db, id: number): Promise<boolean> {
  const deleted = db.remove('imports').where('id', '=', id).where('state', 'in', ['waiting', 'running'])
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** Marks an import as failed, and deletes its rows. @returns false if its transaction has committed */
export async function markFailed(db: Db, id: number, fault: ImportFault): Promise<boolean> {
  const failed = await db
    .update('imports', { state: 'failed', failure: jsonOf(fault), finished_at: nowIso() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (failed.numUpdatedRows === 0n) return false
  await deleteRows(db, id)
  return true
}

/**
 * Returns an import whose undo has failed to the state before the undo. `fault`: shown with the import.
 * @returns false if the transaction of the undo has committed
 */
export async function cancelUndo(db: Db, id: number, fault?: ImportFault): Promise<boolean> {
  const before = { state: 'done', undone_by: null, undone_at: null } as const
  const done = await db
    .update('imports', { ...before, ...(fault && { failure: jsonOf(fault) }) })
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

const jsonOf = (fault: ImportFault) => JSON.stringify(fault) as unknown as ImportFault // jsonb is sent as text

export type NewRow = Pick<ImportRow, 'row' | 'cells' | 'action' | 'before'> & {
  faults: ImportFaults
  entity_id: number | null
  version: number | null
}

// Cells are sent as one JSON, because an array of texts would have to escape their many quotes once more.
/** Saves the results of any number of rows in one statement. @returns the bytes of what they contain */
export async function insertRows(db: Db, importId: number, rows: readonly NewRow[]): Promise<number> {
  const each = (pick: (row: NewRow) => unknown) => sql.val(rows.map(pick))
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const [saved] = await db.query(sql<{ bytes: number }>`
    with saved as (insert into import_rows (company_id, import_id, row, cells, action, faults, entity_id, before, version)
    select ${db.companyId}, ${importId}, row, cells, action, faults::jsonb, entity_id, before::jsonb, version
    from rows from (unnest(${each(({ row }) => row)}::integer[]),
      jsonb_array_elements(${JSON.stringify(rows.map(({ cells }) => cells))}::jsonb),
      unnest(${each(({ action }) => action)}::text[]), unnest(${each(({ faults }) => json(faults))}::text[]),
      unnest(${each(({ entity_id }) => entity_id)}::bigint[]), unnest(${each(({ before }) => json(before))}::text[]),
      unnest(${each(({ version }) => version)}::integer[])
    ) as given (row, cells, action, faults, entity_id, before, version)
    returning pg_column_size(cells) + pg_column_size(faults) + coalesce(pg_column_size(before), 0) as bytes)
    select ${sumOf('saved.bytes')} as bytes from saved`)
  return saved?.bytes ?? 0
}

/** Rows of an import that created or updated something, below the row `before`, the last row first. */
export const findDone = (db: Db, importId: number, before: number, most: number) =>
  db
    .from('import_rows')
    .select(['row', 'action', 'entity_id', 'before', 'version'])
    .where('import_id', '=', importId)
    .where('action', 'in', ['create', 'update'])
    .where('row', '<', before)
    .orderBy('row', 'desc')
    .limit(most)
    .execute()

export async function markKept(
  db: Db,
  importId: number,
  kept: ReadonlyMap<number, 'changed' | 'in_use'>,
): Promise<void> {
  for (const reason of ['changed', 'in_use'] as const) {
    const rows = [...kept].filter(([, why]) => why === reason).map(([row]) => row)
    if (rows.length === 0) continue
    await db
      .update('import_rows', { undo_refusal: reason })
      .where('import_id', '=', importId)
      .where('row', 'in', rows)
      .execute()
  }
}

/** Changes the state of an import if its state is still `from`. @returns whether this call changed it */
export async function moveImport(
  db: Db,
  id: number,
  from: 'done',
  fields: Change<'imports'>,
): Promise<boolean> {
  const moved = await db
    .update('imports', fields)
    .where('id', '=', id)
    .where('state', '=', from)
    .where('is_dry', '=', false)
    .where('rows_deleted_at', 'is', null)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Lock of the transaction that works on an import. If it is free, no transaction works on the import. */
const importLock = (id: number) => sql`hashtextextended(${`import ${id}`}, 0)`

/** Lock that makes imports of a company run one after another. */
const companyLock = (db: Db) => sql`hashtextextended(${`imports of company ${db.companyId}`}, 0)`

export async function tryLockCompany(db: Db): Promise<boolean> {
  const [turn] = await db.query(
    sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${companyLock(db)}) as mine`,
  )
  return turn?.mine ?? false
}

export async function lockImport(db: Db, id: number): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(${importLock(id)})`)
}

type Abandoned = { company_id: number; id: number; state: string }

/**
 * Finds unfinished imports and undos of all companies whose process has died: they started before `before`, and
 * no process locks them. Locks up to 100 rows until the transaction ends, and returns these.
 */
export async function claimAbandoned(root: Root, before: string): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    select company_id, id, state from imports
    where state in ('waiting', 'running', 'undoing') and coalesce(undone_at, created_at) < ${before}
      and pg_try_advisory_xact_lock(hashtextextended('import ' || id, 0))
    order by id limit 100`.execute(root)
  return rows
}
