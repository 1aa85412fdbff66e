import type { ServerResponse } from 'node:http'
import { LimitError } from '../../errors/errors.ts'
import type { GuestOwner } from '../../limits/fair-queue.ts'
import type { Person } from '../../person.ts'
import { onceOver } from '../connections/once-over.ts'

const mebibyte = 1_048_576
/**
 * Bytes of answers that wait for their readers: of the process, of a company or all guests, of a person or an
 * address.
 */
const most = { all: 256 * mebibyte, company: 96 * mebibyte, person: 32 * mebibyte }
/** Ms after which an answer that was not taken gives way to a newer one that finds no room. */
const patienceMs = 10_000

type Owner = Person | GuestOwner
type Held = { owner: Owner; bytes: number; since: number; response: ServerResponse }

/**
 * Long answers that were written to their sockets and not taken yet. They stay in memory until then, so
 * without a limit a reader who takes nothing would keep one for each of their connections.
 */
export class UntakenAnswers {
  readonly #held = new Set<Held>()

  /**
   * Counts an answer until it is taken or its connection ends. If there is no room, ends the oldest answers
   * among those that the limit counts. An answer alone always passes, because its length is limited
   * elsewhere.
   * @param isRefusable true: the call has changed nothing; false: the answer is always sent, and even recent
   * answers give way
   * @throws LimitError if the oldest of these answers is not old enough
   */
  hold(owner: Owner, bytes: number, response: ServerResponse, isRefusable: boolean): void {
    const patience = isRefusable ? patienceMs : 0
    const all = () => [...this.#held]
    const ofCompany = () => all().filter((held) => held.owner.companyId === owner.companyId)
    const ofPerson = () => ofCompany().filter((held) => held.owner.userId === owner.userId)
    this.#makeRoom(most.person - bytes, patience, ofPerson)
    this.#makeRoom(most.company - bytes, patience, ofCompany)
    this.#makeRoom(most.all - bytes, patience, all)
    const held = { owner, bytes, since: performance.now(), response }
    this.#held.add(held)
    onceOver(response, () => void this.#held.delete(held))
  }

  #makeRoom(room: number, patience: number, find: () => readonly Held[]): void {
    for (;;) {
      // The answers are in the order in which they came.
      const found = find()
      const [oldest] = found
      if (!oldest || sumOf(found) <= room) return
      if (oldest.since > performance.now() - patience) throw new LimitError(1)
      this.#held.delete(oldest)
      oldest.response.destroy()
    }
  }
}

const sumOf = (held: readonly Held[]): number => held.reduce((sum, { bytes }) => sum + bytes, 0)

/** The answers of this process. */
export const untakenAnswers = new UntakenAnswers()
