import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mostBody, mostNesting } from '@artel/contract/instructions.rules'
import { Piscina } from 'piscina'
import { fieldError, LimitError } from '../../http/errors.ts'
import type { CleanBody, CleaningTask } from './instructions.cleaner-program.ts'

const mostThreads = 2
// Each one that waits holds a connection to the database.
const mostWaiting = 6
const idleMs = 30_000
/** From the call to its answer. The worst body within the limits of its shape takes a fraction of a second. */
const limitMs = 10_000
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

  constructor(limit = limitMs) {
    this.#limitMs = limit
  }

  /** @throws ApiError 422 at `body`; LimitError where too many others wait */
  async clean(html: string, mediaIds: readonly number[]): Promise<CleanBody> {
    if (html === '') return { body: '', words: '' }
    const cleaned = await this.#run({ html, mediaIds: [...mediaIds] })
    if (cleaned === null) throw fieldError('body', 'too_nested', { maximum: mostNesting })
    // Tags may need more room than was sent, written out in full.
    if (cleaned.body.length > mostBody) throw fieldError('body', 'too_long', { maximum: mostBody })
    return cleaned
  }

  async #run(task: CleaningTask): Promise<CleanBody | null> {
    this.#threads ??= openThreads()
    if (this.#threads.queueSize >= mostWaiting) throw new LimitError(1)
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
    maxThreads: mostThreads,
    idleTimeout: idleMs,
    resourceLimits: heap,
    execArgv: isSource ? tsx() : [],
    // What reads the text of strangers knows none of our settings.
    env: {},
  })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
