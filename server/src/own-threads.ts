import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { OwnProgram } from './own-program.ts'

/** Idle threads end after this time, ms. */
const idleMs = 30_000

type Limits = {
  maxThreads: number
  /** Maximum size of the old generation of a thread, MiB. The young generation has at most 16 MiB. */
  heapMiB: number
  tasksPerThread?: number
}
type Options = { name?: string; transferList?: MessagePort[]; signal?: AbortSignal }

/**
 * Worker threads of one program. The first work starts them. If a thread fails while it has no work, all current
 * work fails, and later work starts new threads. For example, a thread cannot start while an update replaces its
 * program.
 */
export class OwnThreads<Task> {
  readonly #program: OwnProgram
  readonly #limits: Limits
  #pool: Piscina | undefined
  #fault = new AbortController()

  constructor(program: OwnProgram, limits: Limits) {
    this.#program = program
    this.#limits = limits
  }

  get isRunning(): boolean {
    return this.#pool !== undefined && this.#pool.threads.length > 0
  }

  /**
   * Runs one task. An aborted `signal` ends its thread.
   * @throws the error of the program, or the error with which a thread failed
   */
  async run<Answer>(task: Task, options: Options = {}): Promise<Answer> {
    this.#pool ??= this.#open()
    const fault = this.#fault.signal
    try {
      return await this.#pool.run(task, options)
    } catch (error) {
      throw fault.aborted ? fault.reason : error
    }
  }

  /** Ends the threads and rejects their work. Later work starts others. */
  async close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.destroy()
  }

  #open(): Piscina {
    const { maxThreads, heapMiB, tasksPerThread = 1 } = this.#limits
    const pool = new Piscina({
      ...this.#program,
      // None of the flags of the server.
      execArgv: [],
      minThreads: 0,
      maxThreads,
      concurrentTasksPerWorker: tasksPerThread,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 16 },
      // Untrusted content is read here, so the threads get none of the server's settings.
      env: {},
    })
    const fault = new AbortController()
    this.#fault = fault
    // Without this listener, a thread that cannot start would end the process, and its work would wait forever.
    pool.on('error', (error) => {
      fault.abort(error)
      if (this.#pool === pool) this.#pool = undefined
      void pool.destroy()
    })
    return pool
  }
}
