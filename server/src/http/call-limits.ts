import type { FastifyInstance } from 'fastify'
import { now } from '../clock.ts'
import { LimitError } from './errors.ts'

/** Calls a second in the long run, and how many may come at once after a pause. */
type Rate = { perSecond: number; burst: number }

const ofSession: Rate = { perSecond: 50, burst: 300 }
const ofAddress: Rate = { perSecond: 20, burst: 100 }

// Whoever was not heard of for longest is forgotten first; about 10 MB.
const mostBuckets = 50_000

/** Buckets that refill with time; a call takes one drop out of its bucket. */
class Buckets {
  readonly #rate: Rate
  readonly #buckets = new Map<string, { drops: number; at: number }>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** @throws LimitError where the bucket of `key` is empty */
  take(key: string): void {
    const at = now().getTime()
    const { perSecond, burst } = this.#rate
    const bucket = this.#buckets.get(key)
    const refill = bucket ? (Math.max(0, at - bucket.at) / 1000) * perSecond : burst
    const drops = Math.min(burst, (bucket?.drops ?? 0) + refill)
    // Taken out and put in again, it is the youngest of the map.
    this.#buckets.delete(key)
    this.#buckets.set(key, { drops: drops < 1 ? drops : drops - 1, at })
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > mostBuckets && oldest !== undefined) this.#buckets.delete(oldest)
    if (drops < 1) throw new LimitError(1)
  }
}

/** Limits all calls: per session of a person, else per address. Comes after the session is read. */
export function limitCalls(app: FastifyInstance): void {
  const sessions = new Buckets(ofSession)
  const addresses = new Buckets(ofAddress)
  app.addHook('onRequest', async (request) => {
    const { actor, token } = request.session
    const isCall = request.url.startsWith('/api/')
    // A page of photos is many files at once; strangers see logos alone.
    if (!isCall && (actor || !request.url.startsWith('/storage/'))) return
    // A guest's session costs nothing to make, so it cannot be what is counted.
    if (actor && token) sessions.take(token)
    else addresses.take(request.ip)
  })
}
