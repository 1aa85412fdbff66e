import { orientationExif } from './exif.ts'

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
