import { LimitError } from '../../http/errors.ts'
import { FairQueue, type Person } from '../../http/fair-queue.ts'
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
const limits = {
  ...{ running: 2, runningOfCompany: 2, runningOfPerson: 1 },
  ...{ waitingOfPerson: 6, waitingOfCompany: 12 },
}
const queues = { short: new FairQueue(limits), long: new FairQueue(limits) }

export type TableTurn = {
  /** For whom the table is worked: people and companies take turns. */
  person: Person
  signal?: AbortSignal
  /** `long`: the work may take minutes */
  length?: keyof typeof queues
}

/**
 * Takes a place for as long as the process works.
 * @throws LimitError where too many tables of the person or the company wait, or the time of the signal ends before a
 * place is free
 */
export async function withTableProcess<T>(
  task: TableTask,
  { person, signal = new AbortController().signal, length = 'short' }: TableTurn,
  use: (process: TableProcess) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  let hasBegun = false
  const work = async () => {
    hasBegun = true
    const process = new TableProcess(task, signal)
    try {
      return await use(process)
    } finally {
      await process.close()
    }
  }
  try {
    return await queues[length].run(person, work, signal)
  } catch (error) {
    throw hasBegun || !signal.aborted || error instanceof LimitError ? error : signal.reason
  }
}

type ReadOptions = TableTurn & { sheet?: number | undefined }

/**
 * Reads an xlsx or csv in a process of its own, no faster than `use` takes it. The end of a file may be found broken
 * after rows have been handed out: what `use` does with them must be undone where it throws.
 * @param options.sheet an index of `sheets`; else the first sheet that holds something
 * @throws TableError where the file cannot be read, LimitError where too many are being read already
 */
export async function readTable<T>(
  file: { path: string },
  { sheet, ...turn }: ReadOptions,
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
  return withTableProcess({ path: file.path, sheet }, turn, read)
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
