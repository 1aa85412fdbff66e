import { LimitError } from '../../http/errors.ts'
import { Places } from '../../outside/places.ts'
import type { TableHead } from './open-table.ts'
import { unpackRow } from './packed-rows.ts'
import type { ReadRow } from './rows.ts'
import { TableProcess } from './table-process.ts'
import type { TableTask } from './table-program.ts'

export type ReadTable = TableHead & {
  /** The rows below the header that hold something, some hundred at a time. */
  batches: AsyncGenerator<ReadRow[]>
  /** How much of the table lies in the batches that were handed out, from 0 to 1. */
  share: () => number
}

// Each may take some 150 MiB, and there are few cores. What is read for minutes has places of its own, because a person
// waits for all else.
const places = { short: new Places(2, 20), long: new Places(2, 20) }
type Length = keyof typeof places

/**
 * Takes a place for as long as the process works.
 * @throws LimitError where too many are being worked already, also where the time of the signal ends before there is a place
 */
export async function withTableProcess<T>(
  task: TableTask,
  signal: AbortSignal,
  use: (process: TableProcess) => Promise<T>,
  length: Length = 'short',
): Promise<T> {
  signal.throwIfAborted()
  const leave = await places[length].enter(signal).catch((error: unknown) => {
    throw signal.aborted && !isLate(signal) ? error : new LimitError(5)
  })
  const process = new TableProcess(task, signal)
  try {
    return await use(process)
  } finally {
    await process.close()
    leave()
  }
}

type ReadOptions = { sheet?: number | undefined; signal?: AbortSignal; length?: Length }

const isLate = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'

/**
 * Reads an xlsx or csv in a process of its own, no faster than `use` takes it. The end of a file may be found broken
 * after rows have been handed out: what `use` does with them must be undone where it throws.
 * @param options.sheet an index of `sheets`; else the first sheet that holds something
 * @param options.length `long`: `use` may take minutes
 * @throws TableError where the file cannot be read, LimitError where too many are being read already
 */
export async function readTable<T>(
  file: { path: string },
  { sheet, signal = new AbortController().signal, length }: ReadOptions,
  use: (table: ReadTable) => Promise<T>,
): Promise<T> {
  const read = async (process: TableProcess) => {
    const first = await process.ask()
    if (first.kind !== 'head') throw new Error(`A table began with ${first.kind}`)
    let reached = 0
    const batches = batchesOf(process, (share) => {
      reached = share
    })
    return use({ ...first.head, header: unpackRow(first.header), batches, share: () => reached })
  }
  return withTableProcess({ path: file.path, sheet }, signal, read, length)
}

async function* batchesOf(
  process: TableProcess,
  onReach: (share: number) => void,
): AsyncGenerator<ReadRow[]> {
  for (;;) {
    const answer = await process.ask()
    if (answer.kind !== 'batch') return
    onReach(answer.share)
    yield answer.rows.map(unpackRow)
  }
}
