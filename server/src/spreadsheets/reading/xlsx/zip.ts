import { crc32, createInflateRaw } from 'node:zlib'
import { maxEntries, maxUnpackedBytes, maxUnpackedPerPacked, ratioCountsFromBytes } from '../limits.ts'
import { broken, TableError } from '../table-error.ts'

// Numbers and names from PKWARE's APPNOTE.TXT 6.3.10.
const endSignature = 0x06054b50
const endSize = 22
const directorySignature = 0x02014b50
const directorySize = 46
const localSignature = 0x04034b50
const localSize = 30
const stored = 0
const deflated = 8
// Encrypted, strongly encrypted, encrypted directory.
const encryptedFlags = 0x1 | 0x40 | 0x2000
// Marks a size or offset that does not fit into 32 bits. No file within our limits needs it.
const elsewhere = 0xffffffff

/** A part of an archive: its bytes and its data from the directory. */
type Entry = { name: string; method: number; crc: number; packed: Buffer; size: number }

type Listed = Omit<Entry, 'packed'> & { packedSize: number; offset: number }

/**
 * The parts of an archive by name in lower case, because references ignore case. Nothing is unpacked. Every
 * statement of the directory is verified.
 */
export function openZip(bytes: Buffer): Map<string, Entry> {
  const { listed, directoryAt } = readDirectory(bytes)
  checkSizes(listed)
  const entries = new Map<string, Entry>()
  let free = 0
  // In the order of their offsets, to detect parts that share bytes.
  for (const entry of listed.toSorted((one, other) => one.offset - other.offset)) {
    const from = dataStart(bytes, entry, directoryAt)
    const to = from + entry.packedSize
    const name = entry.name.toLowerCase()
    if (entry.offset < free || to > directoryAt || entries.has(name)) throw broken()
    free = to
    entries.set(name, { ...entry, packed: bytes.subarray(from, to) })
  }
  return entries
}

/** Unpacks a part piece by piece. @throws TableError if it does not match the directory */
export async function* unpack(entry: Entry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  for await (const piece of entry.method === stored ? [entry.packed] : inflated(entry.packed)) {
    size += piece.length
    if (size > entry.size) throw broken()
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw broken()
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 65_536 })
  inflate.end(packed)
  try {
    for await (const piece of inflate) yield piece
  } catch (error) {
    // Only errors of zlib itself. An error of ours is not caused by the file.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw broken()
    throw error
  } finally {
    inflate.destroy()
  }
  if (inflate.bytesWritten !== packed.length) throw broken()
}

function readDirectory(bytes: Buffer): { listed: Listed[]; directoryAt: number } {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const isOneDisk = bytes.readUInt16LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count
  const directoryAt = bytes.readUInt32LE(end + 16)
  const directoryEnd = directoryAt + bytes.readUInt32LE(end + 12)
  if (!isOneDisk || directoryEnd > end) throw broken()
  if (count > maxEntries) throw new TableError('table_too_large_inside')
  const listed: Listed[] = []
  let at = directoryAt
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readListed(bytes, at, directoryEnd)
    listed.push(entry)
    at = next
  }
  if (at !== directoryEnd) throw broken()
  return { listed, directoryAt }
}

/**
 * Finds the end record. After it only a comment of up to 65,535 bytes may follow, which must reach to the end
 * of the file.
 */
function findEnd(bytes: Buffer): number {
  const from = bytes.length - endSize
  for (let at = from; at >= Math.max(0, from - 0xffff); at -= 1) {
    if (
      bytes.readUInt32LE(at) === endSignature &&
      at + endSize + bytes.readUInt16LE(at + 20) === bytes.length
    ) {
      return at
    }
  }
  throw broken()
}

function readListed(bytes: Buffer, at: number, end: number): { entry: Listed; next: number } {
  if (at + directorySize > end || bytes.readUInt32LE(at) !== directorySignature) throw broken()
  const nameEnd = at + directorySize + bytes.readUInt16LE(at + 28)
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  if (next > end) throw broken()
  if ((bytes.readUInt16LE(at + 8) & encryptedFlags) !== 0) throw new TableError('table_encrypted')
  const entry = {
    name: bytes.toString('utf8', at + directorySize, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
  checkEntry(entry)
  return { entry, next }
}

function checkEntry({ name, method, packedSize, size, offset }: Listed): void {
  const isInside = name !== '' && !/^\/|\\|\0|^[a-z]:|(^|\/)\.\.?(\/|$)/i.test(name)
  const isKnown = method === deflated || (method === stored && packedSize === size)
  if (!isInside || !isKnown || [packedSize, size, offset].includes(elsewhere)) throw broken()
  // An archive inside a table is suspicious, and nobody would find it there.
  if (/\.(zip|xls[xmb]?|docx?|7z|rar|gz|jar)$/i.test(name)) throw new TableError('table_archive_inside')
}

function checkSizes(listed: readonly Listed[]): void {
  let total = 0
  for (const { size, packedSize } of listed) {
    total += size
    const isBomb = size > ratioCountsFromBytes && size > packedSize * maxUnpackedPerPacked
    if (isBomb || total > maxUnpackedBytes) throw new TableError('table_too_large_inside')
  }
}

/** The offset of a part's data, after its local header. The header must match the directory. */
function dataStart(bytes: Buffer, { offset, name, method }: Listed, directoryAt: number): number {
  if (offset + localSize > directoryAt || bytes.readUInt32LE(offset) !== localSignature) throw broken()
  const nameEnd = offset + localSize + bytes.readUInt16LE(offset + 26)
  const isSame =
    bytes.readUInt16LE(offset + 8) === method && bytes.toString('utf8', offset + localSize, nameEnd) === name
  if (!isSame) throw broken()
  return nameEnd + bytes.readUInt16LE(offset + 28)
}
