type Entry<T> = { running: Promise<T>; next: Promise<T> | undefined }

/**
 * Shares one read among all who request the same key at the same time. Nobody gets a read that began before
 * their request, because it may lack what was committed since.
 */
export class SharedReads<T> {
  readonly #entries = new Map<string, Entry<T>>()

  /** @param work reads what `key` names */
  read(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(key)
    if (!entry) return this.#begin(key, work)
    const begin = () => this.#begin(key, work)
    entry.next ??= entry.running.then(begin, begin)
    return entry.next
  }

  #begin(key: string, work: () => Promise<T>): Promise<T> {
    const entry: Entry<T> = { running: work(), next: undefined }
    this.#entries.set(key, entry)
    const end = () => {
      if (!entry.next) this.#entries.delete(key)
    }
    entry.running.then(end, end)
    return entry.running
  }
}
