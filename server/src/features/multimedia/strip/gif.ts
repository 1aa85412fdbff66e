import type { Size } from './sizes.ts'

// GIF89a. Data is a list of sub-blocks of at most 255 bytes, each after its length. An empty sub-block ends
// the list.
const headBytes = 13
const pictureBytes = 10
const marks = { picture: 0x2c, extension: 0x21, end: 0x3b }
const control = 0xf9
const application = 0xff
/** Loop count of an animation, and colour profile. */
const keptApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/** See `strip`. */
export function stripGif(content: Buffer): Buffer | null {
  const start = headBytes + tableBytes(content.readUInt8(10))
  if (start > content.length) return null
  const pieces = [content.subarray(0, start)]
  for (let at = start; at < content.length; ) {
    const end = endOfBlock(content, at)
    // Refuses a truncated image, because all bytes that follow it would become a part of it.
    if (end === null && content[at] === marks.picture) return null
    // Stops here, because decoders stop at a block that they do not know.
    if (end === null) break
    if (isKept(content, at)) pieces.push(content.subarray(at, end))
    at = end
  }
  return Buffer.concat([...pieces, Buffer.from([marks.end])])
}

/**
 * See `sizesIn`: the rectangle that holds the screen and all frames. Decoders that ignore a large screen report
 * only its frames, but browsers draw the whole screen.
 */
export function gifSizes(content: Buffer): Size[] {
  let [width, height] = [content.readUInt16LE(6), content.readUInt16LE(8)]
  const start = headBytes + tableBytes(content.readUInt8(10))
  for (let at: number | null = start; at !== null; at = endOfBlock(content, at)) {
    if (content[at] !== marks.picture) continue
    if (at + pictureBytes > content.length) break
    width = Math.max(width, content.readUInt16LE(at + 1) + content.readUInt16LE(at + 5))
    height = Math.max(height, content.readUInt16LE(at + 3) + content.readUInt16LE(at + 7))
  }
  return [{ width, height }]
}

function isKept(content: Buffer, at: number): boolean {
  if (content[at] === marks.picture || content[at + 1] === control) return true
  return content[at + 1] === application && keptApplications.has(content.toString('latin1', at + 3, at + 14))
}

function endOfBlock(content: Buffer, at: number): number | null {
  if (content[at] === marks.extension) return endOfParts(content, at + 2)
  if (content[at] !== marks.picture) return null
  // One byte with the code size follows the colour table.
  return endOfParts(content, at + pictureBytes + tableBytes(content.readUInt8(at + 9)) + 1)
}

/** The offset after the empty sub-block; null if there is none. */
function endOfParts(content: Buffer, from: number): number | null {
  for (let at = from; at < content.length; ) {
    const length = content[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

/** Bytes of a colour table; 0 if these flags announce none. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
