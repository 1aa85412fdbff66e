import { orientationExif } from './exif.ts'
import type { Size } from './sizes.ts'

// RFC 9649: a chunk consists of its type, its length and its content, which is padded to an even length.
const headBytes = 8
const kept = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'])
const keptOfFrame = new Set(['VP8 ', 'VP8L', 'ALPH'])
const frameHeadBytes = 16
const flags = { exif: 0x08, xmp: 0x04 }

type Chunk = { type: string; content: Buffer }

/** See `strip`. */
export function stripWebp(content: Buffer, orientation: number): Buffer | null {
  const whole = Math.min(content.length, headBytes + content.readUInt32LE(4))
  const chunks = chunksIn(content.subarray(12, whole))
  if (!chunks) return null
  // Only a file with this extended header may contain EXIF.
  const isExtended = chunks.some(({ type }) => type === 'VP8X')
  const exif = isExtended ? orientationExif(orientation) : null
  const pieces: Buffer[] = []
  for (const { type, content } of chunks) {
    if (type === 'VP8X') pieces.push(write(type, bareHead(content, exif !== null)))
    else if (type === 'ANMF') {
      const frame = bareFrame(content)
      if (!frame) return null
      pieces.push(write(type, frame))
    } else if (kept.has(type)) pieces.push(write(type, content))
  }
  if (exif) pieces.push(write('EXIF', exif))
  return write('RIFF', Buffer.concat([Buffer.from('WEBP'), ...pieces]))
}

/** See `sizesIn`: of the canvas, of each frame with its offset, and of each picture. */
export function* webpSizes(content: Buffer): Iterable<Size> {
  for (const chunk of chunksIn(content.subarray(12)) ?? brokenChunks()) {
    yield* sizesOf(chunk)
    if (chunk.type !== 'ANMF') continue
    for (const inner of chunksIn(chunk.content.subarray(frameHeadBytes)) ?? brokenChunks())
      yield* sizesOf(inner)
  }
}

function brokenChunks(): never {
  throw new RangeError('a chunk ends elsewhere')
}

function* sizesOf({ type, content }: Chunk): Iterable<Size> {
  const number = (at: number) => content.readUIntLE(at, 3)
  if (type === 'VP8X') yield { width: number(4) + 1, height: number(7) + 1 }
  // Offsets are counted in steps of two pixels.
  if (type === 'ANMF') yield { width: 2 * number(0) + number(6) + 1, height: 2 * number(3) + number(9) + 1 }
  // 14 bits each; the two highest bits of a VP8 size ask for scaling. A tag and a start code come first.
  if (type === 'VP8 ')
    yield { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
  if (type === 'VP8L') {
    const bits = content.readUInt32LE(1)
    yield { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
}

function chunksIn(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const start = at + headBytes
    const end = start + bytes.readUInt32LE(at + 4)
    if (end > bytes.length) return null
    chunks.push({ type: bytes.toString('latin1', at, at + 4), content: bytes.subarray(start, end) })
    at = end + (end % 2)
  }
  return chunks
}

function bareHead(content: Buffer, hasExif: boolean): Buffer {
  const head = Buffer.from(content)
  head.writeUInt8((head.readUInt8(0) & ~flags.xmp & ~flags.exif) | (hasExif ? flags.exif : 0), 0)
  return head
}

/** A frame of an animation contains its own chunks. */
function bareFrame(content: Buffer): Buffer | null {
  const chunks = chunksIn(content.subarray(frameHeadBytes))
  if (!chunks) return null
  const pieces = chunks
    .filter(({ type }) => keptOfFrame.has(type))
    .map(({ type, content }) => write(type, content))
  return Buffer.concat([content.subarray(0, frameHeadBytes), ...pieces])
}

function write(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
