import type { FileHandle } from 'node:fs/promises'

/** The file is not built as its format says; `message` says where. */
export class BrokenVideoError extends Error {}

/** A part of a file: from its first byte up to the one behind its last. */
export type Part = { from: number; to: number }

/** What is to stand at a place of a file in place of what is there; the file keeps its size. */
export type Overwrite = { at: number; head: Buffer; zeros: Part }

// A container may say anything of itself.
const maxReads = 50_000
/** Bytes that are read at once. A call of the system for each of thousands of small parts would keep the server busy. */
const blockBytes = 16_384

/** The bytes of a file, taken a few at a time. */
export class FileBytes {
  readonly size: number
  readonly #handle: FileHandle
  #reads = 0
  #block: Buffer = Buffer.alloc(0)
  #blockFrom = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** @throws BrokenVideoError where the part ends before, or after too many reads */
  async read(part: Part, length: number): Promise<Buffer> {
    if (part.from + length > part.to) throw new BrokenVideoError(`a part ends early at ${part.from}`)
    return this.readSome(part, length)
  }

  /** The same; a part that ends before gives what it has. */
  async readSome({ from, to }: Part, length: number): Promise<Buffer> {
    this.#reads += 1
    if (this.#reads > maxReads) throw new BrokenVideoError('it has too many parts')
    const wanted = Math.max(0, Math.min(length, to - from, this.size - from))
    if (from < this.#blockFrom || from + wanted > this.#blockFrom + this.#block.length)
      await this.#readBlock(from, Math.max(wanted, blockBytes))
    const start = from - this.#blockFrom
    return this.#block.subarray(start, start + wanted)
  }

  async #readBlock(from: number, length: number): Promise<void> {
    const block = Buffer.alloc(Math.max(0, Math.min(length, this.size - from)))
    const { bytesRead } = await this.#handle.read(block, 0, block.length, from)
    if (bytesRead < block.length) throw new BrokenVideoError(`the file ends early at ${from}`)
    this.#block = block
    this.#blockFrom = from
  }
}
