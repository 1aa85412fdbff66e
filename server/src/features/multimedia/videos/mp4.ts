import { type Box, changeOf, changesOfSamples, emptied, listIn, maxSamplesBytes } from '../strip/boxes.ts'
import { BrokenVideoError, type FileBytes, type Overwrite, type Part } from '../strip/bytes.ts'
import type { ReadVideo } from './videos.ts'

// Brands that phones, cameras and browsers write. Brands of images, audio and audiobooks are not accepted.
const brands = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'mp71',
  'avc1',
  'hvc1',
  'hev1',
  'av01',
  'dash',
  'cmfc',
  'MSNV',
  'mmp4',
  'M4V ',
  'M4VH',
  'M4VP',
  'XAVC',
  'qt  ',
  '3gp4',
  '3gp5',
  '3gp6',
  '3gp7',
  '3gp8',
  '3gp9',
  '3g2a',
  '3g2b',
  '3g2c',
  'f4v ',
])
const maxBrandBytes = 1024
const maxSeconds = 1_000_000
const maxPixels = 20_000

// Top-level boxes that players need, and padding. Any other box may contain texts of a camera or an app.
const keptOfFile = new Set([
  'ftyp',
  'moov',
  'mdat',
  'moof',
  'mfra',
  'sidx',
  'ssix',
  'styp',
  'prft',
  'pdin',
  'imda',
  'free',
  'skip',
  'wide',
])
/** Containers within containers. A film has eight. */
const maxDepth = 32
/**
 * Media and lists of sample descriptions, which are kept until the end. Each track has one of both, and a film has
 * fewer than ten.
 */
const maxTracks = 100

/** Checks an MP4 or MOV against its format and reads its size and duration. @throws BrokenVideoError */
export async function readMp4(file: FileBytes): Promise<ReadVideo> {
  const boxes = await boxesIn(file, { from: 0, to: file.size })
  await checkBrand(file, boxes[0])
  const [movie, second] = boxes.filter(({ type }) => type === 'moov')
  if (!movie || second) throw new BrokenVideoError('it has no one head')
  if (!boxes.some(({ type, from, to }) => type === 'mdat' && to > from))
    throw new BrokenVideoError('it has no pictures')
  const parts = await boxesIn(file, movie)
  // The movie header is compressed, or only refers to a film in another file.
  if (parts.some(({ type }) => type === 'cmov' || type === 'rmra'))
    throw new BrokenVideoError('its head leads elsewhere')
  const duration = await readDuration(file, only(parts, 'mvhd'))
  let shown: Size | null = null
  let count = 0
  for (const track of parts.filter(({ type }) => type === 'trak')) {
    if (!(await isVideo(file, track))) continue
    count += 1
    shown ??= await readSize(file, track)
  }
  if (count === 0) throw new BrokenVideoError('it has no track of pictures')
  return { width: shown?.width ?? null, height: shown?.height ?? null, duration }
}

/**
 * Finds the writes that remove the metadata of a checked MP4 or MOV. Nothing is moved, because the movie header
 * stores the file offset of each picture.
 * @throws BrokenVideoError
 */
export async function* stripMp4(file: FileBytes): AsyncGenerator<Overwrite> {
  const around: Box[] = []
  const handlers = new Map<Box, string>()
  const samples: { box: Box; media: Box | undefined }[] = []
  // One pass from the first byte to the last, so that each block of the file is read once.
  for (let at = 0; at < file.size; ) {
    while (around.length > 0 && at >= (around.at(-1)?.to ?? 0)) around.pop()
    const parent = around.at(-1)
    const end = parent?.to ?? file.size
    const box = await readBox(file, { from: at, to: end })
    at = box?.to ?? end
    if (!box) continue
    const change = parent || keptOfFile.has(box.type) ? changeOf(box) : emptied(box)
    if (change) yield change
    const media = around.findLast(({ type }) => type === 'mdia')
    if (box.type === 'stsd' && parent) samples.push({ box, media })
    if (box.type === 'hdlr' && parent && parent === media) handlers.set(media, await readHandler(file, box))
    if (Math.max(samples.length, handlers.size) > maxTracks)
      throw new BrokenVideoError('it has too many tracks')
    const list = change ? null : listIn(box)
    if (!list) continue
    if (list.from > list.to) throw new BrokenVideoError(`a box is cut off at ${box.head}`)
    if (around.push(box) > maxDepth) throw new BrokenVideoError('its boxes are nested too deeply')
    at = list.from
  }
  // Afterwards, because the kind of a track may follow its sample descriptions.
  for (const { box, media } of samples)
    yield* await stripSamples(file, box, (media && handlers.get(media)) ?? '')
}

async function stripSamples(file: FileBytes, { from, to }: Box, handler: string): Promise<Overwrite[]> {
  if (to - from > maxSamplesBytes) throw new BrokenVideoError(`a sample description is too long at ${from}`)
  const changes = changesOfSamples(await file.read({ from, to }, to - from), from, handler)
  if (!changes) throw new BrokenVideoError(`a sample description is cut off at ${from}`)
  return changes
}

/** The consecutive boxes in a part. They must fill it to its last byte. @throws BrokenVideoError */
async function boxesIn(file: FileBytes, part: Part): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = part.from; at < part.to; ) {
    const box = await readBox(file, { from: at, to: part.to })
    if (!box) break
    boxes.push(box)
    at = box.to
  }
  return boxes
}

/** The box at the start of a part; null if zeros fill the part. @throws BrokenVideoError */
async function readBox(file: FileBytes, part: Part): Promise<Box | null> {
  const { from: at, to } = part
  const head = await file.readSome(part, 16)
  // Some programs end a list of boxes with a few zero bytes.
  if (to - at < 8 && head.every((byte) => byte === 0)) return null
  if (head.length < 8) throw new BrokenVideoError(`a box is cut off at ${at}`)
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length < 16) throw new BrokenVideoError(`a box is cut off at ${at}`)
  const isLast = short === 0 && to === file.size
  const size = isLast ? to - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
  const header = short === 1 ? 16 : 8
  const type = head.toString('latin1', 4, 8)
  if (size < header || size > to - at || !/^[\x20-\x7e\xa9][\x20-\x7e]{3}$/.test(type))
    throw new BrokenVideoError(`a box has no possible size or name at ${at}`)
  return { type, head: at, from: at + header, to: at + size }
}

async function checkBrand(file: FileBytes, first: Box | undefined): Promise<void> {
  if (first?.type !== 'ftyp') throw new BrokenVideoError('it does not begin with its brands')
  const { from, to } = first
  if (to - from < 8 || to - from > maxBrandBytes || (to - from) % 4 !== 0)
    throw new BrokenVideoError('its brands are none')
  const bytes = await file.read(first, to - from)
  // The second 4-byte word is the version of the first brand.
  const named = Array.from({ length: bytes.length / 4 }, (_, word) => word)
    .filter((word) => word !== 1)
    .map((word) => bytes.toString('latin1', word * 4, word * 4 + 4))
  // An image also lists brands of films after its own.
  const [major = ''] = named
  const isPicture = /^(?:avi[fs]|he[iv][cfmsx]|mif1|msf1|crx |jp2 |M4A |M4B |M4P )$/.test(major)
  if (isPicture || !named.some((brand) => brands.has(brand)))
    throw new BrokenVideoError('its brand is no film')
}

function only(boxes: readonly Box[], type: string): Box {
  const [found, second] = boxes.filter((box) => box.type === type)
  if (!found || second) throw new BrokenVideoError(`it has not one ${type}`)
  return found
}

async function readDuration(file: FileBytes, header: Box): Promise<number | null> {
  const isLong = (await file.read(header, 1))[0] === 1
  const bytes = await file.read(header, isLong ? 32 : 20)
  const scale = bytes.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16)
  const seconds = Math.round(units / scale)
  return seconds > 0 && seconds < maxSeconds ? seconds : null
}

/** The kind of a track, such as `vide`. */
const readHandler = async (file: FileBytes, box: Box): Promise<string> =>
  (await file.read(box, 12)).toString('latin1', 8, 12)

/** Whether a track is a video track. Its data must be in this file. @throws BrokenVideoError */
async function isVideo(file: FileBytes, track: Box): Promise<boolean> {
  const media = await boxesIn(file, only(await boxesIn(file, track), 'mdia'))
  const handler = await readHandler(file, only(media, 'hdlr'))
  const info = await boxesIn(file, only(media, 'minf'))
  await checkSources(file, only(await boxesIn(file, only(info, 'dinf')), 'dref'))
  if (handler !== 'vide') return false
  const samples = only(await boxesIn(file, only(info, 'stbl')), 'stsd')
  // Version and flags, then the number of sample descriptions.
  if ((await file.read(samples, 8)).readUInt32BE(4) === 0) throw new BrokenVideoError('a track has no codec')
  const kinds = await boxesIn(file, { from: samples.from + 8, to: samples.to })
  if (kinds.length === 0) throw new BrokenVideoError('a track has no codec')
  return true
}

/** Checks that a track does not refer to another file or address for its samples. @throws BrokenVideoError */
async function checkSources(file: FileBytes, sources: Box): Promise<void> {
  await file.read(sources, 8)
  for (const source of await boxesIn(file, { from: sources.from + 8, to: sources.to })) {
    const flags = (await file.read(source, 4)).readUInt32BE(0) & 0xffffff
    if ((flags & 1) === 0) throw new BrokenVideoError('a track leads elsewhere')
  }
}

type Size = { width: number; height: number }

/** The displayed size of a track, pixels. The matrix tells whether the picture is turned by 90 degrees. */
async function readSize(file: FileBytes, track: Box): Promise<Size | null> {
  const header = only(await boxesIn(file, track), 'tkhd')
  const matrix = (await file.read(header, 1))[0] === 1 ? 52 : 40
  const bytes = await file.read(header, matrix + 44)
  // Fixed-point numbers: the upper 16 bits are the whole pixels.
  const width = bytes.readUInt32BE(matrix + 36) >>> 16
  const height = bytes.readUInt32BE(matrix + 40) >>> 16
  if (width === 0 || height === 0 || Math.max(width, height) > maxPixels) return null
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}
