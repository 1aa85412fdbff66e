/** The owner of the token or password: a user, a published solution, or a draft of a solution. */
export type PrincipalKind = 'user' | 'solution' | 'draft'

const bucket = 45
const usualWindowMs = 3000
const maxOfUser = 5
const maxOfAccount = 20
const minuteMs = 60_000
/** After more refusals than this in a minute, the access of the principal is switched off. */
const maxRefusals = 200

/** The units that a request takes, by kind of principal and first day; the newest first. */
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
 * Applies the limits of MoySklad: 45 units in 3 s and 5 concurrent requests for each user or solution, 20
 * concurrent requests for an account. MoySklad does not say how its units refill: `bucket` refills
 * continuously, `window` refills all units at the end of each window.
 */
export class Limiter {
  kind: 'bucket' | 'window' = 'bucket'
  /** The window, ms. Tests shorten it to wait less; tests of the limits use the 3 s of MoySklad. */
  windowMs = usualWindowMs
  /**
   * True: the remaining units in the header fall by the weight of each request. False: by one for each
   * request.
   */
  tellsWeights = true
  /** Whether the limits apply. */
  isOn = true
  /** The refused requests by reason, and the maximum of concurrent requests. */
  refused = { rate: 0, parallel: 0, off: 0 }
  maxOpen = 0
  /** The clock of the limiter, ms. */
  now = () => performance.now()
  readonly #states = new Map<string, State>()
  readonly #open = new Map<string, number>()

  enter(principal: string, account: string, weight: number): Verdict {
    const at = this.now()
    const state = this.#refill(principal, at)
    if (state.isOff) return this.#refuse('off', state, at)
    const ofAccount = this.#open.get(account) ?? 0
    if (this.isOn && (state.open >= maxOfUser || ofAccount >= maxOfAccount))
      return this.#refuse('parallel', state, at)
    if (this.isOn && state.units < weight) return this.#refuse('rate', state, at, weight)
    state.units -= weight
    state.asked = (state.units + weight >= bucket ? 0 : state.asked) + 1
    state.open += 1
    this.#open.set(account, ofAccount + 1)
    this.maxOpen = Math.max(this.maxOpen, state.open)
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
    this.maxOpen = 0
    this.#states.clear()
  }

  #refill(principal: string, at: number): State {
    const state = this.#states.get(principal) ?? {
      units: bucket,
      at,
      endsAt: at + this.windowMs,
      open: 0,
      asked: 0,
      refusals: [],
      isOff: false,
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
    if (state.refusals.length > maxRefusals) state.isOff = true
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
