import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { TableError } from './table-error.ts'
import type { TableAnswer, TableTask } from './table-program.ts'

// What the worst files within the limits need, with room, in MiB: those that need more are made to.
export const heap = ['--max-old-space-size=128', '--max-semi-space-size=8']
// For one answer; the head of a workbook whose sheets are nothing but empty rows takes seconds.
const mostMs = 30_000

// A built server has the program beside its own file; in development and tests it runs as it is written.
const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(
  new URL(isSource ? './table-program.ts' : './table-program.js', import.meta.url),
)

/**
 * The process in which one table is read, seen from outside. A thread would not do: one that runs out of its memory
 * within a call of V8 (JSON, say) takes the whole process with it, on Node 20 at least.
 */
export class TableProcess {
  readonly #child: ChildProcess
  readonly #task: TableTask
  readonly #signal: AbortSignal
  readonly #end = new AbortController()

  constructor(task: TableTask, signal: AbortSignal) {
    const tsx = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    this.#child = fork(program, {
      execArgv: [...heap, ...(isSource ? tsx() : [])],
      // What reads foreign files knows none of our settings.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#task = task
    this.#signal = signal
    // It may end while nobody waits for it.
    this.#child.once('exit', () => this.#end.abort(new TableError('table_too_large_inside')))
    this.#child.on('error', (error) => this.#end.abort(error))
  }

  /** @throws TableError where the file is refused, or is too much for the process */
  async ask(): Promise<TableAnswer> {
    const late = AbortSignal.timeout(mostMs)
    const answer = await this.#hear(AbortSignal.any([this.#signal, this.#end.signal, late])).catch(
      (error) => {
        this.#signal.throwIfAborted()
        this.#end.signal.throwIfAborted()
        throw late.aborted ? new TableError('table_too_large_inside') : error
      },
    )
    if (answer.kind === 'refused') throw new TableError(answer.reason, answer.values)
    if (answer.kind === 'failed') throw new Error('A table could not be read', { cause: answer.stack })
    return answer
  }

  async #hear(signal: AbortSignal): Promise<TableAnswer> {
    const heard = once(this.#child, 'message', { signal })
    // One that has ended cannot be told; its end is heard instead.
    this.#child.send(this.#task, () => {})
    const [answer] = await heard
    return answer
  }

  async close(): Promise<void> {
    if (this.#end.signal.aborted) return
    this.#child.kill('SIGKILL')
    await once(this.#end.signal, 'abort')
  }
}
