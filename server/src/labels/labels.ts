import { once } from 'node:events'
import { Readable } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { FairQueue } from '../limits/fair-queue.ts'
import { programBeside } from '../own-program.ts'
import { OwnThreads } from '../own-threads.ts'
import type { Person } from '../person.ts'
import type { BoxLabel, Label } from './label.ts'
import type { DocumentTask, Order, PictureTask, Piece, PrintTask } from './label-program.ts'

export { type BoxLabel, maxLabelItems, type PalletLabel } from './label.ts'

// One thread draws, so one piece of work runs. A turn is one page, so a label never waits for the end of a
// long document of somebody else.
const running = { running: 1, runningOfCompany: 1, runningOfPerson: 1 }
/** Of a document, one page waits at a time, and the slots of downloads limit the documents. */
const pagePlaces = { ...running, waitingOfPerson: 30, waitingOfCompany: 100 }
/** Each waiting request for a picture holds a database connection. */
const picturePlaces = { ...running, waitingOfPerson: 6, waitingOfCompany: 12 }
/** Maximum wait of a picture, ms. The database ends a transaction that is idle for 30 s. */
const waitMs = 8000
/** Timeout of one turn, ms. A page takes some tens of ms, the start of the thread a third of a second. */
const maxMs = 20_000
/** A document keeps 1 KB for each page. The fonts take some tens of MB. */
const heapMiB = 256

const program = programBeside(import.meta.url, 'label-program')
type AnyTask = DocumentTask | PictureTask | PrintTask

/**
 * Draws labels in a worker thread, because one label takes up to 50 ms. The thread starts with the first
 * label and ends after a while without any. If it fails, all documents that are open then fail.
 *
 * The Code 128 of a barcode is as wide as the label allows, at least 2 dots (0.25 mm) per module at 203 dpi.
 * A barcode that is too long for this is printed only as a QR code and text. The limit is about 16 characters
 * on 58 × 40 mm and 22 on 75 × 120 mm (twice as many digits).
 */
export class LabelWriter {
  readonly #maxMs: number
  readonly #pages = new FairQueue(pagePlaces)
  readonly #pictures = new FairQueue(picturePlaces)
  // One thread holds all open documents. The queue gives it one page at a time.
  readonly #thread = new OwnThreads<AnyTask>(program, {
    maxThreads: 1,
    heapMiB,
    tasksPerThread: Number.MAX_SAFE_INTEGER,
  })

  constructor(limit = maxMs) {
    this.#maxMs = limit
  }

  /**
   * Writes the labels as a PDF, one label per page, page by page while they are read. If the reader stops,
   * `labels` stops too. Equal labels give equal bytes.
   *
   * The stream fails with a RangeError if a barcode is not 1…64 visible ASCII characters. Spaces are allowed
   * only inside.
   */
  write(
    size: LabelSize,
    language: Locale,
    labels: AsyncIterable<Label> | Iterable<Label>,
    person: Person,
  ): Readable {
    return Readable.from(this.#piecesOf(size, language, labels, person))
  }

  async *#piecesOf(...[size, language, labels, person]: Parameters<LabelWriter['write']>) {
    const { port1: port, port2 } = new MessageChannel()
    const failing = new AbortController()
    const task: DocumentTask = { size, language, port: port2 }
    let isBegun = false
    const ask = (order: Order) =>
      this.#pages.run(person, () => {
        if (!isBegun) this.#run('writeDocument', task, [port2]).catch((error) => failing.abort(error))
        isBegun = true
        return this.#inTime(answerOf(port, order, failing.signal))
      })
    try {
      for await (const label of labels) yield await ask(label)
      yield await ask(null)
    } finally {
      port.close()
    }
  }

  /**
   * The SVG path that fills everything black on a label, in dots.
   * @throws LimitError if too many pictures of the person or the company wait; RangeError as `write`
   */
  draw(size: LabelSize, language: Locale, label: BoxLabel, person: Person): Promise<string> {
    const task: PictureTask = { size, language, label }
    const work = () => this.#inTime(this.#run<string>('drawPicture', task))
    return this.#pictures.run(person, work, AbortSignal.timeout(waitMs))
  }

  /** The bytes that print a label on a printer. @throws RangeError as `write` */
  print({ person, ...task }: PrintTask & { person: Person }): Promise<Uint8Array> {
    return this.#pages.run(person, () => this.#inTime(this.#run<Uint8Array>('drawPrint', task)))
  }

  #run<Answer>(
    name: 'writeDocument' | 'drawPicture' | 'drawPrint',
    task: AnyTask,
    transferList: MessagePort[] = [],
  ): Promise<Answer> {
    return this.#thread.run(task, { name, transferList })
  }

  /** Ends the thread if the work takes too long. This rejects all its work. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.close(), this.#maxMs)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends the thread. Later work starts another one. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

/** @throws the reason of `failing` if it aborts before */
async function answerOf(port: MessagePort, order: Order, failing: AbortSignal): Promise<Buffer> {
  const answered = once(port, 'message', { signal: failing })
  port.postMessage(order)
  try {
    const [piece]: [Piece] = (await answered) as [Piece] // the program answers nothing else
    return Buffer.from(piece.buffer)
  } catch (error) {
    throw failing.aborted ? failing.reason : error
  }
}
