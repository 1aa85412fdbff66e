import { type Box, changeOf, changesOfSamples, emptied, listIn } from './boxes.ts'
import type { Overwrite, Part } from './bytes.ts'
import { emptyExif } from './exif.ts'
import { boxesIn, type Item, readPlaces, readTypes } from './items.ts'

// ISO 14496-12 (boxes), ISO 23008-12 (image items). Offsets refer to positions in the whole file, so nothing
// is moved. A removed box is overwritten with zeros and becomes a box that decoders skip.
const kept = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'styp', 'sidx'])
const keptOfMeta = new Set(['hdlr', 'dinf', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'grpl'])
/**
 * Item types of the codec, and of images that are composed of other items. Items of another codec are emptied,
 * because the server cannot tell how large they are.
 */
const pictures = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap'])
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

// A removed box may hold items, too, because programs read any place that an item names.
const holdsItems = ({ type }: Box): boolean => type === 'mdat' || !kept.has(type)

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
