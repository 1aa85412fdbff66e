import { type FileHandle, open } from 'node:fs/promises'

/** What a container says of its video; null where it does not. */
export type ReadVideo = { width: number | null; height: number | null; duration: number | null }

const unknown: ReadVideo = { width: null, height: null, duration: null }
// A container may say anything of itself.
const mostBoxes = 500
const mostSeconds = 1_000_000
const mostPixels = 20_000

/** Reads the headers of MP4 and MOV (ISO 14496-12), some hundred bytes of a file; of WebM nothing is read. */
export async function readVideo(path: string, format: string): Promise<ReadVideo> {
  if (format === 'webm') return unknown
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const movie = (await boxesIn(file, 0, size)).find(({ type }) => type === 'moov')
    if (!movie) return unknown
    const parts = await boxesIn(file, movie.from, movie.to)
    const duration = await readDuration(file, parts)
    for (const track of parts.filter(({ type }) => type === 'trak')) {
      const shown = await readTrack(file, track)
      if (shown) return { ...shown, duration }
    }
    return { ...unknown, duration }
  } finally {
    await file.close()
  }
}

type Box = { type: string; from: number; to: number }

/** The boxes side by side in a part of the file, as far as their sizes make sense. */
async function boxesIn(file: FileHandle, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < mostBoxes; ) {
    const head = await readBytes(file, at, 16)
    const short = head.readUInt32BE(0)
    const header = short === 1 ? 16 : 8
    const size = short === 0 ? to - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (size < header || at + size > to) break
    boxes.push({ type: head.toString('latin1', 4, 8), from: at + header, to: at + size })
    at += size
  }
  return boxes
}

async function readDuration(file: FileHandle, parts: readonly Box[]): Promise<number | null> {
  const header = parts.find(({ type }) => type === 'mvhd')
  if (!header) return null
  const bytes = await readBytes(file, header.from, 32)
  const isLong = bytes[0] === 1
  const scale = bytes.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16)
  const seconds = Math.round(units / scale)
  return seconds > 0 && seconds < mostSeconds ? seconds : null
}

/** The size of a track that is seen; the matrix says whether it lies on its side. */
async function readTrack(
  file: FileHandle,
  track: Box,
): Promise<{ width: number; height: number } | undefined> {
  const header = (await boxesIn(file, track.from, track.to)).find(({ type }) => type === 'tkhd')
  if (!header) return undefined
  const bytes = await readBytes(file, header.from, 96)
  const matrix = bytes[0] === 1 ? 52 : 40
  // Fixed point: the whole pixels stand in the upper half.
  const width = bytes.readUInt32BE(matrix + 36) >>> 16
  const height = bytes.readUInt32BE(matrix + 40) >>> 16
  if (width === 0 || height === 0 || Math.max(width, height) > mostPixels) return undefined
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Zeros stand for what is beyond the end. */
async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, at)
  return bytes
}
