import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { now } from '../../clock.ts'
import { LimitError } from '../../errors/errors.ts'
import { clientKey } from '../../limits/client-address.ts'
import { addressOf, serviceKey } from '../../limits/request-address.ts'
import { rawToken, type SessionSettings } from '../../sessions/session.ts'

/** Calls per second in the long run, and calls that may come at once after a pause. */
type Rate = { perSecond: number; burst: number }

const ofSession: Rate = { perSecond: 50, burst: 300 }
/** Applies to all sessions of a person together. */
const ofPerson: Rate = { perSecond: 100, burst: 600 }
/** A page of photos requests many files at once. */
const ofFiles: Rate = { perSecond: 100, burst: 1000 }
/** Pages and their assets, per address or per session. A first visit loads some hundred files. */
const ofPages: Rate = { perSecond: 200, burst: 2000 }
const ofAddress: Rate = { perSecond: 20, burst: 100 }
/**
 * Calls of foreign services. Messages for all companies come from a few addresses, and a refused message is
 * lost. A message to a webhook address that was not used since the process began counts as a guest's call.
 */
const ofForeign: Rate = { perSecond: 200, burst: 2000 }
/** Messages to one company. A full check finds the changes that messages beyond this rate would tell of. */
const ofHook: Rate = { perSecond: 5, burst: 300 }
/**
 * Calls with sessions that are new since the process began. After a restart a whole office calls from one
 * address.
 */
const ofUnknown: Rate = { perSecond: 100, burst: 500 }

/**
 * Calls of a person that write. A packer makes some thousand in a day. The rows that they add are kept for
 * good.
 */
const ofWrites: Rate = { perSecond: 1, burst: 5000 }

/**
 * Bytes that a person writes, beyond the first kilobyte of each call. Their texts, the log of their changes
 * and the indexes of both take several times as much, and most of it is kept for good. That is 250 MB a day.
 */
const ofWritten: Rate = { perSecond: 3000, burst: 33_554_432 }
/** The same of all people of a company together, because an owner can add any number of people. */
const ofWrittenTogether: Rate = { perSecond: 12_000, burst: 268_435_456 }
/** A call of this many bytes is counted as one call only. */
const freeBytes = 1024

// The least recently used bucket is deleted first. This many buckets take about 10 MB.
const maxBuckets = 50_000

/** Monitoring addresses have no limit, because monitoring must be answered however often its client calls. */
const ofKeepers = new Set(['/healthz', '/readyz', '/metrics'])

/** Token buckets that refill with time. A call takes drops out of its bucket. */
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

  /** @throws LimitError if the bucket of `key` has fewer drops than it is asked for */
  take(key: string, asked = 1): void {
    const at = now().getTime()
    const drops = this.#dropsOf(key, at)
    // Deleting and inserting the key makes it the youngest of the map.
    this.#buckets.delete(key)
    this.#buckets.set(key, { drops: drops < asked ? drops : drops - asked, at })
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > maxBuckets && oldest !== undefined) this.#buckets.delete(oldest)
    if (drops < asked) throw new LimitError(Math.ceil((asked - drops) / this.#rate.perSecond))
  }

  #dropsOf(key: string, at: number): number {
    const { perSecond, burst } = this.#rate
    const bucket = this.#buckets.get(key)
    const refill = bucket ? (Math.max(0, at - bucket.at) / 1000) * perSecond : burst
    return Math.min(burst, (bucket?.drops ?? 0) + refill)
  }
}

/**
 * Limits all calls: per session of a person, else per address. Runs before sessions are read, because reading
 * a session queries the database, and a flood of refused calls must not keep the database busy.
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
    // A guest's session costs nothing to make, so guests are counted by their address instead.
    return token?.startsWith('u.') ? token : undefined
  }
  // Requests that have taken a drop from the bucket of their session.
  const counted = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    const buckets = bucketsFor(request)
    if (!buckets) {
      if (ofKeepers.has(addressOf(request))) return
      // Each known session has its own bucket, so that an office behind one address does not share one
      // bucket.
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
  // Here the session is known, and nothing of the body has been read.
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
    // The session has ended, so its next call counts as one with an unknown session.
    for (const known of [calls, files]) known.delete(token)
    addresses.take(clientKey(request))
  })
  // A request reaches this hook only by a webhook address that we have given to a service.
  app.addHook('preHandler', async (request) => {
    const key = serviceKey(request)
    if (request.routeOptions.config.isForeign && !hooks.has(key)) hooks.take(key)
  })
}

/**
 * Limits how much one person writes in the long run, in all their sessions together, and all people of a
 * company. The returned function counts a call whose fields have `size` bytes. @throws LimitError
 */
export function limitWrites(): (person: Pick<Actor, 'companyId' | 'userId'>, size: number) => void {
  const writes = new Buckets(ofWrites)
  const [written, together] = [new Buckets(ofWritten), new Buckets(ofWrittenTogether)]
  return ({ companyId, userId }, size) => {
    const person = `${companyId}:${userId}`
    writes.take(person)
    if (size <= freeBytes) return
    written.take(person, size - freeBytes)
    together.take(String(companyId), size - freeBytes)
  }
}
