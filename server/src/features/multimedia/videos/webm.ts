import { zeros } from '../strip/boxes.ts'
import {
  BrokenVideoError,
  type FileBytes,
  type Overwrite,
  type Part,
  TooManyPartsError,
} from '../strip/bytes.ts'

// RFC 8794 (EBML) and RFC 9559 (Matroska). WebM is a subset of Matroska.
const ids = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  video: 0xe0,
  audio: 0xe1,
  mapping: 0x41e4,
  cues: 0x1c53bb6b,
  nothing: 0xec,
}
const ofTrack = [
  // Number, id and marks of the track.
  0xd7, 0x73c5, 0xb9, 0x88, 0x55aa, 0x55ab, 0x55ac, 0x55ad, 0x55ae, 0x55af, 0x9c,
  // Caches, durations, delays.
  0x6de7, 0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x537f, 0x56aa, 0x56bb,
  // Additions to blocks, languages, data of the codec.
  0x55ee, 0x22b59c, 0x22b59d, 0x63a2, 0xaa,
  // Combined tracks, encodings.
  0x6fab, 0xe2, 0x6d80,
]
const ofVideo = [
  // Order of lines, stereo, transparency.
  0x9a, 0x9d, 0x53b8, 0x53b9, 0x53c0,
  // Size, crop, displayed size, rate.
  0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x54b3, 0x2383e3,
  // Colours, projection.
  0x2eb524, 0x2fb523, 0x55b0, 0x7670,
]
/**
 * The elements that players need, by the element around them. All others may contain texts, or the checksum of
 * what is changed here. What is in an element without a list of its own stays.
 */
const kept = new Map<number, ReadonlySet<number>>([
  // Versions, longest id and size, and kind of the document.
  [ids.ebml, new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, ids.docType, 0x4287, 0x4285])],
  [ids.segment, new Set([ids.seekHead, ids.info, ids.tracks, ids.cues, ids.cluster])],
  [ids.seekHead, new Set([0x4dbb])],
  // Time unit, duration, date and the two programs.
  [ids.info, new Set([0x2ad7b1, 0x4489, 0x4461, ids.muxingApp, ids.writingApp])],
  [ids.tracks, new Set([ids.track])],
  [ids.track, new Set([...ofTrack, ids.trackType, ids.codec, ids.mapping, ids.video, ids.audio])],
  [ids.video, new Set(ofVideo)],
  // Rates, channels and bits.
  [ids.audio, new Set([0xb5, 0x78b5, 0x9f, 0x6264, 0x7d7b, 0x52f1])],
  // Value, kind and data, without the name.
  [ids.mapping, new Set([0x41f0, 0x41e7, 0x41ed])],
  [ids.cues, new Set([0xbb])],
])
/** Texts that the format requires. Zeros are an empty text. */
const texts = new Set([ids.muxingApp, ids.writingApp])
const videoTrack = 1
const codecs = new Set(['V_VP8', 'V_VP9', 'V_AV1'])
const maxText = 64

/** `head`: offset of the element, `from`: of its content. An element without a size ends with its parent. */
type Element = Part & { id: number; head: number }

/** Checks a WebM against its format. @throws BrokenVideoError */
export async function checkWebm(file: FileBytes): Promise<void> {
  const whole = { from: 0, to: file.size }
  const head = await readElement(file, whole)
  if (head.id !== ids.ebml) throw new BrokenVideoError('it does not begin with its head')
  const docType = await find(file, head, ids.docType)
  if ((await readText(file, docType)) !== 'webm') throw new BrokenVideoError('it is not WebM')
  const segment = await readElement(file, { from: head.to, to: file.size })
  // The segment of a browser recording has no size, so it reaches to the end as well.
  if (segment.id !== ids.segment || segment.to !== file.size)
    throw new BrokenVideoError('its only part does not reach to its end')
  const tracks = await find(file, segment, ids.tracks)
  await find(file, { from: tracks.to, to: segment.to }, ids.cluster)
  for await (const track of elementsIn(file, tracks)) {
    if (track.id === ids.track && (await isVideo(file, track))) return
  }
  throw new BrokenVideoError('it has no track of pictures')
}

/**
 * Finds the writes that remove the metadata of a checked WebM. Most become Void elements, which players skip.
 * Browsers record clusters without a size. Elements behind such a cluster are not read: players do not find
 * tags there either.
 * @throws BrokenVideoError
 */
export async function* stripWebm(file: FileBytes): AsyncGenerator<Overwrite> {
  const head = await readElement(file, { from: 0, to: file.size })
  yield* changesIn(file, head)
  const segment = await readElement(file, { from: head.to, to: file.size })
  for (let at = segment.from; at < segment.to; ) {
    const element = await readUnbroken(file, { from: at, to: segment.to })
    if (!element) break
    yield* changesOf(file, element, segment)
    at = element.to
  }
}

async function* changesIn(file: FileBytes, parent: Element): AsyncGenerator<Overwrite> {
  for await (const element of elementsIn(file, parent)) yield* changesOf(file, element, parent)
}

async function* changesOf(file: FileBytes, element: Element, parent: Element): AsyncGenerator<Overwrite> {
  if (element.id === ids.nothing || texts.has(element.id)) {
    const change = zeros({ from: element.from, to: element.to })
    if (change) yield change
  } else if (!kept.get(parent.id)?.has(element.id)) yield blank(element)
  else if (kept.has(element.id)) yield* changesIn(file, element)
}

/**
 * The element at the start of a part of the segment, or null. The check has found pictures, so a broken element
 * follows them: a recording may break off there.
 */
async function readUnbroken(file: FileBytes, part: Part): Promise<Element | null> {
  try {
    return await readElement(file, part)
  } catch (error) {
    if (error instanceof BrokenVideoError && !(error instanceof TooManyPartsError)) return null
    throw error
  }
}

/** A Void element that ends where this element ends. */
function blank({ head: at, to }: Element): Overwrite {
  const size = to - at
  // The size takes one byte if eight bytes do not fit.
  const isShort = size < 9
  const head = Buffer.alloc(isShort ? 2 : 9)
  head.writeUInt8(ids.nothing, 0)
  if (isShort) head.writeUInt8(0x80 | (size - 2), 1)
  else head.writeBigUInt64BE((1n << 56n) | BigInt(size - 9), 1)
  return { at, head, zeros: { from: at + head.length, to } }
}

async function isVideo(file: FileBytes, track: Part): Promise<boolean> {
  const type = await find(file, track, ids.trackType)
  if ((await file.read(type, 1))[0] !== videoTrack) return false
  return codecs.has(await readText(file, await find(file, track, ids.codec)))
}

async function readText(file: FileBytes, part: Part): Promise<string> {
  if (part.to - part.from > maxText) throw new BrokenVideoError(`a name is too long at ${part.from}`)
  return (await file.read(part, part.to - part.from)).toString('latin1').replace(/\0+$/, '')
}

/** The first element with this id. @throws BrokenVideoError if there is none */
async function find(file: FileBytes, part: Part, id: number): Promise<Element> {
  for await (const element of elementsIn(file, part)) if (element.id === id) return element
  throw new BrokenVideoError(`the element ${id.toString(16)} is missing`)
}

async function* elementsIn(file: FileBytes, part: Part): AsyncGenerator<Element> {
  for (let at = part.from; at < part.to; ) {
    const element = await readElement(file, { from: at, to: part.to })
    yield element
    at = element.to
  }
}

/** The element at the start of a part. It must fit into the part. @throws BrokenVideoError */
async function readElement(file: FileBytes, { from, to }: Part): Promise<Element> {
  const bytes = await file.readSome({ from, to }, 12)
  const idLength = lengthOf(bytes[0])
  if (idLength > 4 || bytes.length <= idLength) throw new BrokenVideoError(`no element at ${from}`)
  const sizeLength = lengthOf(bytes[idLength])
  if (sizeLength > 8 || bytes.length < idLength + sizeLength)
    throw new BrokenVideoError(`no element at ${from}`)
  const size = readSize(bytes.subarray(idLength, idLength + sizeLength))
  const start = from + idLength + sizeLength
  if (size !== null && size > to - start) throw new BrokenVideoError(`an element is too long at ${from}`)
  const id = bytes.readUIntBE(0, idLength)
  return { id, head: from, from: start, to: size === null ? to : start + size }
}

/** Bytes of a variable-length number: the position of its first set bit tells it. */
const lengthOf = (first = 0): number => (first === 0 ? 9 : Math.clz32(first) - 23)

/**
 * Value of a number of 1 to 8 bytes, without its length bit; null if all other bits are 1 (size not known
 * yet).
 */
function readSize(bytes: Buffer): number | null {
  let value = BigInt((bytes[0] ?? 0) & (0xff >> bytes.length))
  for (const byte of bytes.subarray(1)) value = (value << 8n) | BigInt(byte)
  return value === (1n << BigInt(7 * bytes.length)) - 1n ? null : Number(value)
}
