import { now } from '../../clock.ts'

type Kept<Item> = { item: Promise<Item>; until: number }

/** Cache of found items. A repeated or concurrent lookup gets the cached result without another request. */
export class Items<Item> {
  readonly #kept = new Map<string, Kept<Item>>()
  readonly #most: number
  readonly #ms: number

  constructor(most: number, ms: number) {
    this.#most = most
    this.#ms = ms
  }

  get(key: string, find: () => Promise<Item>): Promise<Item> {
    const at = now().getTime()
    const known = this.#kept.get(key)
    if (known && known.until > at) return known.item
    const kept = { item: find(), until: at + this.#ms }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    // Failures are not cached.
    kept.item.catch(() => this.#kept.get(key) === kept && this.#kept.delete(key))
    return kept.item
  }

  clear(): void {
    this.#kept.clear()
  }
}
