import { LimitError } from '../errors/errors.ts'
import { clientKey } from './client-address.ts'
import { type KnownRequest, serviceKey } from './request-address.ts'

/**
 * The owner of a place. All guests together have the limits of one company, and so do all foreign services.
 */
export type PlaceOwner = { company: number | 'guests' | 'services'; person: string; isStaff?: boolean }

/**
 * The part of a company's `limit` that all its staff together may use, so that they cannot block its admins
 * and owners.
 */
export const staffPart = (limit: number): number => limit - Math.ceil(limit / 4)

export function placeOwner(request: KnownRequest): PlaceOwner {
  const { actor } = request.session
  if (actor) {
    const { companyId, userId, type } = actor
    return { company: companyId, person: `${companyId} ${userId}`, isStaff: type === 'staff' }
  }
  if (request.routeOptions.config.isForeign) return { company: 'services', person: serviceKey(request) }
  return { company: 'guests', person: clientKey(request) }
}

/** Capacity that is taken. `grow` takes more. Releasing it more than once has no further effect. */
export type Place = {
  /** @throws LimitError; capacity that was taken before stays taken */
  grow(by: number): void
  release(): void
}
/** Maximum places: in this process, for a company, for a person. */
export type PlaceLimits = { all: number; company: number; person: number }

/**
 * Limits long work, or bytes that stay in memory, so that one person or one company leaves capacity for
 * others.
 */
export class Places {
  readonly #limits: PlaceLimits
  readonly #retryAfterSeconds: number
  readonly #taken = new Map<string, number>()

  constructor(limits: PlaceLimits, retryAfterSeconds: number) {
    this.#limits = limits
    this.#retryAfterSeconds = retryAfterSeconds
  }

  /**
   * @throws LimitError if all places of the process, of the company, of its staff or of the person are taken
   */
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
