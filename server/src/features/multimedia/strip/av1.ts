import type { Size } from './sizes.ts'

// AV1 Bitstream & Decoding Process Specification, 5.3 (units) and 5.5 (sequence header).
const sequenceHeader = 1
/** No sequence header reaches its sizes later than this. */
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

/** The largest frame of each sequence header in a list of units. @throws RangeError */
export function* av1Sizes(units: Buffer, budget: Budget): Iterable<Size> {
  for (let at = 0; at < units.length; ) {
    budget.take()
    const head = units.readUInt8(at)
    at += head & 4 ? 2 : 1
    let length = units.length - at
    if (head & 2) [length, at] = readLength(units, at)
    // A truncated unit is the last one.
    if (((head >> 3) & 15) === sequenceHeader)
      yield readSequence(new Bits(units.subarray(at, at + Math.min(length, maxHeaderBytes))))
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

function readSequence(bits: Bits): Size {
  bits.skip(4) // profile, still picture
  if (bits.read(1)) bits.skip(5)
  else skipOperation(bits)
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
}

/** Skips the times and the operating points, which only a reduced header omits. */
function skipOperation(bits: Bits): void {
  let delayBits = 0
  if (bits.read(1)) {
    bits.skip(64)
    if (bits.read(1)) skipCount(bits)
    if (bits.read(1)) {
      delayBits = bits.read(5) + 1
      bits.skip(42)
    }
  }
  const hasDelays = bits.read(1)
  for (let points = bits.read(5) + 1; points > 0; points -= 1) {
    bits.skip(12)
    if (bits.read(5) > 7) bits.skip(1)
    if (delayBits > 0 && bits.read(1)) bits.skip(2 * delayBits + 1)
    if (hasDelays && bits.read(1)) bits.skip(4)
  }
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
