import { ArchiveError } from './manifest.ts'

// The format of POSIX.1-2001 (pax), which `tar` reads and writes: blocks of 512 bytes, and a header before
// each file.
const block = 512
const maxOctal = 8 * 1024 ** 3
/** A pax header has a path and a size. */
const maxPaxBytes = 64 * 1024

export const tarEnd = Buffer.alloc(2 * block)

/** The header of a file. */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) <= 100 && size < maxOctal) return header(name, size, at, '0')
  const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(size)))
  return Buffer.concat([
    header('pax', records.length, at, 'x'),
    records,
    tarPadding(records.length),
    header('long', size < maxOctal ? size : 0, at, '0'),
  ])
}

/** The padding after the content of a file, so that the next header starts at a block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

function header(name: string, size: number, at: Date, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  bytes.write(name, 0)
  bytes.write(octal(0o600, 8), 100)
  for (const owner of [108, 116]) bytes.write(octal(0, 8), owner)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  bytes.write(type, 156)
  bytes.write('ustar\x0000', 257)
  bytes.write(`${octal(checksum(bytes), 7)}\0 `, 148)
  return bytes
}

/** The sum of all bytes. The eight bytes of the checksum field count as spaces. */
function checksum(bytes: Buffer): number {
  return bytes.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

/** `LENGTH key=value`. The length includes its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bare = Buffer.byteLength(rest)
  const length = bare + String(bare + String(bare).length).length
  return `${length}${rest}`
}

export type TarFile = { name: string; size: number; content: AsyncIterable<Buffer> }

/**
 * Reads the files of a tar one after another. Unread content of a file is skipped.
 * @throws ArchiveError, also for a folder, a link or another entry that `tarHeader` does not write
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = new Bytes(source)
  let pax: { path?: string; size?: number } = {}
  for (;;) {
    const head = await bytes.take(block)
    if (head.every((byte) => byte === 0)) return
    const text = (from: number, length: number) =>
      head.toString('utf8', from, from + length).split('\0')[0] ?? ''
    if (Number.parseInt(text(148, 8), 8) !== checksum(head)) throw new ArchiveError('it is no tar archive')
    const size = pax.size ?? readNumber(text(124, 12), 8)
    const content = bytes.next(size)
    const name = pax.path ?? text(0, 100)
    const type = text(156, 1)
    if (type === 'x') pax = readPax(await gatherSmall({ name: 'a header', size, content }, maxPaxBytes))
    else if (type === '0' || type === '') {
      yield { name, size, content }
      pax = {}
    } else throw new ArchiveError(`it holds ${name}, which is no file`)
    for await (const _ of content);
    await bytes.take(tarPadding(size).length)
  }
}

// parseInt would accept a sign and ignore letters.
function readNumber(text: string, radix: 8 | 10): number {
  const number = numbers[radix].test(text) ? Number.parseInt(text, radix) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  throw new ArchiveError('it is no tar archive')
}
const numbers = { 8: /^[0-7]+$/, 10: /^[0-9]+$/ }

function readPax(records: Buffer): { path?: string; size?: number } {
  const read: { path?: string; size?: number } = {}
  for (let at = 0; at < records.length; ) {
    const space = records.indexOf(' ', at)
    const end = at + readNumber(records.toString('latin1', at, Math.max(at, space)), 10)
    if (end <= space || end > records.length) throw new ArchiveError('it is no tar archive')
    const [key, value] = splitOnce(records.toString('utf8', space + 1, end - 1))
    if (key === 'path') read.path = value
    if (key === 'size') read.size = readNumber(value, 10)
    at = end
  }
  return read
}

function splitOnce(record: string): [string, string] {
  const at = record.indexOf('=')
  return [record.slice(0, at), record.slice(at + 1)]
}

/** The whole content of a file. @throws ArchiveError if it is longer than `maxBytes`; then nothing is read */
export async function gatherSmall({ name, size, content }: TarFile, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw new ArchiveError(`${name} is longer than ${maxBytes} bytes`)
  return gather(content)
}

async function gather(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads a given number of bytes from a stream. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  take = (size: number): Promise<Buffer> => gather(this.next(size))

  async *next(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done) throw new ArchiveError('it is cut off')
        this.#rest = value
      }
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }
}
