/** Whose token or password it is: a user's own, a solution's, or one that is not published yet. */
export type PrincipalKind = 'user' | 'solution' | 'draft'

const bucket = 45
const usualWindowMs = 3000
const mostOfUser = 5
const mostOfAccount = 20
const minuteMs = 60_000
/** So many refusals in a minute, and the user's access is switched off. */
const mostRefusals = 200

/** What one question of a kind takes, from a day on; the newest first. */
const weights: Record<PrincipalKind, [day: string, weight: number][]> = {
  user: [
    ['2026-12-01', 4],
    ['2026-09-01', 3],
    ['2026-05-12', 2],
    ['0000-00-00', 1],
  ],
  solution: [['0000-00-00', 1]],
  draft: [
    ['2026-04-13', 4],
    ['0000-00-00', 1],
  ],
}
const dearReports = /\/report\/stock\/(all|bystore)$/
const dearWeight = 5

export const weightOf = (kind: PrincipalKind, path: string, day: string): number =>
  dearReports.test(path) ? dearWeight : (weights[kind].find(([from]) => from <= day)?.[1] ?? 1)

type State = {
  units: number
  at: number
  endsAt: number
  open: number
  asked: number
  refusals: number[]
  isOff: boolean
}

export type Verdict =
  | { of: 'taken'; headers: Record<string, string>; leave(): void }
  | { of: 'rate' | 'parallel' | 'off'; headers: Record<string, string> }

/**
 * Counts as theirs does: 45 units in 3 s for each user or solution, 5 questions at once, 20 an account. It is not
 * known how theirs refills: `bucket` drop by drop, `window` all at once at the end of each stretch.
 */
export class Limiter {
  kind: 'bucket' | 'window' = 'bucket'
  /** So much shorter a test waits for its turn; what is tried of limits themselves has theirs. */
  windowMs = usualWindowMs
  /** Whether what is left falls by the weight of a question, or by one whatever it costs. */
  tellsWeights = true
  /** Whether it counts at all. */
  isOn = true
  /** Questions that were refused, by why; and those that were most at once. */
  refused = { rate: 0, parallel: 0, off: 0 }
  mostOpen = 0
  /** The time by which it counts, ms. */
  now = () => performance.now()
  readonly #states = new Map<string, State>()
  readonly #open = new Map<string, number>()

  enter(principal: string, account: string, weight: number): Verdict {
    const at = this.now()
    const state = this.#refill(principal, at)
    if (state.isOff) return this.#refuse('off', state, at)
    const ofAccount = this.#open.get(account) ?? 0
    if (this.isOn && (state.open >= mostOfUser || ofAccount >= mostOfAccount))
      return this.#refuse('parallel', state, at)
    if (this.isOn && state.units < weight) return this.#refuse('rate', state, at, weight)
    state.units -= weight
    state.asked = (state.units + weight >= bucket ? 0 : state.asked) + 1
    state.open += 1
    this.#open.set(account, ofAccount + 1)
    this.mostOpen = Math.max(this.mostOpen, state.open)
    const leave = () => {
      state.open -= 1
      this.#open.set(account, (this.#open.get(account) ?? 1) - 1)
    }
    return { of: 'taken', headers: this.#headers(state, 0), leave }
  }

  reset(): void {
    this.kind = 'bucket'
    this.windowMs = usualWindowMs
    this.isOn = true
    this.tellsWeights = true
    this.refused = { rate: 0, parallel: 0, off: 0 }
    this.mostOpen = 0
    this.#states.clear()
  }

  #refill(principal: string, at: number): State {
    const state = this.#states.get(principal) ?? {
      ...{ units: bucket, at, endsAt: at + this.windowMs, open: 0, asked: 0, refusals: [], isOff: false },
    }
    this.#states.set(principal, state)
    if (this.kind === 'bucket')
      state.units = Math.min(bucket, state.units + ((at - state.at) / this.windowMs) * bucket)
    else if (at >= state.endsAt) {
      state.units = bucket
      state.endsAt = at + this.windowMs
    }
    state.at = at
    return state
  }

  #refuse(of: 'rate' | 'parallel' | 'off', state: State, at: number, weight = 0): Verdict {
    this.refused[of] += 1
    state.refusals = [...state.refusals.filter((then) => then > at - minuteMs), at]
    if (state.refusals.length > mostRefusals) state.isOff = true
    const lacking = ((weight - state.units) / bucket) * this.windowMs
    const waitMs = of !== 'rate' ? 0 : this.kind === 'bucket' ? lacking : state.endsAt - at
    return { of, headers: this.#headers(state, Math.ceil(waitMs)) }
  }

  #headers(state: State, waitMs: number): Record<string, string> {
    return {
      'x-ratelimit-limit': String(bucket),
      'x-ratelimit-remaining': String(
        Math.max(0, Math.floor(this.tellsWeights ? state.units : bucket - state.asked)),
      ),
      'x-lognex-retry-timeinterval': String(this.windowMs),
      'x-lognex-reset': String(waitMs),
      'x-lognex-retry-after': String(waitMs),
    }
  }
}
