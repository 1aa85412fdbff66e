import { parentPort, workerData } from 'node:worker_threads'
import { openTable, type TableHead } from './open-table.ts'
import { inBatches, type ReadRow } from './rows.ts'
import { TableError, type TableReason, type TableValues } from './table-error.ts'

/** What the thread is given to read. */
export type TableTask = { path: string; sheet: number | undefined }

/** What the thread answers to each word from outside: the head first, then batches until there are none. */
export type TableAnswer =
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; rows: ReadRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; reason: TableReason; values: TableValues }

async function* answers({ path, sheet }: TableTask): AsyncGenerator<TableAnswer> {
  try {
    const { head, rows } = await openTable(path, sheet)
    yield { kind: 'head', head }
    for await (const batch of inBatches(rows)) yield { kind: 'batch', rows: batch }
    yield { kind: 'end' }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    yield { kind: 'refused', reason: error.reason, values: error.values }
  }
}

// It is read-table.ts that starts this thread.
const coming = answers(workerData as TableTask)
// Each word asks for one more answer, so that no more is read than is taken.
parentPort?.on('message', async () => {
  const { value } = await coming.next()
  if (value) parentPort?.postMessage(value)
})
