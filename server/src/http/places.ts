import type { FastifyRequest } from 'fastify'
import { clientKey } from './client-address.ts'
import { LimitError } from './errors.ts'
import type { Session } from './session.ts'

/** Who takes a place: a person of a company, or a guest, who is of none. */
export type PlaceOwner = { company?: number; person: string }

export function placeOwner(request: FastifyRequest & { session: Session }): PlaceOwner {
  const { actor } = request.session
  if (!actor) return { person: clientKey(request) }
  return { company: actor.companyId, person: `${actor.companyId} ${actor.userId}` }
}
/** A place that is taken; it is given back once, however often it is released. */
export type Place = { release(): void }
/** How many places there are: in this process, for a company, for a person. */
export type PlaceLimits = { all: number; company: number; person: number }

/** Places for work that lasts: one person, and one company, leaves some to all others. */
export class Places {
  readonly #limits: PlaceLimits
  readonly #retryAfterSeconds: number
  readonly #taken = new Map<string, number>()

  constructor(limits: PlaceLimits, retryAfterSeconds: number) {
    this.#limits = limits
    this.#retryAfterSeconds = retryAfterSeconds
  }

  /** @throws LimitError where all places are taken, of the process, of the company or of the person */
  enter({ company, person }: PlaceOwner): Place {
    const { all, company: ofCompany, person: ofPerson } = this.#limits
    const wanted = new Map([
      ['all', all],
      [`person ${person}`, ofPerson],
    ])
    if (company !== undefined) wanted.set(`company ${company}`, ofCompany)
    for (const [key, limit] of wanted) {
      if ((this.#taken.get(key) ?? 0) >= limit) throw new LimitError(this.#retryAfterSeconds)
    }
    for (const key of wanted.keys()) this.#move(key, 1)
    let isTaken = true
    return {
      release: () => {
        if (isTaken) for (const key of wanted.keys()) this.#move(key, -1)
        isTaken = false
      },
    }
  }

  #move(key: string, by: number): void {
    const taken = (this.#taken.get(key) ?? 0) + by
    if (taken > 0) this.#taken.set(key, taken)
    else this.#taken.delete(key)
  }
}
