import type { FileHandle } from 'node:fs/promises'
import { Slices } from '../../../slices.ts'

/** The file does not follow its format; `message` says where. */
export class BrokenVideoError extends Error {}

/** Reading the file to its end would take too long. */
export class TooManyPartsError extends BrokenVideoError {}

/** A range of a file, byte offsets: `from` is included, `to` is not. */
export type Part = { from: number; to: number }

/**
 * Bytes that replace existing bytes of a file: `head` at the offset `at`, and zeros. The file keeps its size.
 */
export type Overwrite = { at: number; head: Buffer; zeros: Part }

// Bounds the reads of one file, because a malicious container may declare any number of parts.
const defaultMaxReads = 50_000
/** Bytes per read. One system call for each of thousands of small parts would keep the server busy. */
const blockBytes = 16_384

/** Reads a file a few bytes at a time. */
export class FileBytes {
  readonly size: number
  readonly #handle: FileHandle
  readonly #maxReads: number
  #reads = 0
  #block: Buffer = Buffer.alloc(0)
  #blockFrom = 0
  #slices: Slices | undefined

  constructor(handle: FileHandle, size: number, maxReads = defaultMaxReads) {
    this.#handle = handle
    this.#maxReads = maxReads
    this.size = size
  }

  /** @throws BrokenVideoError if the part is shorter than `length`, or after too many reads */
  async read(part: Part, length: number): Promise<Buffer> {
    if (part.from + length > part.to) throw new BrokenVideoError(`a part ends early at ${part.from}`)
    return this.readSome(part, length)
  }

  /** Same as `read`, but a shorter part returns the bytes that it has. */
  async readSome({ from, to }: Part, length: number): Promise<Buffer> {
    this.#reads += 1
    if (this.#reads > this.#maxReads) throw new TooManyPartsError('it has too many parts')
    // Yields to the event loop: a block holds thousands of parts, and 20 people of a company upload at once.
    this.#slices ??= await Slices.begin()
    if (this.#slices.isOver) await this.#slices.next()
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

/**
 * Overwrites ranges that do not overlap. Reads and writes in blocks, because there may be tens of thousands of
 * ranges. A block that has these bytes already is not written.
 * @returns whether any byte has changed
 */
export async function overwrite(handle: FileHandle, changes: readonly Overwrite[]): Promise<boolean> {
  const slices = await Slices.begin()
  const block = Buffer.alloc(4 * blockBytes)
  let [from, to] = [0, 0]
  let [isBlockChanged, isChanged] = [false, false]
  const flush = async () => {
    if (isBlockChanged) await writeAt(handle, block.subarray(0, to - from), from)
    isChanged ||= isBlockChanged
    isBlockChanged = false
  }
  /** Replaces a part with these bytes, or with zeros. */
  const fill = async (part: Part, bytes: Buffer | null) => {
    for (let at = part.from; at < part.to; ) {
      if (at >= to) {
        await flush()
        from = at
        to = at + (await handle.read(block, 0, block.length, at)).bytesRead
        if (to === from) throw new Error('The file has become shorter')
      }
      const end = Math.min(part.to, to)
      const old = block.subarray(at - from, end - from)
      const written = bytes
        ? bytes.subarray(at - part.from, end - part.from)
        : zeroBlock.subarray(0, old.length)
      if (!old.equals(written)) {
        written.copy(old)
        isBlockChanged = true
      }
      at = end
    }
  }
  for (const { at, head, zeros } of changes.toSorted((one, other) => one.at - other.at)) {
    if (slices.isOver) await slices.next()
    await fill({ from: at, to: at + head.length }, head)
    await fill(zeros, null)
  }
  await flush()
  return isChanged
}

const zeroBlock = Buffer.alloc(4 * blockBytes)

async function writeAt(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
