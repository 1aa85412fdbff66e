// GIF89a. Blocks of at most 255 bytes, each behind its length, end with one of none.
const headBytes = 13
const pictureBytes = 10
const marks = { picture: 0x2c, extension: 0x21, end: 0x3b }
const control = 0xf9
const application = 0xff
/** How often a film is shown, and a colour profile. */
const keptApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/** See `strip`. */
export function stripGif(content: Buffer): Buffer | null {
  const start = headBytes + tableBytes(content.readUInt8(10))
  if (start > content.length) return null
  const pieces = [content.subarray(0, start)]
  for (let at = start; at < content.length; ) {
    const end = endOfBlock(content, at)
    // Of a picture that is cut there is nothing to keep: whatever stands behind it would become a part of it.
    if (end === null && content[at] === marks.picture) return null
    // Decoders stop at what they do not know.
    if (end === null) break
    if (isKept(content, at)) pieces.push(content.subarray(at, end))
    at = end
  }
  return Buffer.concat([...pieces, Buffer.from([marks.end])])
}

function isKept(content: Buffer, at: number): boolean {
  if (content[at] === marks.picture || content[at + 1] === control) return true
  return content[at + 1] === application && keptApplications.has(content.toString('latin1', at + 3, at + 14))
}

function endOfBlock(content: Buffer, at: number): number | null {
  if (content[at] === marks.extension) return endOfParts(content, at + 2)
  if (content[at] !== marks.picture) return null
  // Behind the table stands the size of its codes.
  return endOfParts(content, at + pictureBytes + tableBytes(content.readUInt8(at + 9)) + 1)
}

/** Behind the part without bytes; null where there is none. */
function endOfParts(content: Buffer, from: number): number | null {
  for (let at = from; at < content.length; ) {
    const length = content[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

/** Of a table of colours, if these flags announce one. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
