import { now } from '../../clock.ts'

/** Consecutive failures after which a push service is paused. */
const maxInRow = 5
const firstMs = 15_000
const longestMs = 600_000
const maxOrigins = 1000
const maxDevices = 20_000
/** A push service is paused if it refuses devices of this many companies, with no success between. */
const manyCompanies = 2
/** For this time after it accepted a message, a service is taken to know our signature, ms. */
const knownMs = 3_600_000

type OriginState = { until: number; failures: number; turnedAway: Set<number>; servedAt: number }

/** A device, and the origin of its push service. */
export type Recipient = { origin: string; company_id: number; device_id: number }

/**
 * Remembers paused push services and devices: nothing is sent to them for a while, because the service asked
 * for that or does not answer. Anybody can register a device that its service refuses, so an answer about one
 * device pauses only that device. The whole service is paused once it has refused devices of several
 * companies, or if it does not answer.
 */
export class Pauses {
  readonly #origins = new Map<string, OriginState>()
  readonly #devices = new Map<string, number>()

  /** The time (ms) until which the origin is paused; undefined if it is not paused. */
  until(origin: string): number | undefined {
    return ahead(this.#origins.get(origin)?.until)
  }

  /** The time (ms) until which the device or its origin is paused; undefined if neither is paused. */
  untilOf(recipient: Recipient): number | undefined {
    return this.until(recipient.origin) ?? ahead(this.#devices.get(keyOf(recipient)))
  }

  /** Pauses a device that its push service refused, for `ms`. */
  turnAway(recipient: Recipient, ms: number): void {
    const until = now().getTime() + ms
    keep(this.#devices, keyOf(recipient), until, maxDevices)
    const state = this.#stateOf(recipient.origin)
    state.turnedAway.add(recipient.company_id)
    if (state.turnedAway.size >= manyCompanies) state.until = Math.max(state.until, until)
    keep(this.#origins, recipient.origin, state, maxOrigins)
  }

  /** Counts one more failure of the push service. */
  fail(origin: string): void {
    const state = this.#stateOf(origin)
    state.failures += 1
    const rounds = Math.floor(state.failures / maxInRow)
    const ms = state.failures % maxInRow === 0 ? Math.min(longestMs, firstMs * 2 ** (rounds - 1)) : 0
    state.until = now().getTime() + ms
    keep(this.#origins, origin, state, maxOrigins)
  }

  /** Ends the pauses. `isTaken`: the service took the message, so it knows our signature. */
  succeed(recipient: Recipient, isTaken: boolean): void {
    this.#devices.delete(keyOf(recipient))
    const { servedAt } = this.#stateOf(recipient.origin)
    const state = { until: 0, failures: 0, turnedAway: new Set<number>(), servedAt }
    if (isTaken) state.servedAt = now().getTime()
    keep(this.#origins, recipient.origin, state, maxOrigins)
  }

  /** Whether the service took our signature lately. If so, a refused signature is the fault of the device. */
  hasServed(origin: string): boolean {
    return now().getTime() - this.#stateOf(origin).servedAt < knownMs
  }

  #stateOf(origin: string): OriginState {
    return this.#origins.get(origin) ?? { until: 0, failures: 0, turnedAway: new Set(), servedAt: 0 }
  }
}

const ahead = (until = 0): number | undefined => (until > now().getTime() ? until : undefined)
const keyOf = ({ company_id, device_id }: Recipient): string => `${company_id}:${device_id}`

// The size is limited, because a known domain has an unlimited number of subdomains.
function keep<Value>(states: Map<string, Value>, key: string, value: Value, most: number): void {
  states.delete(key)
  states.set(key, value)
  if (states.size <= most) return
  const [oldest] = states.keys()
  if (oldest !== undefined) states.delete(oldest)
}
