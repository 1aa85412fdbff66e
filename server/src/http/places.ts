import type { FastifyRequest } from 'fastify'
import { clientKey } from './client-address.ts'
import { LimitError } from './errors.ts'
import { serviceKey } from './request-address.ts'
import type { Session } from './session.ts'

/** Who takes a place. Guests and foreign services are each bounded together, as a company is. */
export type PlaceOwner = { company: number | 'guests' | 'services'; person: string; isStaff?: boolean }

/** What all staff of a company may have of its `limit`: some of them together keep nobody who runs it from working. */
export const staffPart = (limit: number): number => limit - Math.ceil(limit / 4)

export function placeOwner(request: FastifyRequest & { session: Session }): PlaceOwner {
  const { actor } = request.session
  if (actor) {
    const { companyId, userId, type } = actor
    return { company: companyId, person: `${companyId} ${userId}`, isStaff: type === 'staff' }
  }
  if (request.routeOptions.config.isForeign) return { company: 'services', person: serviceKey(request) }
  return { company: 'guests', person: clientKey(request) }
}

/** Something that is taken. `grow` takes more of it. It is given back once, however often it is released. */
export type Place = {
  /** @throws LimitError; then what was taken before stays taken */
  grow(by: number): void
  release(): void
}
/** How many places there are: in this process, for a company, for a person. */
export type PlaceLimits = { all: number; company: number; person: number }

/** Places for work that lasts, or bytes that stay in memory: one person, and one company, leaves some to all others. */
export class Places {
  readonly #limits: PlaceLimits
  readonly #retryAfterSeconds: number
  readonly #taken = new Map<string, number>()

  constructor(limits: PlaceLimits, retryAfterSeconds: number) {
    this.#limits = limits
    this.#retryAfterSeconds = retryAfterSeconds
  }

  /** @throws LimitError where all places are taken, of the process, of the company or of the person */
  enter({ company, person, isStaff = false }: PlaceOwner, count = 1): Place {
    const bounds: [key: string, limit: number][] = [
      ['all', this.#limits.all],
      [`company ${company}`, this.#limits.company],
      [`person ${person}`, this.#limits.person],
    ]
    if (isStaff) bounds.push([`staff ${company}`, staffPart(this.#limits.company)])
    let taken = 0
    const grow = (by: number) => {
      const isFull = bounds.some(([key, limit]) => (this.#taken.get(key) ?? 0) + by > limit)
      if (isFull) throw new LimitError(this.#retryAfterSeconds)
      for (const [key] of bounds) this.#move(key, by)
      taken += by
    }
    grow(count)
    return {
      grow,
      release: () => {
        for (const [key] of bounds) this.#move(key, -taken)
        taken = 0
      },
    }
  }

  #move(key: string, by: number): void {
    const taken = (this.#taken.get(key) ?? 0) + by
    if (taken > 0) this.#taken.set(key, taken)
    else this.#taken.delete(key)
  }
}
