import { now } from '../../clock.ts'

/** Where so many in a row have failed, nobody else is sent there for a while. */
const mostInRow = 5
const firstMs = 15_000
const longestMs = 600_000
const mostKept = 1000

type State = { until: number; failures: number }

/** Push services that are left alone for a while: they asked for it, or do not answer. */
export class Pauses {
  readonly #origins = new Map<string, State>()

  /** Until when (ms) an origin is left alone; undefined: it is not. */
  until(origin: string): number | undefined {
    const until = this.#origins.get(origin)?.until ?? 0
    return until > now().getTime() ? until : undefined
  }

  /** It has said for how long. */
  pause(origin: string, ms: number): void {
    const { failures = 0, until = 0 } = this.#origins.get(origin) ?? {}
    this.#set(origin, { failures, until: Math.max(until, now().getTime() + ms) })
  }

  /** Something there went wrong once more. */
  fail(origin: string): void {
    const failures = (this.#origins.get(origin)?.failures ?? 0) + 1
    const rounds = Math.floor(failures / mostInRow)
    const ms = failures % mostInRow === 0 ? Math.min(longestMs, firstMs * 2 ** (rounds - 1)) : 0
    this.#set(origin, { failures, until: now().getTime() + ms })
  }

  succeed(origin: string): void {
    this.#origins.delete(origin)
  }

  #set(origin: string, state: State): void {
    this.#origins.set(origin, state)
    // Names below a known one are without end.
    if (this.#origins.size > mostKept) {
      const [oldest] = this.#origins.keys()
      if (oldest !== undefined) this.#origins.delete(oldest)
    }
  }
}
