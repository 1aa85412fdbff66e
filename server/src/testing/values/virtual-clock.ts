type Sleeper = { at: number; wake: () => void }

/**
 * Time that moves only while all work sleeps, and then at once to the next sleeper's end. A busy machine does
 * not move it.
 */
export class VirtualClock {
  #now = 0
  readonly #sleepers = new Set<Sleeper>()

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#sleepers.delete(sleeper)
        settle()
      }
      const sleeper = { at: this.#now + ms, wake: () => end(resolve) }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
    })
  }

  /** Moves the time until the work is done. @throws if the work waits for something other than time */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    for (;;) {
      // Work that is awake runs until it sleeps.
      await new Promise((resolve) => setImmediate(resolve))
      if (isDone) return work
      const [next] = [...this.#sleepers].sort((a, b) => a.at - b.at)
      if (!next) throw new Error('Nobody sleeps, and the work is not done')
      this.#now = Math.max(this.#now, next.at)
      next.wake()
    }
  }
}
