import pLimit, { type LimitFunction } from 'p-limit'

type Entry = { limit: LimitFunction; users: number }
/**
 * The key under which a piece of work counts, and how many with this key run at once. Each call passes the
 * same number.
 */
export type KeyedLimit = { key: string; atOnce: number }

/**
 * Runs a limited number of pieces of work per key at once, in their order of arrival. An unused key takes no
 * memory.
 */
export class KeyedLimits {
  readonly #entries = new Map<string, Entry>()

  /** Pieces of work of a key that run or wait. */
  countOf(key: string): number {
    return this.#entries.get(key)?.users ?? 0
  }

  /**
   * @param limits each is waited for only when those before it are held. Work with the same keys has them in
   * the same order, so that no two pieces wait for each other.
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
