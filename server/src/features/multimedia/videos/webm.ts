import { BrokenVideoError, type FileBytes, type Overwrite, type Part } from '../strip/bytes.ts'

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
  tags: 0x1254c367,
  attachments: 0x1941a469,
  nothing: 0xec,
}
const videoTrack = 1
const codecs = new Set(['V_VP8', 'V_VP9', 'V_AV1'])
const maxText = 64

/**
 * `head`: offset of the element, `from`: of its content. An open element has no size and ends with its
 * parent.
 */
type Element = Part & { id: number; head: number; isOpen: boolean }

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
 * Finds the writes that turn tags and attachments of a checked WebM into Void elements, which players skip.
 * Browsers record clusters without a size. Elements behind such a cluster are not read: players do not find
 * tags there either.
 */
export async function stripWebm(file: FileBytes): Promise<Overwrite[]> {
  const head = await readElement(file, { from: 0, to: file.size })
  const segment = await readElement(file, { from: head.to, to: file.size })
  const found: Overwrite[] = []
  try {
    for await (const element of elementsIn(file, segment)) {
      const isWritten = element.id === ids.tags || element.id === ids.attachments
      if (isWritten && !element.isOpen) found.push(blank(element))
    }
  } catch (error) {
    // The pictures were found by the check, so the broken element follows them. A recording may break off
    // there.
    if (!(error instanceof BrokenVideoError)) throw error
  }
  return found
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
  return { id, head: from, from: start, to: size === null ? to : start + size, isOpen: size === null }
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
