import { type Box, changeOf, changesOfSamples, emptied, listIn } from './boxes.ts'
import type { Overwrite, Part } from './bytes.ts'
import { emptyExif } from './exif.ts'

// ISO 14496-12 (boxes), ISO 23008-12 (image items). Offsets refer to positions in the whole file, so nothing
// is moved. A removed box is overwritten with zeros and becomes a box that decoders skip.
const kept = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'styp', 'sidx'])
const keptOfMeta = new Set(['hdlr', 'dinf', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'grpl'])
/** Item types of codecs, and of images that are composed of other items. */
const pictures = new Set(['av01', 'hvc1', 'grid', 'iovl', 'iden', 'tmap'])
/** Image properties that contain texts and times. */
const writtenProperties = new Set(['udes', 'uuid', 'crtt', 'mdft'])

/**
 * See `strip`. In this format the orientation is an image property, so the orientation in EXIF is ignored.
 */
export function stripAvif(content: Buffer): Buffer | null {
  const bytes = Buffer.from(content)
  const boxes = boxesIn(bytes, { from: 0, to: bytes.length })
  if (!boxes) return null
  for (const box of boxes) {
    if (!kept.has(box.type)) write(bytes, emptied(box))
    else if (!stripFilm(bytes, box)) return null
    if (box.type === 'meta' && !stripItems(bytes, box, boxes.filter(holdsItems))) return null
  }
  return bytes
}

// A removed box may hold items, too, because programs read whatever place they are told.
const holdsItems = ({ type }: Box): boolean => type === 'mdat' || !kept.has(type)

function boxesIn(bytes: Buffer, { from, to }: Part): Box[] | null {
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

function write(bytes: Buffer, { at, head, zeros }: Overwrite): void {
  head.copy(bytes, at)
  bytes.fill(0, zeros.from, zeros.to)
}

/** Strips the boxes in a container of an image sequence. Any other box stays as it is. */
function stripFilm(bytes: Buffer, parent: Box, track = ''): boolean {
  const list = listIn(parent)
  if (!list) return true
  const boxes = boxesIn(bytes, list)
  if (!boxes) return false
  const named = parent.type === 'mdia' ? boxes.find(({ type }) => type === 'hdlr') : undefined
  const handler = named ? bytes.toString('latin1', named.from + 8, named.from + 12) : track
  for (const box of boxes) {
    const change = changeOf(box)
    if (change) write(bytes, change)
    else if (box.type === 'stsd') {
      const changes = changesOfSamples(bytes.subarray(box.from, box.to), box.from, handler)
      if (!changes) return false
      for (const each of changes) write(bytes, each)
    } else if (!stripFilm(bytes, box, handler)) return false
  }
  return true
}

/** Empties all items that are not images: EXIF, XMP, texts. */
function stripItems(bytes: Buffer, meta: Box, holders: readonly Part[]): boolean {
  // The first four bytes are a version and flags.
  const boxes = boxesIn(bytes, { from: meta.from + 4, to: meta.to })
  if (!boxes) return false
  for (const box of boxes) {
    const change = keptOfMeta.has(box.type) ? changeOf(box) : emptied(box)
    if (change) write(bytes, change)
    else if (!stripFilm(bytes, box)) return false
  }
  const found = (type: string) => boxes.find((box) => box.type === type)
  const [infos, places, properties] = [found('iinf'), found('iloc'), found('iprp')]
  if (!infos || !places) return false
  const types = readTypes(bytes, infos)
  const data = found('idat')
  const items = types && readPlaces(bytes, places, data)
  if (!items) return false
  const isPicture = ({ id }: Item) => pictures.has(types.get(id) ?? '')
  const written = items.filter((item) => !isPicture(item))
  const homes = [...holders, ...(data ? [data] : [])].sort((a, b) => a.from - b.from)
  // What is emptied must be neither a picture nor the head of a box.
  if (!written.every(({ parts }) => parts?.every((part) => isWithin(homes, part)))) return false
  if (overlap(partsOf(written), partsOf(items.filter(isPicture)))) return false
  // Parts of items do not overlap, so all parts together are never longer than the file.
  let left = bytes.length
  for (const { id, parts } of written) {
    for (const [index, { from, to }] of (parts ?? []).entries()) {
      left -= to - from
      if (left < 0) return false
      bytes.fill(0, from, to)
      // Some decoders refuse a photo whose EXIF is nothing but zeros, so an empty EXIF is written. The first
      // four bytes of the item are the offset of its EXIF; zero means that it follows at once.
      const isExif = types.get(id) === 'Exif' && index === 0
      if (isExif && to - from >= 4 + emptyExif.length) emptyExif.copy(bytes, from + 4)
    }
  }
  return !properties || stripProperties(bytes, properties)
}

/** Whether one of the homes, which are in order and apart, has the whole part. There may be thousands of both. */
function isWithin(homes: readonly Part[], { from, to }: Part): boolean {
  let [low, high] = [0, homes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((homes[middle]?.from ?? 0) <= from) low = middle + 1
    else high = middle
  }
  const home = homes[low - 1]
  return home !== undefined && to <= home.to
}

const partsOf = (items: readonly Item[]): Part[] => items.flatMap(({ parts }) => parts ?? [])

/** Whether a part of one list has a byte in common with a part of the other. */
function overlap(some: readonly Part[], others: readonly Part[]): boolean {
  const ends = { some: 0, others: 0 }
  const all = [
    ...some.map((part) => ({ ...part, of: 'some', against: 'others' }) as const),
    ...others.map((part) => ({ ...part, of: 'others', against: 'some' }) as const),
  ].sort((a, b) => a.from - b.from)
  for (const { from, to, of, against } of all) {
    if (from < ends[against]) return true
    ends[of] = Math.max(ends[of], to)
  }
  return false
}

function stripProperties(bytes: Buffer, properties: Box): boolean {
  const container = boxesIn(bytes, properties)?.find(({ type }) => type === 'ipco')
  const boxes = container && boxesIn(bytes, container)
  for (const box of boxes ?? []) if (writtenProperties.has(box.type)) write(bytes, emptied(box))
  return Boolean(boxes)
}

/** The type of each item. Items of old versions have no type, so they are not images. */
function readTypes(bytes: Buffer, infos: Box): Map<number, string> | null {
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
type Item = { id: number; parts: Part[] | null }

function readPlaces(bytes: Buffer, { from, to }: Box, data: Box | undefined): Item[] | null {
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
