import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { endError, programBeside } from '../../own-program.ts'
import { TableError } from './table-error.ts'
import type { TableAnswer, TableTask } from './table-program.ts'

// Memory limits, MiB. They are enough for the worst files within the limits, with a margin. Only a crafted
// file needs more.
export const heap = ['--max-old-space-size=128', '--max-semi-space-size=8']
// Timeout of one answer. The header of a workbook whose sheets have only empty rows takes seconds.
const maxMs = 30_000

const program = programBeside(import.meta.url, 'table-program')

/**
 * The child process that reads one table. A thread is not enough: if it runs out of memory inside a call of
 * V8 (such as JSON), it ends the whole process, at least on Node 20.
 */
export class TableProcess {
  readonly #child: ChildProcess
  readonly #task: TableTask
  readonly #signal: AbortSignal
  readonly #end = new AbortController()

  constructor(task: TableTask, signal: AbortSignal) {
    this.#child = fork(program.filename, {
      execArgv: heap,
      // The process reads untrusted files, so it gets no environment variables.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#task = task
    this.#signal = signal
    // The process may end while no answer is awaited.
    this.#child.once('exit', (code) =>
      this.#end.abort(endError(program, code) ?? new TableError('table_too_large_inside')),
    )
    this.#child.on('error', (error) => this.#end.abort(error))
  }

  /** @throws TableError if the file is rejected or exceeds the limits of the process */
  async ask(): Promise<TableAnswer> {
    const late = AbortSignal.timeout(maxMs)
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
    // Sending to a process that has ended fails. The error is ignored, because the exit event reports the
    // end.
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
