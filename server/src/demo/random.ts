/**
 * Random numbers in [0, 1). The same seed gives the same sequence, so the demo company is always the same.
 */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  // Mulberry32: small, and uniform enough to spread tasks over people and days.
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  isWithin(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.between(0, list.length - 1)]
    if (chosen === undefined) throw new Error('Nothing to pick from')
    return chosen
  }
}
