import { crc32 } from 'node:zlib'
import { orientationExif } from './exif.ts'

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

/** See `strip`. */
export function stripPng(content: Buffer, orientation: number): Buffer | null {
  const exif = orientationExif(orientation)
  const pieces = [content.subarray(0, signatureBytes)]
  for (let at = signatureBytes; ; ) {
    const end = at + chunkBytes + content.readUInt32BE(at)
    if (end > content.length) return null
    const type = content.toString('latin1', at + 4, at + 8)
    if (kept.has(type)) pieces.push(content.subarray(at, end))
    if (type === 'IHDR' && exif) pieces.push(chunk('eXIf', exif))
    if (type === 'IEND') return Buffer.concat(pieces)
    at = end
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(chunkBytes + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}
