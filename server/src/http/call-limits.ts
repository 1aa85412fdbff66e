import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { now } from '../clock.ts'
import { clientKey } from './client-address.ts'
import { LimitError } from './errors.ts'
import { addressOf, serviceKey } from './request-address.ts'
import { rawToken, type SessionSettings } from './session.ts'

/** Calls a second in the long run, and how many may come at once after a pause. */
type Rate = { perSecond: number; burst: number }

const ofSession: Rate = { perSecond: 50, burst: 300 }
/** However many sessions a person has. */
const ofPerson: Rate = { perSecond: 100, burst: 600 }
/** A page of photos is many files at once. */
const ofFiles: Rate = { perSecond: 100, burst: 1000 }
/** Pages and what they are built of, of an address, or of a session: a first visit takes some hundred files. */
const ofPages: Rate = { perSecond: 200, burst: 2000 }
const ofAddress: Rate = { perSecond: 20, burst: 100 }
/**
 * What a foreign service tells comes for all companies from a few addresses, and whatever is refused is lost. A message to
 * an address that was not heard of since the process began counts as a guest's call.
 */
const ofForeign: Rate = { perSecond: 200, burst: 2000 }
/** The messages to one company. More than that is found by reading everything once more. */
const ofHook: Rate = { perSecond: 5, burst: 300 }
/** Sessions that were not heard of since the process began; after a restart a whole office comes from one address. */
const ofUnknown: Rate = { perSecond: 100, burst: 500 }

/** Calls of a person that write: a day's work of a packer is some thousand. What they leave is kept for good. */
const ofWrites: Rate = { perSecond: 1, burst: 5000 }

// Whoever was not heard of for longest is forgotten first; about 10 MB.
const mostBuckets = 50_000

/** What watches the installation must be answered however much its address asks. */
const ofKeepers = new Set(['/healthz', '/readyz', '/metrics'])

/** Buckets that refill with time; a call takes one drop out of its bucket. */
class Buckets {
  readonly #rate: Rate
  readonly #buckets = new Map<string, { drops: number; at: number }>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  has(key: string): boolean {
    return this.#buckets.has(key)
  }

  delete(key: string): void {
    this.#buckets.delete(key)
  }

  /** @throws LimitError where the bucket of `key` is empty */
  take(key: string): void {
    const at = now().getTime()
    const drops = this.#dropsOf(key, at)
    // Taken out and put in again, it is the youngest of the map.
    this.#buckets.delete(key)
    this.#buckets.set(key, { drops: drops < 1 ? drops : drops - 1, at })
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > mostBuckets && oldest !== undefined) this.#buckets.delete(oldest)
    if (drops < 1) throw new LimitError(1)
  }

  #dropsOf(key: string, at: number): number {
    const { perSecond, burst } = this.#rate
    const bucket = this.#buckets.get(key)
    const refill = bucket ? (Math.max(0, at - bucket.at) / 1000) * perSecond : burst
    return Math.min(burst, (bucket?.drops ?? 0) + refill)
  }
}

/**
 * Limits all calls: per session of a person, else per address. Comes before the sessions are read, as reading one
 * asks the database, which a flood of refused calls must not keep busy.
 */
export function limitCalls(app: FastifyInstance, settings: SessionSettings): void {
  const [calls, files] = [new Buckets(ofSession), new Buckets(ofFiles)]
  const [addresses, unknown] = [new Buckets(ofAddress), new Buckets(ofUnknown)]
  const [people, pages] = [new Buckets(ofPerson), new Buckets(ofPages)]
  const [foreign, hooks] = [new Buckets(ofForeign), new Buckets(ofHook)]
  const bucketsFor = (request: FastifyRequest) => {
    const address = addressOf(request)
    return address.startsWith('/api/') ? calls : address.startsWith('/storage/') ? files : null
  }
  const tokenOf = (request: FastifyRequest) => {
    const token = rawToken(request, settings)
    // A guest's session costs nothing to make, so it cannot be what is counted.
    return token?.startsWith('u.') ? token : undefined
  }
  // Requests that have taken a drop from the bucket of their session.
  const counted = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    const buckets = bucketsFor(request)
    if (!buckets) {
      if (ofKeepers.has(addressOf(request))) return
      // An office behind one address has the bucket of each session that is known.
      const token = tokenOf(request)
      const isKnown = token !== undefined && (calls.has(token) || files.has(token))
      return pages.take(isKnown ? token : clientKey(request))
    }
    if (request.routeOptions.config.isForeign) {
      if (!hooks.has(serviceKey(request))) return addresses.take(clientKey(request))
      foreign.take(clientKey(request))
      return hooks.take(serviceKey(request))
    }
    const token = tokenOf(request)
    if (!token) return addresses.take(clientKey(request))
    if (!calls.has(token) && !files.has(token)) return unknown.take(clientKey(request))
    buckets.take(token)
    counted.add(request)
  })
  // The session is known here, and nothing of the body is read.
  app.addHook('preParsing', async (request) => {
    const buckets = bucketsFor(request)
    const token = tokenOf(request)
    if (!buckets || !token || request.routeOptions.config.isForeign) return
    const { actor } = request.session
    if (actor) {
      if (!counted.has(request)) buckets.take(token)
      if (buckets === calls) people.take(`${actor.companyId}:${actor.userId}`)
      return
    }
    // The session has ended, so its next call counts among the unknown ones.
    for (const known of [calls, files]) known.delete(token)
    addresses.take(clientKey(request))
  })
  // Nobody gets here by an address for messages that we have not given to a service.
  app.addHook('preHandler', async (request) => {
    const key = serviceKey(request)
    if (request.routeOptions.config.isForeign && !hooks.has(key)) hooks.take(key)
  })
}

/** Limits what one person writes in the long run, whatever number of sessions they have. */
export function limitWrites(): (person: Pick<Actor, 'companyId' | 'userId'>) => void {
  const writes = new Buckets(ofWrites)
  return ({ companyId, userId }) => writes.take(`${companyId}:${userId}`)
}
