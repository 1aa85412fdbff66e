import { LimitError } from '../../errors/errors.ts'
import { FairQueue } from '../../limits/fair-queue.ts'
import type { Person } from '../../person.ts'
import type { TableHead } from './open-table.ts'
import { unpackRow } from './packed-rows.ts'
import type { ReadRow } from './rows.ts'
import { TableProcess } from './table-process.ts'
import type { TableTask } from './table-program.ts'

export type ReadTable = TableHead & {
  /** Batches of the non-empty rows below the header, up to several hundred rows each. */
  batches: AsyncGenerator<ReadRow[]>
  /** The share of the table in the batches handed out so far, from 0 to 1. */
  share: () => number
}

// A process may take about 150 MiB, and there are few processor cores. Work of minutes has a queue of its
// own, because a person waits for all other work.
const limits = {
  running: 2,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 6,
  waitingOfCompany: 12,
}
const queues = { short: new FairQueue(limits), long: new FairQueue(limits) }

export type TableTurn = {
  /** The user for whom the table is processed. Users and companies take turns. */
  person: Person
  signal?: AbortSignal
  /** `long`: the work may take minutes. */
  length?: keyof typeof queues
}

/**
 * Runs a process, and occupies a slot of the queue until it ends.
 * @throws LimitError if too many tables of the user or the company wait, or if the signal aborts while
 * waiting
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
 * Reads an xlsx or csv in a child process, no faster than `use` consumes it. An error may be found after rows
 * were handed out, so `use` must undo its effects if it fails.
 * @param options.sheet an index of `sheets`; without it the first sheet that is not empty
 * @throws TableError if the file cannot be read, LimitError if too many files are being read
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
