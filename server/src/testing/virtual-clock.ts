type Sleeper = { at: number; wake: () => void }

/** Time that passes only where everybody sleeps, at once and to the next who wakes; a busy machine does not move it. */
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

  /** Lets time pass until the work is done. @throws where it waits for what no time brings */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    for (;;) {
      // Whoever is awake goes on until they sleep.
      await new Promise((resolve) => setImmediate(resolve))
      if (isDone) return work
      const [next] = [...this.#sleepers].sort((a, b) => a.at - b.at)
      if (!next) throw new Error('Nobody sleeps, and the work is not done')
      this.#now = Math.max(this.#now, next.at)
      next.wake()
    }
  }
}
