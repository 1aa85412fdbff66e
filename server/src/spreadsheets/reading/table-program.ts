import { UnfillableError } from '../filling/fill-sheet.ts'
import { type FillTask, fillWorkbook } from '../filling/fill-workbook.ts'
import { openTable, type TableHead } from './open-table.ts'
import { type PackedRow, packRow } from './packed-rows.ts'
import { inBatches } from './rows.ts'
import { TableError, type TableReason, type TableValues } from './table-error.ts'

/** The task of this program: read a table or fill one. Every further message requests one more answer. */
export type TableTask = { path: string; sheet: number | undefined } | { fill: FillTask }

/** When reading: the header first, then batches, then the end. */
export type TableAnswer =
  | { kind: 'head'; head: Omit<TableHead, 'header'>; header: PackedRow }
  | { kind: 'batch'; rows: PackedRow[]; share: number }
  | { kind: 'end' }
  | { kind: 'filled' }
  | { kind: 'unfillable' }
  | { kind: 'refused'; reason: TableReason; values: TableValues }
  | { kind: 'failed'; stack: string }

async function* answers(task: TableTask): AsyncGenerator<TableAnswer> {
  try {
    yield* 'fill' in task ? fill(task.fill) : read(task)
  } catch (error) {
    if (error instanceof TableError) yield { kind: 'refused', reason: error.reason, values: error.values }
    else yield { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) }
  }
}

async function* fill(task: FillTask): AsyncGenerator<TableAnswer> {
  try {
    await fillWorkbook(task)
    yield { kind: 'filled' }
  } catch (error) {
    if (!(error instanceof UnfillableError)) throw error
    yield { kind: 'unfillable' }
  }
}

type Read = { path: string; sheet: number | undefined }

async function* read({ path, sheet }: Read): AsyncGenerator<TableAnswer> {
  const { head, rows, reach } = await openTable(path, sheet)
  const { header, ...rest } = head
  yield { kind: 'head', head: rest, header: packRow(header) }
  for await (const batch of inBatches(rows))
    yield { kind: 'batch', rows: batch.map(packRow), share: reach.share }
  yield { kind: 'end' }
}

let coming: AsyncGenerator<TableAnswer> | undefined
let next: Promise<IteratorResult<TableAnswer>> | undefined

// While an answer is in use, the next one is prepared, but no more.
process.on('message', async (task: TableTask) => {
  coming ??= answers(task)
  const { value } = await (next ?? coming.next())
  next = coming.next()
  if (value) process.send?.(value)
})
// The parent process has gone.
process.on('disconnect', () => process.exit())
