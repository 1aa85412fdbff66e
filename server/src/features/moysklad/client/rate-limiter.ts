import { setTimeout } from 'node:timers/promises'
import { MoySkladError } from './errors.ts'

/** Rate limit: `units` per `windowMs`. One request costs `cost` units. */
export type Allowance = { units: number; windowMs: number; cost: number }

/** Rate-limit headers of an answer; null: a header is missing. */
export type LimitHeaders = {
  limit: number | null
  remaining: number | null
  windowMs: number | null
  /** How long to send no request, ms. */
  waitMs: number | null
}

/** Used until headers state the limit. Low enough for every kind of token. */
const usual: Allowance = { units: 45, windowMs: 3000, cost: 5 }
/** Maximum concurrent requests of a token. MoySklad allows five for a user. */
const maxAtOnce = 4
/** Added to a window, ms, because requests may arrive closer together than they were sent. */
const marginMs = 45
const highestCost = 5
/** Equal errors in a minute after which requests stop. MoySklad cuts a user off after 200 in a minute. */
const maxAlike = 20
const minuteMs = 60_000
const longestWaitMs = 60_000

const within = (lowest: number, highest: number) => (value: number) =>
  Math.max(lowest, Math.min(value, highest))

/** Limits the values of response headers. An absurd value would otherwise block all requests of a token. */
export const bounded = {
  units: within(1, 100_000),
  windowMs: within(100, longestWaitMs),
  waitMs: within(0, longestWaitMs),
}

/** Clock of a rate limiter, ms. */
export type PaceClock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }

const systemClock: PaceClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/**
 * Rate limiter: sends requests as often as MoySklad's headers allow. In any period as long as a window, it
 * sends no more requests than MoySklad allows in a window. This is safe whether MoySklad refills a token
 * bucket, resets fixed windows or uses a sliding window.
 */
export class RateLimiter {
  #allowance: Allowance
  readonly #clock: PaceClock
  /** Send times of the requests that still count, ms, oldest first. */
  #left: number[] = []
  #heldUntil = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #open = 0
  #atOnce = maxAtOnce
  #atOnceUntil = 0
  /**
   * Requests per window, learned from refusals if the headers state too high a limit; Infinity: not learned.
   */
  #most = Number.POSITIVE_INFINITY
  #maxSince = 0
  readonly #failures = new Map<string, number[]>()
  /** Set after too many errors. No request is sent until then. */
  #shut: { until: number; error: MoySkladError } | null = null
  readonly #waiting = new Set<() => void>()

  constructor(allowance: Allowance = usual, clock = systemClock) {
    const { units, windowMs, cost } = allowance
    // It was saved with the connection, perhaps before the bounds existed.
    this.#allowance = {
      units: bounded.units(units),
      windowMs: bounded.windowMs(windowMs),
      cost: Math.min(cost, highestCost),
    }
    this.#clock = clock
  }

  get allowance(): Allowance {
    return this.#allowance
  }

  /**
   * Waits until a request may be sent.
   * @returns a function that ends the request and takes the rate-limit headers of its answer
   * @throws the abort reason of the signal; MoySkladError after too many errors
   */
  async enter(signal: AbortSignal): Promise<(headers: LimitHeaders | null) => void> {
    for (let ms = this.#waitMs(); ms > 0; ms = this.#waitMs()) await this.#wait(ms, signal)
    signal.throwIfAborted()
    const at = this.#clock.now()
    if (this.#shut && this.#shut.until > at) throw this.#shut.error
    // After an idle period only this request counts, so the headers show its cost.
    const isAlone = this.#open === 0 && at - this.#lastAt > 2 * this.#allowance.windowMs
    this.#left.push(at)
    this.#lastAt = at
    this.#open += 1
    const lease = { isOver: false }
    return (headers) => {
      if (lease.isOver) return
      lease.isOver = true
      this.#open -= 1
      if (headers) this.#learn(headers, isAlone)
      for (const wake of this.#waiting) wake()
    }
  }

  /** Handles a refusal: too many requests in a window (`rate`), or too many at once (`parallel`). */
  refuse(reason: 'rate' | 'parallel', waitMs: number): void {
    const at = this.#clock.now()
    if (reason === 'parallel') {
      this.#atOnce = Math.max(1, Math.min(this.#atOnce, this.#open) - 1)
      this.#atOnceUntil = at + minuteMs
    } else if (at - this.#maxSince > this.#allowance.windowMs) {
      // Lower the limit once for all requests that were sent together.
      const seen = Math.min(this.#perWindow(), this.#left.length)
      this.#most = Math.max(1, Math.floor(seen * 0.9) - 1)
      this.#maxSince = at
    }
    this.#hold(waitMs * (1 + 0.2 * Math.random()))
  }

  /** Sends no request for a time, which is never longer than the longest wait. */
  #hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + bounded.waitMs(ms))
  }

  /** Counts an error. @throws MoySkladError after too many equal errors in a minute */
  fail(error: MoySkladError): void {
    const at = this.#clock.now()
    const key = `${error.status} ${error.code}`
    const recent = (this.#failures.get(key) ?? []).filter((then) => then > at - minuteMs)
    recent.push(at)
    this.#failures.set(key, recent)
    if (this.#failures.size > 50) this.#failures.clear()
    if (recent.length < maxAlike) return
    const fault = error.fault === 'busy' || error.fault === 'maintenance' ? error.fault : 'broken'
    this.#failures.delete(key)
    this.#shut = {
      until: at + minuteMs,
      error: new MoySkladError(fault, error.status, error.code, error),
    }
    throw this.#shut.error
  }

  #perWindow(): number {
    const { units, cost } = this.#allowance
    return Math.max(1, Math.min(Math.floor(units / cost), this.#most))
  }

  /** Time until a request may be sent, ms; Infinity: until another request ends. */
  #waitMs(): number {
    const at = this.#clock.now()
    if (this.#atOnceUntil !== 0 && at > this.#atOnceUntil) {
      this.#atOnce = Math.min(maxAtOnce, this.#atOnce + 1)
      this.#atOnceUntil = this.#atOnce === maxAtOnce ? 0 : at + minuteMs
    }
    if (this.#open >= this.#atOnce) return Number.POSITIVE_INFINITY
    if (this.#heldUntil > at) return this.#heldUntil - at
    const window = this.#allowance.windowMs + marginMs
    this.#left = this.#left.filter((then) => then > at - window)
    this.#relax(at)
    const first = this.#left[this.#left.length - this.#perWindow()]
    return first === undefined ? 0 : first + window - at
  }

  /** Raises the limit learned from refusals again, step by step. */
  #relax(at: number): void {
    if (this.#most === Number.POSITIVE_INFINITY) return
    if (at - this.#maxSince < 10 * this.#allowance.windowMs) return
    this.#maxSince = at
    this.#most += 1
    const { units, cost } = this.#allowance
    if (this.#most >= Math.floor(units / cost)) this.#most = Number.POSITIVE_INFINITY
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const over = new AbortController()
    const woken = new Promise<void>((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      over.signal.addEventListener('abort', wake, { once: true })
    })
    // The sleep rejects on abort. Ignore it, because the signal is checked below.
    const passed = this.#clock
      .sleep(Math.min(ms, longestWaitMs), AbortSignal.any([signal, over.signal]))
      .catch(() => undefined)
    await Promise.race([woken, passed])
    over.abort()
    signal.throwIfAborted()
  }

  #learn({ limit, remaining, windowMs, waitMs }: LimitHeaders, isAlone: boolean): void {
    const { cost } = this.#allowance
    const units = limit ?? this.#allowance.units
    const taken = remaining === null ? null : units - remaining
    const measured = isAlone && taken !== null ? Math.min(highestCost, Math.max(1, taken)) : cost
    this.#allowance = { units, windowMs: windowMs ?? this.#allowance.windowMs, cost: measured }
    if (waitMs !== null) this.#hold(waitMs)
    // Somebody else uses the same token, too. Wait until enough units for our requests are available again.
    const short = remaining === null ? 0 : measured * (this.#open + 1) - remaining
    if (short > 0) this.#hold((short * this.#allowance.windowMs) / units)
  }
}
