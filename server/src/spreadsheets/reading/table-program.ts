import { openTable, type TableHead } from './open-table.ts'
import { inBatches, type ReadRow } from './rows.ts'
import { TableError, type TableReason, type TableValues } from './table-error.ts'

/** What this program is to read; each further word asks for one more answer. */
export type TableTask = { path: string; sheet: number | undefined }

/** The head first, then batches until there are none. */
export type TableAnswer =
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; rows: ReadRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; reason: TableReason; values: TableValues }
  | { kind: 'failed'; stack: string }

async function* answers({ path, sheet }: TableTask): AsyncGenerator<TableAnswer> {
  try {
    const { head, rows } = await openTable(path, sheet)
    yield { kind: 'head', head }
    for await (const batch of inBatches(rows)) yield { kind: 'batch', rows: batch }
    yield { kind: 'end' }
  } catch (error) {
    if (error instanceof TableError) yield { kind: 'refused', reason: error.reason, values: error.values }
    else yield { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) }
  }
}

let coming: AsyncGenerator<TableAnswer> | undefined
// No more is read than is taken.
process.on('message', async (task: TableTask) => {
  coming ??= answers(task)
  const { value } = await coming.next()
  if (value) process.send?.(value)
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit())
