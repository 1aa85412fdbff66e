import { ApiError, LimitError } from '../errors/errors.ts'
import type { Person } from '../person.ts'
import { clientKey } from './client-address.ts'
import type { KnownRequest } from './request-address.ts'

/** The owner of a piece of work; `userId` is null if a job does the work for the company. */
export type WorkOwner = { companyId: number; userId: number | null }
/** All guests together have the limits of one company. `userId` is the key of a guest's address. */
export type GuestOwner = { companyId: 'guests'; userId: string }
export type QueueOwner = WorkOwner | GuestOwner

/** The owner of the work of a call. */
export function queueOwner(request: KnownRequest): Person | GuestOwner {
  const { actor } = request.session
  return actor ?? { companyId: 'guests', userId: clientKey(request) }
}

export type FairLimits = {
  /** Pieces of work that run at the same moment: all, those of one company, and those of one person. */
  running: number
  runningOfCompany: number
  runningOfPerson: number
  /** Pieces of work that wait: of one person, and of one company. More are refused. */
  waitingOfPerson: number
  waitingOfCompany: number
}

type Waiting = QueueOwner & { start: () => void }

const retryAfterSeconds = 5

/**
 * Runs a few pieces of work at a time. A free slot goes to the company with the fewest running pieces, and
 * among equals to the company that started one the longest ago. Within the company, its people are chosen in
 * the same way. So the first piece of a company waits only for running ones, however many pieces others have
 * waiting.
 */
export class FairQueue {
  readonly #limits: FairLimits
  readonly #running: QueueOwner[] = []
  readonly #waiting: Waiting[] = []
  /** The number of the last start of each person and company, since the queue was last empty. */
  readonly #turns = new Map<string, number>()
  #turn = 0

  constructor(limits: FairLimits) {
    this.#limits = limits
  }

  /**
   * @param leaving aborted when nobody waits for the work any more; work that has not begun is then skipped
   * @throws LimitError if too much work of the person or of the company waits, or `leaving` is a timeout;
   * bad_request if the caller has left
   */
  async run<T>({ companyId, userId }: QueueOwner, work: () => Promise<T>, leaving?: AbortSignal): Promise<T> {
    const person = { companyId, userId } as QueueOwner // both ids are of the same owner
    if (this.#canRun(person)) this.#begin(person)
    else await this.#wait(person, leaving)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(person), 1)
      this.#startNext()
      if (this.#running.length === 0) this.#turns.clear()
    }
  }

  #canRun(person: QueueOwner): boolean {
    const { running, runningOfCompany, runningOfPerson } = this.#limits
    return (
      this.#running.length < running &&
      countOf(this.#running, companyKey, person) < runningOfCompany &&
      countOf(this.#running, personKey, person) < runningOfPerson
    )
  }

  #begin(person: QueueOwner): void {
    this.#running.push(person)
    this.#turn += 1
    for (const keyOf of [personKey, companyKey]) this.#turns.set(keyOf(person), this.#turn)
  }

  #wait(person: QueueOwner, leaving: AbortSignal | undefined): Promise<void> {
    const { waitingOfPerson, waitingOfCompany } = this.#limits
    if (
      countOf(this.#waiting, personKey, person) >= waitingOfPerson ||
      countOf(this.#waiting, companyKey, person) >= waitingOfCompany
    )
      throw new LimitError(retryAfterSeconds)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(isLate(leaving) ? new LimitError(retryAfterSeconds) : new ApiError('bad_request'))
      }
      // Takes the slot at once, so that no newcomer takes it before this promise resolves.
      const start = () => {
        leaving?.removeEventListener('abort', leave)
        this.#begin(person)
        resolve()
      }
      const waiting = { ...person, start }
      this.#waiting.push(waiting)
      if (leaving?.aborted) leave()
      else leaving?.addEventListener('abort', leave, { once: true })
    })
  }

  /**
   * Starts as many pieces as there are free slots. A person's limit may have left more than one slot free.
   */
  #startNext(): void {
    for (;;) {
      const next = this.#findNext()
      if (!next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      next.start()
    }
  }

  #findNext(): Waiting | undefined {
    const rankOf = (waiting: Waiting): number[] =>
      [companyKey, personKey].flatMap((keyOf) => [
        countOf(this.#running, keyOf, waiting),
        this.#turns.get(keyOf(waiting)) ?? 0,
      ])
    // The sort is stable, so the pieces of one person stay in their order of arrival.
    return this.#waiting
      .filter((waiting) => this.#canRun(waiting))
      .map((waiting) => ({ waiting, rank: rankOf(waiting) }))
      .toSorted((one, other) => compare(one.rank, other.rank))[0]?.waiting
  }
}

const isLate = (leaving: AbortSignal | undefined): boolean =>
  leaving?.reason instanceof DOMException && leaving.reason.name === 'TimeoutError'

type KeyOf = (person: QueueOwner) => string

const companyKey: KeyOf = ({ companyId }) => `${companyId}`
const personKey: KeyOf = ({ companyId, userId }) => `${companyId}:${userId}`

const countOf = (people: readonly QueueOwner[], keyOf: KeyOf, person: QueueOwner): number =>
  people.filter((other) => keyOf(other) === keyOf(person)).length

/** Compares two lists by their first difference. */
const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
