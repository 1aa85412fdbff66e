import pLimit, { type LimitFunction } from 'p-limit'

type Entry = { limit: LimitFunction; users: number }
/** What a work counts under, and how many works of this key run at once, which is the same in each call. */
export type KeyedLimit = { key: string; atOnce: number }

/** Runs so many works of each key at once, in the order in which they came. A key that nobody uses takes no memory. */
export class KeyedLimits {
  readonly #entries = new Map<string, Entry>()

  /** Works of a key that run or wait. */
  countOf(key: string): number {
    return this.#entries.get(key)?.users ?? 0
  }

  /**
   * @param limits each is waited for only when those before it are held. Works with the same keys have them in the same
   * order, so that no two wait for each other.
   */
  async run<T>(limits: readonly KeyedLimit[], work: () => Promise<T>): Promise<T> {
    const entries = limits.map((limit) => this.#enter(limit))
    try {
      return await entries.reduceRight<() => Promise<T>>(
        (inner, { limit }) =>
          () =>
            limit(inner),
        work,
      )()
    } finally {
      for (const { key } of limits) this.#leave(key)
    }
  }

  #enter({ key, atOnce }: KeyedLimit): Entry {
    const entry = this.#entries.get(key) ?? { limit: pLimit(atOnce), users: 0 }
    this.#entries.set(key, entry)
    entry.users += 1
    return entry
  }

  #leave(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.users -= 1
    if (entry.users === 0) this.#entries.delete(key)
  }
}
