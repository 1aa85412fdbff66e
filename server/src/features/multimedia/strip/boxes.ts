import type { Overwrite, Part } from './bytes.ts'

// Boxes of films: ISO 14496-12, and Apple's QuickTime File Format, on which it is based. An AVIF may contain
// a film, too.

/** `head`: offset of the box, `from`: offset of its content. */
export type Box = Part & { type: string; head: number }

/** Boxes whose content is a list of boxes, and the bytes before that list. */
export const containers = new Map(
  (
    'moov trak edts mdia minf dinf stbl mvex moof traf mfra tref ' +
    'trgr strk strd gmhd tapt clip matt iprp ipco grpl'
  )
    .split(' ')
    .map((type) => [type, 0]),
)
// A version, flags, and the number of references.
containers.set('dref', 8)

/** User data, lists of keys and values, and vendor boxes. */
const removed = new Set(['udta', 'meta', 'meco', 'uuid'])

/** Boxes that are kept, with the offset in their content from which all bytes are texts or are not used. */
const textsFrom = new Map([
  ['free', 0],
  ['skip', 0],
  ['wide', 0],
  // A version and flags, the kind of component, and the kind of the track. The maker and the name follow.
  ['hdlr', 12],
  // A version and flags. The address or path follows, which is not used if the samples are in this file.
  ['url ', 4],
  ['urn ', 4],
  ['alis', 4],
  ['rsrc', 4],
])

/** The list of boxes in this box, or null. The list may end before it begins, in a malformed box. */
export function listIn({ type, from, to }: Box): Part | null {
  const before = containers.get(type)
  return before === undefined ? null : { from: from + before, to }
}

/** The write that removes the metadata of a box, or null. The boxes in a container are not part of it. */
export function changeOf(box: Box): Overwrite | null {
  if (removed.has(box.type)) return emptied(box)
  const before = textsFrom.get(box.type)
  return before === undefined ? null : zeros({ from: box.from + before, to: box.to })
}

/** Turns a box into one that programs skip, with zeros as its content. */
export const emptied = ({ head, from, to }: Box): Overwrite => ({
  at: head + 4,
  head: free,
  zeros: { from, to },
})

const free = Buffer.from('free')
const nothing = Buffer.alloc(0)

/** Zeros in a part; null if it has no bytes. */
export const zeros = (part: Part): Overwrite | null =>
  part.from < part.to ? { at: part.from, head: nothing, zeros: part } : null

/** Bytes of a sample description that contain the vendor of the codec, and the name of the encoder. */
const maker = { from: 20, to: 24 }
const compressor = { from: 50, to: 82 }
/** Bytes of a sample description before its boxes. Those of sound differ by version, so 24 is a minimum. */
const bytesBefore: Record<string, number> = { vide: 86, auxv: 86, pict: 86, soun: 24 }
/** `name` is the tape or the camera from which a time code comes. */
const inSamples = [...removed, 'name', 'free', 'skip']
// The lookahead also finds a name that overlaps another one.
const inSamplesPattern = new RegExp(`(?=(${inSamples.join('|')}))`, 'g')

/**
 * Longest list of sample descriptions, bytes. It is read in one turn of the event loop, in some 15 ms at worst.
 * Usual ones have less than 1,000.
 */
export const maxSamplesBytes = 131_072

/**
 * The writes that remove the metadata of sample descriptions (`stsd`).
 * @param content content of the box, which begins at the offset `at` of the file
 * @param handler kind of the track
 * @returns null if the descriptions do not follow each other
 */
export function changesOfSamples(content: Buffer, at: number, handler: string): Overwrite[] | null {
  const found: (Overwrite | null)[] = []
  // Version and flags, then the number of descriptions. Fewer than 8 bytes at the end are padding.
  for (let head = 8; head <= content.length - 8; ) {
    const size = content.readUInt32BE(head)
    // Some programs end the list with zeros.
    if (size === 0 && content.subarray(head).every((byte) => byte === 0)) break
    if (size < 16 || size > content.length - head) return null
    const to = head + size
    const part = (field: Part) =>
      zeros({ from: at + head + field.from, to: at + Math.min(head + field.to, to) })
    const before = bytesBefore[handler] ?? 16
    if (before > 16) found.push(part(maker))
    if (before > compressor.to) found.push(part(compressor))
    // One by one, because a call takes only some 100,000 arguments.
    for (const change of changesWithin(content, { from: head + before, to }, at)) found.push(change)
    head = to
  }
  return found.filter((change) => change !== null)
}

/**
 * Finds boxes by their names, at any depth, because the fields before the boxes of a sample description depend
 * on the codec.
 */
function changesWithin(content: Buffer, { from, to }: Part, at: number): Overwrite[] {
  const found: Overwrite[] = []
  const text = content.toString('latin1', from, to)
  let end = from
  for (const { 1: type = '', index } of text.matchAll(inSamplesPattern)) {
    const head = from + index - 4
    if (head < end) continue
    const short = content.readUInt32BE(head)
    const isLong = short === 1 && to - head >= 16
    const size = isLong ? Number(content.readBigUInt64BE(head + 8)) : short
    const header = isLong ? 16 : 8
    if (size < header || size > to - head) continue
    end = head + size
    found.push(emptied({ type, head: at + head, from: at + head + header, to: at + end }))
  }
  return found
}
