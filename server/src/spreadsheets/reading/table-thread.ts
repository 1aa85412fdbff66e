import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TableError } from './table-error.ts'
import type { TableAnswer, TableTask } from './table-worker.ts'

// What the worst files within the limits need, with room: those that need more are made to.
const heap = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
// For one answer; the head of a workbook whose sheets are nothing but empty rows takes seconds.
const mostMs = 30_000

// A built server has the thread's file beside its own; in development and tests it runs as it is written.
const entry = import.meta.url.endsWith('.ts') ? './table-worker-source.mjs' : './table-worker.js'

/** The thread in which one table is read, seen from outside. */
export class TableThread {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  readonly #death = new AbortController()

  constructor(task: TableTask, signal: AbortSignal) {
    // What reads foreign files knows none of our settings.
    const settings = { env: {}, execArgv: [], resourceLimits: heap }
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData: task, ...settings })
    this.#signal = signal
    // It may die while nobody waits for it.
    this.#worker.on('error', (error) => this.#death.abort(error))
  }

  /** @throws TableError where the file is refused, or is too much for the thread */
  async ask(): Promise<TableAnswer> {
    const late = AbortSignal.timeout(mostMs)
    const answer = await this.#hear(AbortSignal.any([this.#signal, this.#death.signal, late])).catch(
      (error) => {
        this.#signal.throwIfAborted()
        const cause = this.#death.signal.aborted ? this.#death.signal.reason : error
        const isTooMuch = late.aborted || cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
        throw isTooMuch ? new TableError('table_too_large_inside') : cause
      },
    )
    if (answer.kind === 'refused') throw new TableError(answer.reason, answer.values)
    return answer
  }

  async #hear(signal: AbortSignal): Promise<TableAnswer> {
    const heard = once(this.#worker, 'message', { signal })
    this.#worker.postMessage('next')
    const [answer] = await heard
    return answer
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
