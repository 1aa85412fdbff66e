import { ArchiveError } from './manifest.ts'

// The format of POSIX.1-2001 (pax), which `tar` reads and writes: blocks of 512 bytes, and a header before
// each file.
const block = 512
const maxOctal = 8 * 1024 ** 3

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

/** Reads the files of a tar one after another. Unread content of a file is skipped. @throws ArchiveError */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = new Bytes(source)
  let pax: { path?: string; size?: number } = {}
  for (;;) {
    const head = await bytes.take(block)
    if (head.every((byte) => byte === 0)) return
    const text = (from: number, length: number) =>
      head.toString('utf8', from, from + length).split('\0')[0] ?? ''
    if (Number.parseInt(text(148, 8), 8) !== checksum(head)) throw new ArchiveError('it is no tar archive')
    const size = pax.size ?? Number.parseInt(text(124, 12), 8)
    const content = bytes.next(size)
    if (text(156, 1) === 'x') pax = readPax(await gather(content))
    else {
      yield { name: pax.path ?? text(0, 100), size, content }
      pax = {}
    }
    for await (const _ of content);
    await bytes.take(tarPadding(size).length)
  }
}

function readPax(records: Buffer): { path?: string; size?: number } {
  const read: { path?: string; size?: number } = {}
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) throw new ArchiveError('it is no tar archive')
    const [key, value = ''] = splitOnce(
      records.toString('utf8', records.indexOf(' ', at) + 1, at + length - 1),
    )
    if (key === 'path') read.path = value
    if (key === 'size') read.size = Number(value)
    at += length
  }
  return read
}

function splitOnce(record: string): [string, string] {
  const at = record.indexOf('=')
  return [record.slice(0, at), record.slice(at + 1)]
}

export async function gather(content: AsyncIterable<Buffer>): Promise<Buffer> {
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
