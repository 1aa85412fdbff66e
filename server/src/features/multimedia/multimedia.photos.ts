import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fieldError } from '../../errors/errors.ts'
import { FairQueue } from '../../limits/fair-queue.ts'
import { endError, programBeside } from '../../own-program.ts'
import type { Person } from '../../person.ts'
import type { PhotoAnswer, ReadPhoto } from './multimedia.photo-program.ts'

export type { StrippedFile, VariantImage } from './multimedia.photo-program.ts'

/**
 * Maximum photos that are read at the same time, and that wait. One person gets one of the two slots, because
 * a photo may take 40 s.
 */
const places = {
  running: 2,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 6,
  waitingOfCompany: 20,
}
/**
 * Memory limit of a process, bytes. A 50-megapixel AVIF takes 1,050 MB, other formats take at most 600 MB.
 */
const usualBytes = 1_200_000_000
const maxMs = 40_000
/**
 * Part of the memory limit above which a process reads no further photo, because memory that a decoder frees
 * stays with the process for long.
 */
const maxAtRest = 0.3
/**
 * How long an idle process waits for the next photo, ms. It waits because a start takes a third of a second.
 */
const usualIdleMs = 30_000
// MiB. Pixels are not part of this heap.
const heap = ['--max-old-space-size=128', '--max-semi-space-size=8']

const program = programBeside(import.meta.url, 'multimedia.photo-program')

/** A process that reads one photo after another. Its crash affects only the call that waits for it. */
class PhotoProcess {
  readonly #child: ChildProcess
  readonly #end = new AbortController()
  #error: Error | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(maxBytes: number) {
    this.#child = fork(program.filename, [String(maxBytes)], {
      execArgv: heap,
      // The process reads untrusted files, so it gets none of the server's settings.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Sends the copies of a photo as bytes.
      serialization: 'advanced',
    })
    this.#child.once('exit', (code) => this.#endWith(endError(program, code)))
    this.#child.on('error', (error) => this.#endWith(error))
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted
  }

  /**
   * @returns null if the process ended, or was killed after a timeout or because nobody waits for it any more
   */
  async ask(path: string, leaving?: AbortSignal): Promise<PhotoAnswer | null> {
    clearTimeout(this.#idle)
    this.#hold('ref')
    const signal = AbortSignal.any([
      this.#end.signal,
      AbortSignal.timeout(maxMs),
      ...(leaving ? [leaving] : []),
    ])
    const heard = once(this.#child, 'message', { signal })
    // Ignores the error of a process that has ended, because its exit event rejects the work.
    this.#child.send(path, () => {})
    try {
      const [answer] = await heard
      return answer
    } catch (error) {
      this.end()
      if (this.#error || !signal.aborted) throw this.#error ?? error
      return null
    }
  }

  /**
   * Keeps the idle process for a while, then kills it. An idle process does not keep the server process
   * alive.
   */
  rest(idleMs: number): this {
    this.#hold('unref')
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
    return this
  }

  end(): void {
    this.#child.kill('SIGKILL')
    // The exit event comes later, and nobody may ask the process in between.
    this.#end.abort()
  }

  #endWith(error: Error | null): void {
    this.#error ??= error
    this.#end.abort()
  }

  #hold(how: 'ref' | 'unref'): void {
    this.#child[how]()
    this.#child.channel?.[how]()
  }
}

/** Reads photos in separate processes, so that no photo takes the memory or the time of the server. */
export class PhotoReader {
  readonly #maxBytes: number
  readonly #idleMs: number
  readonly #resting: PhotoProcess[] = []
  readonly #queue = new FairQueue(places)

  constructor(maxBytes = usualBytes, idleMs = usualIdleMs) {
    this.#maxBytes = maxBytes
    this.#idleMs = idleMs
  }

  /** The displayed size of a photo, and its smaller copies. @throws ApiError 422 at `file`; LimitError */
  async read(path: string, person: Person, leaving?: AbortSignal): Promise<ReadPhoto> {
    const answer = await this.#queue.run(person, () => this.#ask(path, leaving), leaving)
    if (answer === null) throw fieldError('file', 'photo_too_complex')
    if (answer.kind === 'failed') throw new Error('A photo could not be read', { cause: answer.stack })
    if (answer.kind === 'read') return answer.photo
    const { key, ...values } = answer.fault
    throw fieldError('file', key, 'values' in values ? values.values : undefined)
  }

  async #ask(path: string, leaving: AbortSignal | undefined): Promise<PhotoAnswer | null> {
    const rested = this.#resting.splice(0).filter(({ hasEnded }) => !hasEnded)
    const used = rested.pop() ?? new PhotoProcess(this.#maxBytes)
    this.#resting.push(...rested)
    const answer = await used.ask(path, leaving)
    if (answer === null) return null
    if (answer.rss > this.#maxBytes * maxAtRest) used.end()
    else this.#resting.push(used.rest(this.#idleMs))
    return answer
  }
}

const reader = new PhotoReader()

/**
 * The displayed size of a photo, and its smaller copies.
 * @param leaving aborted when nobody waits for the photo any more
 * @throws ApiError 422 at `file`; LimitError
 */
export const readPhoto = (path: string, person: Person, leaving?: AbortSignal): Promise<ReadPhoto> =>
  reader.read(path, person, leaving)
