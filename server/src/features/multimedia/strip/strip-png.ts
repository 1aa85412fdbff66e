import { crc32, inflateSync } from 'node:zlib'
import { orientationExif } from './exif.ts'
import type { Size } from './sizes.ts'

// W3C PNG, third edition. A chunk consists of its length, type, content and checksum.
const signatureBytes = 8
const chunkBytes = 12
const kept = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'acTL',
  'fcTL',
  'fdAT',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'mDCV',
  'cLLI',
  'sBIT',
  'bKGD',
  'pHYs',
])

/** Larger than any profile of a screen or a printer, bytes. */
const maxProfileBytes = 4 * 1024 * 1024

/**
 * See `strip`. Removes a colour profile that unpacks beyond its limit, because every program that shows the
 * photo would unpack it. A second profile is removed too, because a PNG has one at most.
 */
export function stripPng(content: Buffer, orientation: number): Buffer | null {
  const exif = orientationExif(orientation)
  const pieces = [content.subarray(0, signatureBytes)]
  let hasProfile = false
  for (let at = signatureBytes; ; ) {
    const end = at + chunkBytes + content.readUInt32BE(at)
    if (end > content.length) return null
    const type = content.toString('latin1', at + 4, at + 8)
    const isUsable = type !== 'iCCP' || (!hasProfile && isSmallProfile(content.subarray(at + 8, end - 4)))
    if (kept.has(type) && isUsable) pieces.push(content.subarray(at, end))
    hasProfile ||= type === 'iCCP'
    if (type === 'IHDR' && exif) pieces.push(chunk('eXIf', exif))
    if (type === 'IEND') return Buffer.concat(pieces)
    at = end
  }
}

/** See `sizesIn`: of the picture, and of each frame of an animation with its offset. */
export function* pngSizes(content: Buffer): Iterable<Size> {
  for (let at = signatureBytes; at + chunkBytes <= content.length; ) {
    const type = content.toString('latin1', at + 4, at + 8)
    const number = (index: number) => content.readUInt32BE(at + 8 + 4 * index)
    if (type === 'IHDR') yield { width: number(0), height: number(1) }
    // A sequence number comes first.
    if (type === 'fcTL') yield { width: number(1) + number(3), height: number(2) + number(4) }
    at += chunkBytes + content.readUInt32BE(at)
  }
}

/**
 * The profile follows its name, a zero and the compression method. It is never unpacked beyond the limit.
 * Broken data is kept, because it unpacks no further for others either.
 */
function isSmallProfile(chunk: Buffer): boolean {
  const name = chunk.indexOf(0)
  try {
    inflateSync(chunk.subarray(name + 2), { maxOutputLength: maxProfileBytes })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE' // all errors of zlib have a code
  }
  return true
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(chunkBytes + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}
