import { maxCellCharacters, maxSharedBytes, maxSharedStrings } from '../limits.ts'
import { broken, TableError } from '../table-error.ts'
import { RichText } from './rich-text.ts'
import { readXml } from './xml.ts'

const blockBytes = 1_048_576
// Marks a text that is too long. The error is raised only when a cell uses it, because the message names the
// row.
const tooLong = -1

/**
 * The shared strings of a workbook, as bytes in blocks. A million JavaScript strings would fill the heap with
 * small objects.
 */
export class SharedStrings {
  readonly #blocks: Buffer[] = []
  /** For each text: its start, counted over all blocks, and its length in bytes. */
  readonly #starts: number[] = []
  readonly #lengths: number[] = []
  #end = 0

  add(text: string): void {
    const length = text.length > maxCellCharacters ? tooLong : Buffer.byteLength(text)
    if (length > blockBytes - (this.#end % blockBytes)) this.#end = this.#blocks.length * blockBytes
    if (length > 0 && this.#end === this.#blocks.length * blockBytes)
      this.#blocks.push(Buffer.allocUnsafe(blockBytes))
    if (this.#starts.length >= maxSharedStrings || this.#end + length > maxSharedBytes) {
      throw new TableError('table_too_large_inside')
    }
    this.#starts.push(this.#end)
    this.#lengths.push(length)
    if (length <= 0) return
    this.#blocks.at(-1)?.write(text, this.#end % blockBytes)
    this.#end += length
  }

  /** The text with this index, or null if it is too long. */
  text(index: number): string | null {
    const start = this.#starts[index]
    const length = this.#lengths[index]
    if (start === undefined || length === undefined) throw broken()
    if (length === tooLong) return null
    const from = start % blockBytes
    return this.#blocks[Math.floor(start / blockBytes)]?.toString('utf8', from, from + length) ?? ''
  }
}

export async function readSharedStrings(pieces: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const strings = new SharedStrings()
  const rich = new RichText(maxCellCharacters)
  await readXml(pieces, {
    open: (name) => (name === 'si' ? rich.begin() : rich.open(name)),
    text: (text) => rich.take(text),
    close: (name) => (name === 'si' ? strings.add(rich.text) : rich.close(name)),
  })
  return strings
}
