import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fieldError } from '../../http/errors.ts'
import { FairQueue, type Person } from '../../http/fair-queue.ts'
import type { PhotoAnswer, ReadPhoto } from './multimedia.photo-program.ts'

export type { StrippedFile, VariantImage } from './multimedia.photo-program.ts'

/**
 * Photos that are read at the same moment, and that wait for it. One person has one of the two places, because a photo
 * may take 40 s.
 */
const places = {
  ...{ running: 2, runningOfCompany: 2, runningOfPerson: 1 },
  ...{ waitingOfPerson: 6, waitingOfCompany: 20 },
}
/** Bytes of memory of a process. An AVIF of 50 megapixels takes 1,050 MB, photos of other kinds 600 MB at most. */
const usualBytes = 1_200_000_000
const mostMs = 40_000
/** One that has this much by now reads no further photo: what a decoder gives back stays with the process for long. */
const mostAtRest = 0.3
/** How long a process waits for the next photo, because it takes a third of a second to start. */
const idleMs = 30_000
// MiB; the pixels are none of it.
const heap = ['--max-old-space-size=128', '--max-semi-space-size=8']

// A built server has the program beside its own file; in development and tests it runs as it is written.
const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(
  new URL(isSource ? './multimedia.photo-program.ts' : './multimedia.photo-program.js', import.meta.url),
)
const tsx = () => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]

/** A process that reads one photo after another; what happens to it happens to no call but one. */
class PhotoProcess {
  readonly #child: ChildProcess
  readonly #end = new AbortController()
  #error: Error | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(mostBytes: number) {
    this.#child = fork(program, [String(mostBytes)], {
      execArgv: [...heap, ...(isSource ? tsx() : [])],
      // What reads the files of strangers knows none of our settings.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Copies of a photo are bytes.
      serialization: 'advanced',
    })
    this.#child.once('exit', () => this.#end.abort())
    this.#child.on('error', (error) => {
      this.#error = error
      this.#end.abort()
    })
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted
  }

  /** @returns null where the process has ended, or was ended because it was late or nobody waits for it any more */
  async ask(path: string, leaving?: AbortSignal): Promise<PhotoAnswer | null> {
    clearTimeout(this.#idle)
    this.#hold('ref')
    const signal = AbortSignal.any([
      this.#end.signal,
      AbortSignal.timeout(mostMs),
      ...(leaving ? [leaving] : []),
    ])
    const heard = once(this.#child, 'message', { signal })
    // A process that has ended takes no message. Its exit event rejects the work instead.
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

  /** It does not keep this process from ending; after a while it ends by itself. */
  rest(): this {
    this.#hold('unref')
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
    return this
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  #hold(how: 'ref' | 'unref'): void {
    this.#child[how]()
    this.#child.channel?.[how]()
  }
}

/** Reads photos in processes of their own: no photo takes the memory or the time of the server. */
export class PhotoReader {
  readonly #mostBytes: number
  readonly #resting: PhotoProcess[] = []
  readonly #queue = new FairQueue(places)

  constructor(mostBytes = usualBytes) {
    this.#mostBytes = mostBytes
  }

  /** Its size as it is looked at, and its smaller copies. @throws ApiError 422 at `file`; LimitError */
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
    const used = rested.pop() ?? new PhotoProcess(this.#mostBytes)
    this.#resting.push(...rested)
    const answer = await used.ask(path, leaving)
    if (answer === null) return null
    if (answer.rss > this.#mostBytes * mostAtRest) used.end()
    else this.#resting.push(used.rest())
    return answer
  }
}

const reader = new PhotoReader()

/**
 * Its size as it is looked at, and its smaller copies.
 * @param leaving aborted when nobody waits for it any more
 * @throws ApiError 422 at `file`; LimitError
 */
export const readPhoto = (path: string, person: Person, leaving?: AbortSignal): Promise<ReadPhoto> =>
  reader.read(path, person, leaving)
