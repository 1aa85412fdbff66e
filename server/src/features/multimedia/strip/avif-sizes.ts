import { av1Sizes, Budget, type Stream } from './av1.ts'
import { type Box, listIn } from './boxes.ts'
import { boxesIn, type Item, readPlaces, readTypes } from './items.ts'
import type { Size } from './sizes.ts'

// ISO 14496-12 (tracks), ISO 23008-12 (image items), AV1 in ISOBMFF and AVIF (codec data).

/** Units and samples that are read in one file. A film of an hour has fewer. */
const maxUnits = 1_000_000
const visual = new Set(['vide', 'auxv', 'pict'])
/** Bytes of a visual sample description before its boxes, counted from its content. */
const descriptionBytes = 78

/** See `sizesIn`. */
export function* avifSizes(content: Buffer): Iterable<Size> {
  yield* new Reader(content).within(listOf(content, { from: 0, to: content.length }), '')
}

const listOf = (content: Buffer, part: { from: number; to: number }): Box[] =>
  boxesIn(content, part) ?? broken()

function broken(): never {
  throw new RangeError('a box ends elsewhere')
}

class Reader {
  readonly #content: Buffer
  readonly #units = new Budget(maxUnits)
  readonly #copied: Budget

  constructor(content: Buffer) {
    this.#content = content
    this.#copied = new Budget(content.length)
  }

  /** @param handler kind of the track that has these boxes */
  *within(boxes: readonly Box[], handler: string): Iterable<Size> {
    const named = boxes.find(({ type }) => type === 'hdlr')
    const kind = named ? this.#content.toString('latin1', named.from + 8, named.from + 12) : handler
    for (const box of boxes) {
      const list = listIn(box)
      // Its samples are listed in another way. No program writes photos in fragments.
      if (box.type === 'moof') broken()
      if (box.type === 'meta') yield* this.#ofItems(box)
      else if (box.type === 'stbl') yield* this.#ofSamples(listOf(this.#content, box), kind)
      else if (list) yield* this.within(listOf(this.#content, list), kind)
      else yield* this.#ofBox(box)
    }
  }

  *#ofBox({ type, from, to }: Box): Iterable<Size> {
    const word = (at: number) => this.#content.readUInt32BE(at)
    if (type === 'ispe') yield { width: word(from + 4), height: word(from + 8) }
    // The times of version 1 have eight bytes each. Sizes are fixed-point numbers.
    const size = this.#content[from] === 1 ? from + 88 : from + 76
    if (type === 'tkhd')
      yield { width: Math.ceil(word(size) / 65_536), height: Math.ceil(word(size + 4) / 65_536) }
    if (type === 'av1C') yield* av1Sizes(this.#content.subarray(from + 4, to), this.#units)
  }

  *#ofItems(meta: Box): Iterable<Size> {
    const boxes = listOf(this.#content, { from: meta.from + 4, to: meta.to })
    yield* this.within(boxes, '')
    const found = (type: string) => boxes.find((box) => box.type === type)
    const [infos, places] = [found('iinf'), found('iloc')]
    if (!infos || !places) return
    const types = readTypes(this.#content, infos) ?? broken()
    for (const item of readPlaces(this.#content, places, found('idat')) ?? broken()) {
      const type = types.get(item.id)
      if (type === 'av01') yield* av1Sizes(this.#dataOf(item), this.#units)
      if (type === 'grid') yield this.#ofComposed(this.#dataOf(item), 4)
      // A colour for the canvas comes first.
      if (type === 'iovl') yield this.#ofComposed(this.#dataOf(item), 10)
    }
  }

  #ofComposed(data: Buffer, at: number): Size {
    // Bit 0 of the flags: whether numbers have four bytes.
    const bytes = data.readUInt8(1) & 1 ? 4 : 2
    return { width: data.readUIntBE(at, bytes), height: data.readUIntBE(at + bytes, bytes) }
  }

  #dataOf({ parts }: Item): Buffer {
    const pieces = (parts ?? broken()).map(({ from, to }) => this.#content.subarray(from, to))
    if (pieces.length === 1 && pieces[0]) return pieces[0]
    for (const { length } of pieces) this.#copied.take(length)
    return Buffer.concat(pieces)
  }

  *#ofSamples(tables: readonly Box[], handler: string): Iterable<Size> {
    let isAv1 = false
    for (const description of tables.filter(({ type }) => type === 'stsd')) {
      // A version and flags, then the number of descriptions. Fewer than 8 bytes at the end are padding.
      for (let at = description.from + 8; at <= description.to - 8; ) {
        const size = this.#content.readUInt32BE(at)
        if (size === 0) break
        if (size < 16 || size > description.to - at) broken()
        const type = this.#content.toString('latin1', at + 4, at + 8)
        isAv1 ||= type === 'av01'
        if (type === 'av01' || visual.has(handler)) yield* this.#ofDescription(at + 8, at + size)
        at += size
      }
    }
    if (isAv1) yield* this.#ofTrack(tables)
  }

  *#ofDescription(from: number, to: number): Iterable<Size> {
    if (from + descriptionBytes > to) broken()
    yield { width: this.#content.readUInt16BE(from + 24), height: this.#content.readUInt16BE(from + 26) }
    const [boxes, end] = [from + descriptionBytes, to - 8]
    for (let at = boxes; at <= end; ) {
      const size = this.#content.readUInt32BE(at)
      // Some programs end the list with zeros.
      if (size < 8 || size > to - at) return
      const type = this.#content.toString('latin1', at + 4, at + 8)
      yield* this.#ofBox({ type, head: at, from: at + 8, to: at + size })
      at += size
    }
  }

  /** The sizes in the samples of a track, whose tables tell their lengths, and how they lie in the file. */
  *#ofTrack(tables: readonly Box[]): Iterable<Size> {
    const table = (...types: string[]) => tables.find(({ type }) => types.includes(type))
    const [lengths, runs, chunks] = [table('stsz'), table('stsc'), table('stco', 'co64')]
    if (!lengths || !runs || !chunks) return
    const stream: Stream = {}
    const word = (at: number) => this.#content.readUInt32BE(at)
    const same = word(lengths.from + 4)
    const samples = word(lengths.from + 8)
    const chunkCount = word(chunks.from + 4)
    let [sample, run] = [0, 0]
    for (let chunk = 1; chunk <= chunkCount && sample < samples; chunk += 1) {
      this.#units.take()
      // Each run begins with the number of its first chunk.
      while (run + 1 < word(runs.from + 4) && word(runs.from + 8 + 12 * (run + 1)) <= chunk) run += 1
      const place = chunks.from + 8 + (chunks.type === 'stco' ? 4 : 8) * (chunk - 1)
      let at = chunks.type === 'stco' ? word(place) : Number(this.#content.readBigUInt64BE(place))
      for (let left = word(runs.from + 12 + 12 * run); left > 0 && sample < samples; left -= 1) {
        this.#units.take()
        const length = same || word(lengths.from + 12 + 4 * sample)
        if (at + length > this.#content.length) broken()
        yield* av1Sizes(this.#content.subarray(at, at + length), this.#units, stream)
        at += length
        sample += 1
      }
    }
  }
}
