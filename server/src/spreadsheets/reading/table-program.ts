import { openTable, type TableHead } from './open-table.ts'
import { type PackedRow, packRow } from './packed-rows.ts'
import { inBatches } from './rows.ts'
import { TableError, type TableReason, type TableValues } from './table-error.ts'

/** What this program is to read; each further word asks for one more answer. */
export type TableTask = { path: string; sheet: number | undefined }

/** The head first, then batches until there are none. */
export type TableAnswer =
  | { kind: 'head'; head: Omit<TableHead, 'header'>; header: PackedRow }
  | { kind: 'batch'; rows: PackedRow[]; share: number }
  | { kind: 'end' }
  | { kind: 'refused'; reason: TableReason; values: TableValues }
  | { kind: 'failed'; stack: string }

async function* answers({ path, sheet }: TableTask): AsyncGenerator<TableAnswer> {
  try {
    const { head, rows, reach } = await openTable(path, sheet)
    const { header, ...rest } = head
    yield { kind: 'head', head: rest, header: packRow(header) }
    for await (const batch of inBatches(rows))
      yield { kind: 'batch', rows: batch.map(packRow), share: reach.share }
    yield { kind: 'end' }
  } catch (error) {
    if (error instanceof TableError) yield { kind: 'refused', reason: error.reason, values: error.values }
    else yield { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) }
  }
}

let coming: AsyncGenerator<TableAnswer> | undefined
let next: Promise<IteratorResult<TableAnswer>> | undefined

// One answer is made ready while the last one is being used, and no more.
process.on('message', async (task: TableTask) => {
  coming ??= answers(task)
  const { value } = await (next ?? coming.next())
  next = coming.next()
  if (value) process.send?.(value)
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit())
