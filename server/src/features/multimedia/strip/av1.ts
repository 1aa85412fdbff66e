import type { Size } from './sizes.ts'

// AV1 Bitstream & Decoding Process Specification, 5.3 (units) and 5.5 (headers of sequences and frames).
const sequenceHeader = 1
/** Header of a frame, frame with its header, repeated header. */
const frames = new Set([3, 6, 7])
/** No header reaches what is read of it later than this. */
const maxHeaderBytes = 512

/** Counts down what is read of one file, because its parts may name the same bytes any number of times. */
export class Budget {
  #left: number

  constructor(left: number) {
    this.#left = left
  }

  /** @throws RangeError if nothing is left */
  take(amount = 1): void {
    this.#left -= amount
    if (!(this.#left >= 0)) throw new RangeError('it has too many parts')
  }
}

/** What decoders remember from one unit to the next ones: the last sequence header. */
export type Stream = { sequence?: Sequence }

/**
 * The largest frame of each sequence header in a list of units, and of frames that may be larger: a frame may have
 * a size of its own, and this does not rely on decoders to compare it with that of the sequence.
 * @param stream of a track: of the samples before
 * @throws RangeError, also for a frame without a sequence header
 */
export function* av1Sizes(units: Buffer, budget: Budget, stream: Stream = {}): Iterable<Size> {
  for (let at = 0; at < units.length; ) {
    budget.take()
    const head = units.readUInt8(at)
    at += head & 4 ? 2 : 1
    let length = units.length - at
    if (head & 2) [length, at] = readLength(units, at)
    // A truncated unit is the last one.
    const bits = new Bits(units.subarray(at, at + Math.min(length, maxHeaderBytes)))
    const type = (head >> 3) & 15
    if (type === sequenceHeader) {
      stream.sequence = new Sequence(bits)
      yield stream.sequence.size
    } else if (frames.has(type)) {
      if (!stream.sequence) throw new RangeError('a frame has no sequence')
      if (stream.sequence.hasOwnSize(bits)) yield stream.sequence.limit
    }
    at += length
  }
}

/** @returns a number of seven bits a byte, and the offset after it */
function readLength(units: Buffer, from: number): [number, number] {
  let length = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = units.readUInt8(from + index)
    length += (byte & 127) * 128 ** index
    if (byte < 128) return [length, from + index + 1]
  }
  throw new RangeError('a length does not end')
}

/** Lengths of fields that are skipped, bits. The names are those of the specification, shortened. */
const widths = {
  profile: 3,
  stillPicture: 1,
  level: 5,
  tick: 32,
  timeScale: 32,
  removalTimeLength: 5,
  operatingPoint: 12,
  tier: 1,
  lowDelay: 1,
  displayDelay: 4,
  showable: 1,
  errorResilient: 1,
  cdfUpdate: 1,
  integerVectors: 1,
  /** Large blocks, two intra filters, and four tools between frames. */
  tools: 7,
  /** Compound prediction by distance, and vectors of other frames. */
  orderTools: 2,
}
const frameTypes = { key: 0, switch: 3 }
/** The value of two settings of a sequence that leaves them to each frame. */
const select = 2

class Sequence {
  /** The declared maximum. */
  readonly size: Size
  /** The largest size that a frame can declare, because its numbers have as many bits. */
  readonly limit: Size
  readonly #isReduced: boolean
  /** Bits of the time in each shown frame. */
  #timeBits = 0
  readonly #bits: Bits
  #rest: { idBits: number; screen: number; integer: number } | undefined

  constructor(bits: Bits) {
    this.#bits = bits
    bits.skip(widths.profile + widths.stillPicture)
    this.#isReduced = bits.read(1) === 1
    if (this.#isReduced) bits.skip(widths.level)
    else this.#skipOperation(bits)
    const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
    this.size = { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
    this.limit = { width: 2 ** widthBits, height: 2 ** heightBits }
  }

  /** Whether the header of a frame declares a size of its own (5.9.2). @throws RangeError */
  hasOwnSize(frame: Bits): boolean {
    if (this.#isReduced) return false
    this.#rest ??= readRest(this.#bits)
    const { idBits, screen, integer } = this.#rest
    // It shows a frame from before.
    if (frame.read(1)) return false
    const type = frame.read(2)
    const isShown = frame.read(1) === 1
    frame.skip(isShown ? this.#timeBits : widths.showable)
    const isResilient = type === frameTypes.switch || (type === frameTypes.key && isShown)
    frame.skip((isResilient ? 0 : widths.errorResilient) + widths.cdfUpdate)
    const isScreen = screen === select ? frame.read(1) === 1 : screen === 1
    frame.skip((isScreen && integer === select ? widths.integerVectors : 0) + idBits)
    return type === frameTypes.switch || frame.read(1) === 1
  }

  /** Skips the times and the operating points, which only a reduced header omits. */
  #skipOperation(bits: Bits): void {
    let delayBits = 0
    if (bits.read(1)) {
      bits.skip(widths.tick + widths.timeScale)
      const isEqual = bits.read(1) === 1
      if (isEqual) skipCount(bits)
      if (bits.read(1)) {
        delayBits = bits.read(5) + 1
        bits.skip(widths.tick + widths.removalTimeLength)
        const timeBits = bits.read(5) + 1
        if (!isEqual) this.#timeBits = timeBits
      }
    }
    const hasDelays = bits.read(1)
    for (let points = bits.read(5) + 1; points > 0; points -= 1) {
      bits.skip(widths.operatingPoint)
      if (bits.read(widths.level) > 7) bits.skip(widths.tier)
      if (delayBits > 0 && bits.read(1)) bits.skip(2 * delayBits + widths.lowDelay)
      if (hasDelays && bits.read(1)) bits.skip(widths.displayDelay)
    }
  }
}

/** The settings after the sizes of a header that is not reduced, up to those of screens. @throws RangeError */
function readRest(bits: Bits): { idBits: number; screen: number; integer: number } {
  const idBits = bits.read(1) ? bits.read(4) + bits.read(3) + 3 : 0
  bits.skip(widths.tools)
  if (bits.read(1)) bits.skip(widths.orderTools)
  const screen = bits.read(1) ? select : bits.read(1)
  if (screen === 0) return { idBits, screen, integer: select }
  return { idBits, screen, integer: bits.read(1) ? select : bits.read(1) }
}

/** Skips a number that has as many bits as zeros come before it. */
function skipCount(bits: Bits): void {
  let zeros = 0
  while (!bits.read(1)) zeros += 1
  if (zeros < 32) bits.skip(zeros)
}

class Bits {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skip(count: number): void {
    this.#at += count
  }

  /** @throws RangeError behind the end */
  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left -= 1) {
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }
}
