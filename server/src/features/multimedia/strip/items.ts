import type { Box } from './boxes.ts'
import type { Part } from './bytes.ts'

// ISO 14496-12 (boxes), ISO 23008-12 (image items), for files that are in memory.

/** The boxes in a part of a file; null if their sizes do not fill it. */
export function boxesIn(bytes: Buffer, { from, to }: Part): Box[] | null {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const header = short === 1 ? 16 : 8
    if (size < header || size > to - at) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), head: at, from: at + header, to: at + size })
    at += size
  }
  return boxes
}

/** The type of each item. Items of old versions have no type, so they are not images. */
export function readTypes(bytes: Buffer, infos: Box): Map<number, string> | null {
  const countBytes = bytes.readUInt8(infos.from) === 0 ? 2 : 4
  const boxes = boxesIn(bytes, { from: infos.from + 4 + countBytes, to: infos.to })
  if (!boxes) return null
  const types = new Map<number, string>()
  for (const { from } of boxes) {
    const version = bytes.readUInt8(from)
    const idBytes = version >= 3 ? 4 : 2
    const id = bytes.readUIntBE(from + 4, idBytes)
    // A two-byte protection index follows the id.
    const at = from + 4 + idBytes + 2
    types.set(id, version >= 2 ? bytes.toString('latin1', at, at + 4) : '')
  }
  return types
}

/**
 * An item and the file ranges of its data; null if they are outside the file or addressed in an unusual way.
 */
export type Item = { id: number; parts: Part[] | null }

export function readPlaces(bytes: Buffer, { from, to }: Box, data: Box | undefined): Item[] | null {
  const version = bytes.readUInt8(from)
  let at = from + 4
  const next = (length: number): number => {
    if (at + length > to) throw new RangeError('the places of items end early')
    const value =
      length === 0 ? 0 : length === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, length)
    at += length
    return value
  }
  const sizes = next(2)
  const [offsetBytes, lengthBytes] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseBytes, indexBytes] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0]
  if ([offsetBytes, lengthBytes, baseBytes, indexBytes].some((length) => ![0, 4, 8].includes(length)))
    return null
  const items: Item[] = []
  for (let count = next(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const id = next(version < 2 ? 2 : 4)
    const method = version > 0 ? next(2) & 15 : 0
    const isElsewhere = next(2) !== 0
    const base = next(baseBytes)
    const parts: Part[] = []
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(indexBytes)
      const start = (method === 1 ? (data?.from ?? 0) : 0) + base + next(offsetBytes)
      parts.push({ from: start, to: start + next(lengthBytes) })
    }
    const end = method === 1 ? (data?.to ?? 0) : bytes.length
    const isHere = method <= 1 && !isElsewhere
    items.push({
      id,
      parts: isHere && parts.every((part) => part.to > part.from && part.to <= end) ? parts : null,
    })
  }
  return items
}
