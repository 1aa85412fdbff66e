import { maxBody, maxNesting } from '@artel/contract/instructions/instructions.rules'
import { fieldError } from '../../errors/errors.ts'
import { FairQueue } from '../../limits/fair-queue.ts'
import { programBeside } from '../../own-program.ts'
import { OwnThreads } from '../../own-threads.ts'
import type { Person } from '../../person.ts'
import type { CleanBody, CleaningTask } from './instructions.cleaner-program.ts'

// Each waiting request holds a database connection, so only a few of a company may wait.
const places = {
  running: 2,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 3,
  waitingOfCompany: 4,
}
/** Timeout of one cleaning, ms. The worst body within the limits takes a fraction of a second. */
const limitMs = 10_000
/** Maximum wait in the queue, ms. The database ends a transaction that is idle for 30 s. */
const waitMs = 8000
/** The worst body needs a quarter of it. */
const heapMiB = 128

const program = programBeside(import.meta.url, 'instructions.cleaner-program')

/** Cleans bodies in worker threads, so that no body blocks the event loop. */
export class BodyCleaner {
  readonly #limitMs: number
  readonly #threads = new OwnThreads<CleaningTask>(program, { maxThreads: places.running, heapMiB })
  readonly #queue = new FairQueue(places)

  constructor(limit = limitMs) {
    this.#limitMs = limit
  }

  /** @throws ApiError 422 at `body`; LimitError if too many requests of the person or their company wait */
  async clean(html: string, mediaIds: readonly number[], person: Person): Promise<CleanBody> {
    if (html === '') return { body: '', words: '' }
    const task = { html, mediaIds: [...mediaIds] }
    const cleaned = await this.#queue.run(person, () => this.#run(task), AbortSignal.timeout(waitMs))
    if (cleaned === null) throw fieldError('body', 'too_nested', { maximum: maxNesting })
    // Cleaning can make a body longer, because it writes tags out in full.
    if (cleaned.body.length > maxBody) throw fieldError('body', 'too_long', { maximum: maxBody })
    return cleaned
  }

  async #run(task: CleaningTask): Promise<CleanBody | null> {
    // Starts a thread before the limit applies. On a busy machine the start alone may exceed the limit.
    if (!this.#threads.isRunning) await this.#threads.run({ html: '', mediaIds: [] })
    // The timeout ends the thread.
    const signal = AbortSignal.timeout(this.#limitMs)
    try {
      return await this.#threads.run<CleanBody | null>(task, { signal })
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) throw fieldError('body', 'text_too_complex')
      throw error
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
