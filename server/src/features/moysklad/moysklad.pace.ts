import { setTimeout } from 'node:timers/promises'
import { MoySkladError } from './moysklad.errors.ts'

/** How much may be asked: `units` in `windowMs`, of which one question takes `cost`. */
export type Allowance = { units: number; windowMs: number; cost: number }

/** What their headers said with an answer; null: they did not. */
export type LimitHeaders = {
  limit: number | null
  remaining: number | null
  windowMs: number | null
  /** Until when nothing more is to be asked, ms. */
  waitMs: number | null
}

/** Until they have said how much: so little that no kind of token is asked for more. */
const usual: Allowance = { units: 45, windowMs: 3000, cost: 5 }
/** Theirs is five a user. */
const mostAtOnce = 4
/** Questions reach them closer together than they leave here. */
const marginMs = 45
const highestCost = 5
/** Far below what they cut a user off for, which is 200 of either in a minute. */
const mostAlike = 20
const minuteMs = 60_000
const longestWaitMs = 60_000

/** The time that passes here, ms. */
export type PaceClock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }

const systemClock: PaceClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/**
 * Asks as often as their headers allow and no more. In any stretch of their window no more leaves here than they take
 * in one, which holds whether they fill a bucket drop by drop, at once at the end of each window, or look back.
 */
export class Pace {
  #allowance: Allowance
  readonly #clock: PaceClock
  /** When questions left, ms, the oldest first: those that still count. */
  #left: number[] = []
  #heldUntil = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #open = 0
  #atOnce = mostAtOnce
  #atOnceUntil = 0
  /** What their answers have taught, where headers tell less than they do; Infinity: nothing. */
  #most = Number.POSITIVE_INFINITY
  #mostSince = 0
  readonly #failures = new Map<string, number[]>()
  /** Enough has gone wrong: until then nothing is asked. */
  #shut: { until: number; error: MoySkladError } | null = null
  readonly #waiting = new Set<() => void>()

  constructor(allowance: Allowance = usual, clock = systemClock) {
    this.#allowance = allowance
    this.#clock = clock
  }

  get allowance(): Allowance {
    return this.#allowance
  }

  /** Waits for one's turn. @returns how to leave, with what their headers said @throws where the signal comes */
  async enter(signal: AbortSignal): Promise<(headers: LimitHeaders | null) => void> {
    for (let ms = this.#waitMs(); ms > 0; ms = this.#waitMs()) await this.#wait(ms, signal)
    signal.throwIfAborted()
    const at = this.#clock.now()
    if (this.#shut && this.#shut.until > at) throw this.#shut.error
    // After a rest what the answer says of the rest is what the one question has taken.
    const isAlone = this.#open === 0 && at - this.#lastAt > 2 * this.#allowance.windowMs
    this.#left.push(at)
    this.#lastAt = at
    this.#open += 1
    const turn = { isOver: false }
    return (headers) => {
      if (turn.isOver) return
      turn.isOver = true
      this.#open -= 1
      if (headers) this.#learn(headers, isAlone)
      for (const wake of this.#waiting) wake()
    }
  }

  /** They have said that it was too much: of questions in a while, or of questions at once. */
  refuse(reason: 'rate' | 'parallel', waitMs: number): void {
    const at = this.#clock.now()
    if (reason === 'parallel') {
      this.#atOnce = Math.max(1, Math.min(this.#atOnce, this.#open) - 1)
      this.#atOnceUntil = at + minuteMs
    } else if (at - this.#mostSince > this.#allowance.windowMs) {
      // Once for all that were on their way together.
      const seen = Math.min(this.#perWindow(), this.#left.length)
      this.#most = Math.max(1, Math.floor(seen * 0.9) - 1)
      this.#mostSince = at
    }
    const jitter = waitMs * 0.2 * Math.random()
    this.#heldUntil = Math.max(this.#heldUntil, at + Math.min(waitMs + jitter, longestWaitMs))
  }

  /** Counts what went wrong. @throws MoySkladError where so many alike in a minute are enough */
  fail(error: MoySkladError): void {
    const at = this.#clock.now()
    const key = `${error.status} ${error.code}`
    const recent = (this.#failures.get(key) ?? []).filter((then) => then > at - minuteMs)
    recent.push(at)
    this.#failures.set(key, recent)
    if (this.#failures.size > 50) this.#failures.clear()
    if (recent.length < mostAlike) return
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

  /** Until one may ask, ms; Infinity: once another has left. */
  #waitMs(): number {
    const at = this.#clock.now()
    if (this.#atOnceUntil !== 0 && at > this.#atOnceUntil) {
      this.#atOnce = Math.min(mostAtOnce, this.#atOnce + 1)
      this.#atOnceUntil = this.#atOnce === mostAtOnce ? 0 : at + minuteMs
    }
    if (this.#open >= this.#atOnce) return Number.POSITIVE_INFINITY
    if (this.#heldUntil > at) return this.#heldUntil - at
    const window = this.#allowance.windowMs + marginMs
    this.#left = this.#left.filter((then) => then > at - window)
    this.#relax(at)
    const first = this.#left[this.#left.length - this.#perWindow()]
    return first === undefined ? 0 : first + window - at
  }

  /** What was learned from refusals is tried again, a little at a time. */
  #relax(at: number): void {
    if (this.#most === Number.POSITIVE_INFINITY) return
    if (at - this.#mostSince < 10 * this.#allowance.windowMs) return
    this.#mostSince = at
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
    // Rejects when it is over, which the loop of the caller sees.
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
    const at = this.#clock.now()
    if (waitMs !== null && waitMs > 0)
      this.#heldUntil = Math.max(this.#heldUntil, at + Math.min(waitMs, longestWaitMs))
    // Somebody else asks with the same token, too: what is left for us is to fill up first.
    const short = remaining === null ? 0 : measured * (this.#open + 1) - remaining
    if (short > 0)
      this.#heldUntil = Math.max(this.#heldUntil, at + (short * this.#allowance.windowMs) / units)
  }
}
