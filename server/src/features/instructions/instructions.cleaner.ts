import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mostBody, mostNesting } from '@artel/contract/instructions.rules'
import { Piscina } from 'piscina'
import { fieldError } from '../../http/errors.ts'
import { FairQueue, type Person } from '../../http/fair-queue.ts'
import type { CleanBody, CleaningTask } from './instructions.cleaner-program.ts'

// Each one that waits holds a connection to the database, so few of a company do.
const places = {
  ...{ running: 2, runningOfCompany: 2, runningOfPerson: 1 },
  ...{ waitingOfPerson: 3, waitingOfCompany: 4 },
}
const idleMs = 30_000
/** From its turn to its answer. The worst body within the limits of its shape takes a fraction of a second. */
const limitMs = 10_000
/** For a turn. The database ends a transaction that is idle for 30 s. */
const waitMs = 8000
// MiB; the worst body needs a quarter.
const heap = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

// A built server has the program beside its own file; in development and tests it runs as it is written.
const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(
  new URL(
    isSource ? './instructions.cleaner-program.ts' : './instructions.cleaner-program.js',
    import.meta.url,
  ),
)
const tsx = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]

/** Cleans bodies in threads of its own, so that no body stops the server for others. */
export class BodyCleaner {
  readonly #limitMs: number
  #threads: Piscina<CleaningTask, CleanBody | null> | undefined
  readonly #queue = new FairQueue(places)

  constructor(limit = limitMs) {
    this.#limitMs = limit
  }

  /** @throws ApiError 422 at `body`; LimitError where too many of the person or their company wait */
  async clean(html: string, mediaIds: readonly number[], person: Person): Promise<CleanBody> {
    if (html === '') return { body: '', words: '' }
    const task = { html, mediaIds: [...mediaIds] }
    const cleaned = await this.#queue.run(person, () => this.#run(task), AbortSignal.timeout(waitMs))
    if (cleaned === null) throw fieldError('body', 'too_nested', { maximum: mostNesting })
    // Tags may need more room than was sent, written out in full.
    if (cleaned.body.length > mostBody) throw fieldError('body', 'too_long', { maximum: mostBody })
    return cleaned
  }

  async #run(task: CleaningTask): Promise<CleanBody | null> {
    this.#threads ??= openThreads()
    // A thread that is late is ended.
    const signal = AbortSignal.timeout(this.#limitMs)
    try {
      return await this.#threads.run(task, { signal })
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) throw fieldError('body', 'text_too_complex')
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#threads?.destroy()
  }
}

const openThreads = () =>
  new Piscina<CleaningTask, CleanBody | null>({
    filename: program,
    minThreads: 0,
    maxThreads: places.running,
    idleTimeout: idleMs,
    resourceLimits: heap,
    execArgv: isSource ? tsx() : [],
    // What reads the text of strangers knows none of our settings.
    env: {},
  })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
