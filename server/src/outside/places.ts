/** Lets so many in at once; others wait in turn, and who comes when too many wait is sent away. */
export class Places {
  #free: number
  readonly #mostWaiting: number
  readonly #waiting = new Set<() => void>()

  constructor(mostAtOnce: number, mostWaiting: number) {
    this.#free = mostAtOnce
    this.#mostWaiting = mostWaiting
  }

  /** @returns how to leave @throws where too many wait, or the signal has come */
  async enter(signal: AbortSignal): Promise<() => void> {
    // One that has come before would not come again.
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    return () => this.#leave()
  }

  #leave(): void {
    const [next] = this.#waiting
    // The place is handed on, so that nobody slips in between.
    if (next) next()
    else this.#free += 1
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#mostWaiting) throw new Error('Too many wait')
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter)
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(enter)
        reject(signal.reason)
      }
      this.#waiting.add(enter)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}
