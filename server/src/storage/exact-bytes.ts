import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { WrongLengthError } from './storage.errors.ts'

/**
 * The content of a stored file, exactly `length` bytes. Fails with a WrongLengthError if the source has more
 * or fewer, and never passes on a surplus byte, because a reader has announced the length to its own client,
 * who would take the difference for the next answer. Destroys the source when it is destroyed itself.
 */
export class ExactBytes extends Transform {
  readonly #length: number
  #passed = 0

  constructor(source: Readable, length: number) {
    super()
    this.#length = length
    // An error of the source destroys this stream with the same error, so its reader handles it.
    pipeline(source, this, () => undefined)
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    if (this.#passed + chunk.length > this.#length) {
      callback(new WrongLengthError(`A stored file has more than the announced ${this.#length} bytes`))
      return
    }
    this.#passed += chunk.length
    callback(null, chunk)
  }

  override _flush(callback: TransformCallback): void {
    if (this.#passed === this.#length) callback()
    else callback(new WrongLengthError(`A stored file ended after ${this.#passed} of ${this.#length} bytes`))
  }
}
