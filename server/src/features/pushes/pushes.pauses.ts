import { now } from '../../clock.ts'

/** Where so many in a row have failed, nobody else is sent there for a while. */
const mostInRow = 5
const firstMs = 15_000
const longestMs = 600_000
const mostOrigins = 1000
const mostDevices = 20_000
/** Companies whose devices were turned away, with none served between: then it is the push service, not the devices. */
const manyCompanies = 2
/** So long a service that has taken a message is one that knows our signature. */
const knownMs = 3_600_000

type OriginState = { until: number; failures: number; turnedAway: Set<number>; servedAt: number }

/** A device, and the push service of its address. */
export type Recipient = { origin: string; company_id: number; device_id: number }

/**
 * Remembers push services and devices to which nothing is sent for a while, because the service asked for that or does
 * not answer. Anybody can register a device that its service refuses, so an answer about one device pauses that device
 * alone. The whole service is paused once it has refused devices of several companies, or where it does not answer.
 */
export class Pauses {
  readonly #origins = new Map<string, OriginState>()
  readonly #devices = new Map<string, number>()

  /** Until when (ms) an origin is left alone; undefined: it is not. */
  until(origin: string): number | undefined {
    return ahead(this.#origins.get(origin)?.until)
  }

  /** Until when (ms) nothing is sent to the device; undefined: it may be sent to. */
  untilOf(recipient: Recipient): number | undefined {
    return this.until(recipient.origin) ?? ahead(this.#devices.get(keyOf(recipient)))
  }

  /** A device was turned away for `ms`. */
  turnAway(recipient: Recipient, ms: number): void {
    const until = now().getTime() + ms
    keep(this.#devices, keyOf(recipient), until, mostDevices)
    const state = this.#stateOf(recipient.origin)
    state.turnedAway.add(recipient.company_id)
    if (state.turnedAway.size >= manyCompanies) state.until = Math.max(state.until, until)
    keep(this.#origins, recipient.origin, state, mostOrigins)
  }

  /** Something there went wrong once more. */
  fail(origin: string): void {
    const state = this.#stateOf(origin)
    state.failures += 1
    const rounds = Math.floor(state.failures / mostInRow)
    const ms = state.failures % mostInRow === 0 ? Math.min(longestMs, firstMs * 2 ** (rounds - 1)) : 0
    state.until = now().getTime() + ms
    keep(this.#origins, origin, state, mostOrigins)
  }

  /** The push service has answered as it should; `isTaken`: it took the message, and so knows our signature. */
  succeed(recipient: Recipient, isTaken: boolean): void {
    this.#devices.delete(keyOf(recipient))
    const { servedAt } = this.#stateOf(recipient.origin)
    const state = { until: 0, failures: 0, turnedAway: new Set<number>(), servedAt }
    if (isTaken) state.servedAt = now().getTime()
    keep(this.#origins, recipient.origin, state, mostOrigins)
  }

  /** Whether the push service has taken what we sign of late: then a signature is refused because of the device. */
  hasServed(origin: string): boolean {
    return now().getTime() - this.#stateOf(origin).servedAt < knownMs
  }

  #stateOf(origin: string): OriginState {
    return this.#origins.get(origin) ?? { until: 0, failures: 0, turnedAway: new Set(), servedAt: 0 }
  }
}

const ahead = (until = 0): number | undefined => (until > now().getTime() ? until : undefined)
const keyOf = ({ company_id, device_id }: Recipient): string => `${company_id}:${device_id}`

// Names below a known one are without end.
function keep<Value>(states: Map<string, Value>, key: string, value: Value, most: number): void {
  states.delete(key)
  states.set(key, value)
  if (states.size <= most) return
  const [oldest] = states.keys()
  if (oldest !== undefined) states.delete(oldest)
}
