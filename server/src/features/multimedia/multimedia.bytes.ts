import type { FileHandle } from 'node:fs/promises'

/** The file is not built as its format says; `message` says where. */
export class BrokenVideoError extends Error {}

/** A part of a file: from its first byte up to the one behind its last. */
export type Part = { from: number; to: number }

// A container may say anything of itself; each read costs a call of the system.
const maxReads = 50_000

/** The bytes of a file, read a few at a time. */
export class FileBytes {
  readonly size: number
  readonly #handle: FileHandle
  #reads = 0

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
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, to - from, this.size - from)))
    await this.#handle.read(bytes, 0, bytes.length, from)
    return bytes
  }
}
