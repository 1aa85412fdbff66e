import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type {
  ImportCells,
  ImportFaults,
  ImportFixes,
  ImportLayout,
  ImportMapping,
} from '@artel/contract/imports'
import type { ImportAction } from '@artel/contract/imports.line'
import { cutText } from '@artel/contract/storable'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { forgetPlans } from '../../database/plans.ts'
import { assertSameRights } from '../../http/same-rights.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { mapInSlices } from '../../slices.ts'
import { type ReadRow, type ReadTable, readTable } from '../../spreadsheets/spreadsheets.ts'
import { writeAudit } from '../audit/audit.ts'
import { readCell } from './imports.cells.ts'
import { addFixed, findColumns, refuseMissing, sheetNames } from './imports.columns.ts'
import { clearImports } from './imports.jobs.ts'
import { holdImport, type NewRow, tellProgress, tryTurn, updateImport } from './imports.queries.ts'
import { leaveSorting, RowLog } from './imports.row-log.ts'
import type { ImportedRow, ImportField, ImportSubject, RowFault, Verdict } from './imports.subject.ts'

/** A file on its way in. */
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

const turnMs = 200
/** Rows from which on an import looks after what the company keeps of earlier ones. */
const longImport = 10_000
/** So often whoever watches is told how far it is. */
const paceMs = 500

/**
 * Takes a file in, in one transaction: all good rows, or none. A dry run is the same, undone at its end. What became of
 * each row is written beside it, on a connection of its own, and goes where nothing comes of the import.
 * @throws TableError, ApiError and what the database refuses; then nothing has changed
 */
export async function runImport(run: Run): Promise<Counts> {
  const { root, actor, importId, isDry } = run
  const aside = new Db(root, actor.companyId)
  const transaction = await root.startTransaction().execute()
  const own = new Db(transaction, actor.companyId)
  try {
    await preferIndexes(own)
    if (run.subject.searchIndex) await leaveSorting(own)
    await holdImport(own, importId)
    await waitForTurn(own, run.signal)
    await updateImport(aside, importId, { state: 'running' })
    await tellProgress(aside, importId, 0)
    const { signal, sheet } = run
    const counts = await readTable(run.file, { person: actor, signal, sheet, length: 'long' }, (table) =>
      takeTable(run, table, own, aside),
    )
    if (isDry) await transaction.rollback().execute()
    await assertSameRights(isDry ? aside : own, actor)
    await finish(isDry ? aside : own, run, counts)
    if (!isDry) await transaction.commit().execute()
    if (totalOf(counts) >= longImport) await queueJob(root, clearImports, {})
    return counts
  } catch (error) {
    // The connection may be what was lost.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

const totalOf = ({ create, update, skip, refuse }: Counts) => create + update + skip + refuse

// A table that fills in this very transaction is empty in the planner's eyes, and would be read whole for each batch.
async function preferIndexes(own: Db): Promise<void> {
  await own.query(sql`set local enable_seqscan = off`)
  await forgetPlans(own)
}

// Waiting in the database would outlive its patience with a statement.
async function waitForTurn(own: Db, signal: AbortSignal): Promise<void> {
  while (!(await tryTurn(own))) await sleep(turnMs, undefined, { signal })
}

async function takeTable(run: Run, table: ReadTable, own: Db, aside: Db): Promise<Counts> {
  const { subject, actor, importId, overwrites } = run
  const found = findColumns(subject.fields, table.header, run.mapping)
  const columns = addFixed(subject.fields, found, run.fixes, actor.language)
  refuseMissing(subject.fields, columns, actor.language)
  const layout: ImportLayout = { sheet: table.sheet, sheets: sheetNames(table.sheets), columns }
  await updateImport(aside, importId, { layout: JSON.stringify(layout) as unknown as ImportLayout }) // as jsonb takes it
  const known = columns.map(({ field }) => subject.fields.find(({ name }) => name === field))
  const { supplyId, isPlan } = run
  const { prepare, take, end } = await subject.begin(own, actor, { importId, supplyId, overwrites, isPlan })
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
  try {
    for await (const { cells, rows } of oneAhead(table.batches, read)) {
      const taken = takeOnce(own, take, rows)
      // Looked at in its turn.
      taken.catch(() => undefined)
      // What takes the rows is on its way before more is asked of this process.
      await setImmediate()
      await log.write()
      const verdicts = await taken
      for (const { action } of verdicts) counts[action] += 1
      log.keep(() => verdicts.map((verdict, index) => newRow(rows[index], cells[index], columns, verdict)))
      if (performance.now() - told < paceMs) continue
      told = performance.now()
      await tellProgress(aside, importId, Math.floor(table.share() * 99))
    }
    await log.end()
  } finally {
    // Whoever clears up after a failure finds all that was written, and nobody at work on its connection.
    await log.settle()
  }
  await end?.()
  return counts
}

/** What `make` makes of each item, the next one made while the one before is at work. */
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
      // It is looked at in its turn, where there is one.
      coming.catch(() => undefined)
      yield one.made
    }
  } finally {
    await iterator.return?.()
  }
}

const uniqueViolation = '23505'
const tries = 4

// Somebody may give away an article between our look and our writing; then this batch is looked at once more.
async function takeOnce(
  own: Db,
  take: (rows: readonly ImportedRow[]) => Promise<Verdict[]>,
  rows: readonly ImportedRow[],
): Promise<Verdict[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      // One after another on their connection, which need not wait until we have heard of each.
      const [, verdicts] = await Promise.all([own.query(sql`savepoint batch`), take(rows)])
      own.query(sql`release savepoint batch`).catch(() => undefined)
      return verdicts
    } catch (error) {
      const { code } = error as { code?: string } // the driver's errors have one
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
    ...{ entity_id: entity_id ?? null, before: before ?? null, version: version ?? null },
  }
}

const textsOf = (cells: FixedCells): ImportCells => cells.map((cell) => cell?.text ?? null)

/** Characters of a refused value that a report shows. The row itself has it whole. */
const longestShown = 200

function place(fault: RowFault, columns: ImportLayout['columns'], cells: FixedCells): ImportFaults[number] {
  const column = columns.findIndex(({ field }) => field !== null && field === fault.field)
  return {
    ...fault,
    column: column < 0 ? null : column,
    value: cutText(cells[column]?.text ?? '', longestShown),
  }
}

async function finish(db: Db, run: Run, counts: Counts): Promise<void> {
  const { create: created, update: updated, skip: skipped, refuse: refused } = counts
  const total = totalOf(counts)
  const done = { total, created, updated, skipped, refused }
  await updateImport(db, run.importId, {
    ...{ ...done, state: 'done', finished_at: nowIso() },
    // It may have been taken for lost meanwhile.
    failure: null,
  })
  if (run.isDry) return
  const after = { file_name: run.file.name, created, updated, skipped, refused }
  const { entity } = run.subject
  await writeAudit(db, run.actor, { action: 'import', entity, id: null, title: run.file.name, after })
}
