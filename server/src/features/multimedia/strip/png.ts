import { type FileHandle, open } from 'node:fs/promises'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const maxOtherChunks = 1000
/** Encoders split the pixels into chunks of about 8 KB, so the largest file has about 2,500 of them. */
const maxChunks = 10_000

/**
 * Whether a PNG has more chunks than a normal encoder writes. The decoder warns of every broken chunk, and
 * sharp passes each warning to the event loop, so millions of empty chunks would block it.
 */
export async function hasTooManyChunks(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return await countsTooMany(file)
  } finally {
    await file.close()
  }
}

async function countsTooMany(file: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(8)
  const start = await file.read(header, 0, 8, 0)
  if (start.bytesRead < 8 || !header.equals(signature)) return false
  let position = 8
  let others = 0
  for (let chunks = 1; chunks <= maxChunks; chunks += 1) {
    const { bytesRead } = await file.read(header, 0, 8, position)
    const type = header.toString('latin1', 4, 8)
    if (bytesRead < 8 || type === 'IEND') return false
    if (type !== 'IDAT' && type !== 'fdAT') others += 1
    if (others > maxOtherChunks) return true
    // The length, type and checksum of a chunk are four bytes each.
    position += header.readUInt32BE(0) + 12
  }
  return true
}
