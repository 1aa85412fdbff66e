import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type {
  ImportCells,
  ImportFaults,
  ImportFixes,
  ImportLayout,
  ImportMapping,
} from '@artel/contract/imports/imports'
import type { ImportAction } from '@artel/contract/imports/imports.line'
import { cutText } from '@artel/contract/shapes/storable'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { assertSameRights } from '../../access/same-rights.ts'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { discardPlans } from '../../database/queries/plans.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { mapInSlices } from '../../slices.ts'
import { type ReadRow, type ReadTable, readTable } from '../../spreadsheets/spreadsheets.ts'
import { auditByParts, writeAudit } from '../audit/audit.ts'
import { readCell } from './imports.cells.ts'
import { addFixed, findColumns, refuseMissing, sheetNames } from './imports.columns.ts'
import { clearRowsJob } from './imports.jobs.ts'
import { lockImport, type NewRow, publishProgress, tryLockCompany, updateImport } from './imports.queries.ts'
import { leaveSorting, RowLog } from './imports.row-log.ts'
import type {
  ImportedRow,
  ImportField,
  ImportSubject,
  Removed,
  RowFault,
  Verdict,
} from './imports.subject.ts'

/** One run of an import, with its file and options. */
export type Run = {
  root: Root
  actor: Actor
  subject: ImportSubject
  importId: number
  file: { path: string; name: string }
  isDry: boolean
  overwrites: boolean
  supplyId: number | null
  isPlan: boolean
  mapping: ImportMapping
  fixes: ImportFixes
  sheet?: number | undefined
  signal: AbortSignal
}

export type Counts = Record<ImportAction, number>
/** The counts of rows, the bytes that their results take up, and what the file has removed. */
type Imported = { counts: Counts; bytes: number; removed: Removed | null }

const turnMs = 200
/** Rows or bytes from which on an import queues the job that clears older imports. */
const longImport = { rows: 10_000, bytes: 2 * 1_048_576 }
/** Minimum interval between progress updates, ms. */
const intervalMs = 500

/**
 * Imports a file in one transaction: all valid rows or none. A dry run does the same and rolls back at its
 * end. The result of each row is saved on a second connection. The caller deletes these results if the import
 * fails.
 * @throws TableError, ApiError or a database error; then nothing has changed
 */
export async function runImport(run: Run): Promise<Counts> {
  const { root, actor, importId, isDry } = run
  const aside = new Db(root, actor.companyId)
  const transaction = await root.startTransaction().execute()
  const own = new Db(transaction, actor.companyId)
  try {
    await preferIndexes(own)
    if (run.subject.searchIndex) await leaveSorting(own)
    await lockImport(own, importId)
    await waitForTurn(own, run.signal)
    await updateImport(aside, importId, { state: 'running' })
    await publishProgress(aside, importId, 0)
    const { signal, sheet } = run
    const imported = await readTable(run.file, { person: actor, signal, sheet, length: 'long' }, (table) =>
      importTable(run, table, own, aside),
    )
    if (isDry) await transaction.rollback().execute()
    await assertSameRights(isDry ? aside : own, actor)
    await finish(isDry ? aside : own, run, imported)
    if (!isDry) await transaction.commit().execute()
    await clearAfterLong(run, imported)
    return imported.counts
  } catch (error) {
    // The rollback fails if the connection was lost.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

// The import is committed, so an error must not make it fail. A scheduled run clears later.
async function clearAfterLong({ root, actor }: Run, { counts, bytes }: Imported): Promise<void> {
  if (totalOf(counts) < longImport.rows && bytes < longImport.bytes) return
  await queueJob(root, clearRowsJob, { company_id: actor.companyId }).catch(() => undefined)
}

const totalOf = ({ create, update, skip, refuse }: Counts) => create + update + skip + refuse

// The planner takes a table that fills in this transaction to be empty, and would scan the whole table for
// each batch.
async function preferIndexes(own: Db): Promise<void> {
  await own.query(sql`set local enable_seqscan = off`)
  await discardPlans(own)
}

// Polls, because a wait in the database would exceed the statement timeout.
async function waitForTurn(own: Db, signal: AbortSignal): Promise<void> {
  while (!(await tryLockCompany(own))) await sleep(turnMs, undefined, { signal })
}

async function importTable(run: Run, table: ReadTable, own: Db, aside: Db): Promise<Imported> {
  const { subject, actor, importId, overwrites } = run
  const found = findColumns(subject.fields, table.header, run.mapping)
  const columns = addFixed(subject.fields, found, run.fixes, actor.language)
  refuseMissing(subject.fields, columns, actor.language)
  const layout: ImportLayout = { sheet: table.sheet, sheets: sheetNames(table.sheets), columns }
  await updateImport(aside, importId, { layout: JSON.stringify(layout) as unknown as ImportLayout }) // jsonb is sent as text
  const known = columns.map(({ field }) => subject.fields.find(({ name }) => name === field))
  const { supplyId, isPlan } = run
  const title = run.file.name
  const whole = {
    action: 'update',
    entity: subject.entity,
    id: null,
    title,
    after: { file_name: title },
  } as const
  const audit = auditByParts(own, actor, whole)
  const options = { importId, supplyId, overwrites, isPlan, audit }
  const { prepare, take, end } = await subject.begin(own, actor, options)
  const read = async (batch: readonly ReadRow[]) => {
    const cells = batch.map((row) => cellsOf(row, columns, run.fixes))
    const rows = await mapInSlices(batch.entries(), ([index, { row }]) => {
      const one = readRow(row, known, cells[index] ?? [])
      prepare?.(one)
      return one
    })
    return { cells, rows }
  }
  let told = performance.now()
  const counts: Counts = { create: 0, update: 0, skip: 0, refuse: 0 }
  const log = new RowLog(aside, importId, subject.searchIndex)
  let bytes: number
  try {
    for await (const { cells, rows } of oneAhead(table.batches, read)) {
      const taken = importOnce(own, take, rows)
      // The error is handled below, where the result is awaited.
      taken.catch(() => undefined)
      // Sends the statements of this batch before this process does more work.
      await setImmediate()
      await log.write()
      const verdicts = await taken
      for (const { action } of verdicts) counts[action] += 1
      log.keep(() => verdicts.map((verdict, index) => newRow(rows[index], cells[index], columns, verdict)))
      if (performance.now() - told < intervalMs) continue
      told = performance.now()
      await publishProgress(aside, importId, Math.floor(table.share() * 99))
    }
    bytes = await log.end()
  } finally {
    // Waits for the last write, so that the cleanup after a failure finds all written rows and an idle
    // connection.
    await log.settle()
  }
  return { counts, bytes, removed: (await end?.()) ?? null }
}

/** Yields the result of `make` for each item. Makes the next result while the caller uses the present one. */
async function* oneAhead<Item, Made>(
  items: AsyncIterable<Item>,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const iterator = items[Symbol.asyncIterator]()
  const makeNext = async () => {
    const next = await iterator.next()
    return next.done ? null : { made: await make(next.value) }
  }
  try {
    let coming = makeNext()
    for (let one = await coming; one; one = await coming) {
      coming = makeNext()
      // The error is thrown at the next turn of the loop, if there is one.
      coming.catch(() => undefined)
      yield one.made
    }
  } finally {
    await iterator.return?.()
  }
}

const uniqueViolation = '23505'
const tries = 4

// Another transaction may use an article between the check and the write. Then the batch is checked and
// written again.
async function importOnce(
  own: Db,
  take: (rows: readonly ImportedRow[]) => Promise<Verdict[]>,
  rows: readonly ImportedRow[],
): Promise<Verdict[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The connection runs these in order. The process sends both without waiting for the first response.
      const [, verdicts] = await Promise.all([own.query(sql`savepoint batch`), take(rows)])
      own.query(sql`release savepoint batch`).catch(() => undefined)
      return verdicts
    } catch (error) {
      const { code } = error as { code?: string } // errors of the driver have a code
      if (code !== uniqueViolation || attempt === tries) throw error
      await own.query(sql`rollback to savepoint batch`)
    }
  }
}

type FixedCells = readonly ReadRow['cells'][number][]

function cellsOf({ row, cells }: ReadRow, columns: ImportLayout['columns'], fixes: ImportFixes): FixedCells {
  const fixed = fixes[row]
  return columns.map(({ field }, index) => {
    const said = field === null ? undefined : fixed?.[field]
    if (said === undefined) return cells[index] ?? null
    return said.trim() === '' ? null : { text: said, isNumber: false, isError: false }
  })
}

function readRow(row: number, known: readonly (ImportField | undefined)[], cells: FixedCells): ImportedRow {
  const values: Record<string, unknown> = {}
  const faults: RowFault[] = []
  for (const [index, field] of known.entries()) {
    const cell = cells[index]
    if (!cell || !field || cell.text.trim() === '') continue
    const read = readCell(field.kind, cell)
    if ('value' in read) values[field.name] = read.value
    else faults.push({ field: field.name, ...read.fault })
  }
  return { row, values, faults }
}

function newRow(
  read: ImportedRow | undefined,
  cells: FixedCells = [],
  columns: ImportLayout['columns'],
  { action, faults, entity_id, before, version }: Verdict,
): NewRow {
  return {
    row: read?.row ?? 0,
    cells: textsOf(cells),
    action,
    faults: faults.map((fault) => place(fault, columns, cells)),
    entity_id: entity_id ?? null,
    before: before ?? null,
    version: version ?? null,
  }
}

const textsOf = (cells: FixedCells): ImportCells => cells.map((cell) => cell?.text ?? null)

/** Maximum characters of a refused value in a report. The stored row has the whole value. */
const longestShown = 200

function place(fault: RowFault, columns: ImportLayout['columns'], cells: FixedCells): ImportFaults[number] {
  const column = columns.findIndex(({ field }) => field !== null && field === fault.field)
  return {
    ...fault,
    column: column < 0 ? null : column,
    value: cutText(cells[column]?.text ?? '', longestShown),
  }
}

async function finish(db: Db, run: Run, { counts, bytes, removed: gone }: Imported): Promise<void> {
  const { create: created, update: updated, skip: skipped, refuse: refused } = counts
  const total = totalOf(counts)
  const removals = { removed: gone?.boxes ?? 0, removed_lines: gone?.lines ?? 0 }
  // The rollback of a dry run drops what was kept to restore removed boxes.
  const kept_bytes = bytes + (run.isDry ? 0 : (gone?.bytes ?? 0))
  const done = { total, created, updated, skipped, refused, ...removals, kept_bytes }
  await updateImport(db, run.importId, {
    ...done,
    state: 'done',
    finished_at: nowIso(),
    // A job may have marked this run as interrupted meanwhile.
    failure: null,
  })
  if (run.isDry) return
  const { file, subject } = run
  const after = { file_name: file.name, created, updated, skipped, refused, ...(gone && removals) }
  const filled = (await subject.findFilled?.(db, run)) ?? { id: null, title: file.name }
  await writeAudit(db, run.actor, { action: 'import', entity: subject.entity, ...filled, after })
}
