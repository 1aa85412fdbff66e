import type { ServerResponse } from 'node:http'
import { LimitError } from './errors.ts'
import type { GuestOwner, Person } from './fair-queue.ts'
import { onceOver } from './once-over.ts'

const mebibyte = 1_048_576
/** Bytes of answers that wait for their readers: of the process, of a company or all guests, of a person or an address. */
const most = { all: 256 * mebibyte, company: 96 * mebibyte, person: 32 * mebibyte }
/** An answer that is not taken after so long, ms, gives way to a newer one for which there is no room. */
const patienceMs = 10_000

type Owner = Person | GuestOwner
type Held = { owner: Owner; bytes: number; since: number; response: ServerResponse }

/**
 * Long answers that have been handed to their sockets and not been taken yet. They are in memory until then, and a reader
 * who takes nothing would else keep as many as they have connections.
 */
export class UntakenAnswers {
  readonly #held = new Set<Held>()

  /**
   * Counts an answer until it is taken or its connection ends. Where there is no room, the oldest answers give way, of
   * those whom the limit is about. One answer alone is always let through: how long it may be is bounded elsewhere.
   * @param isRefusable the call has changed nothing; else its answer goes out, and newer ones give way as well
   * @throws LimitError where none of them is old enough
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
      // They are in the order in which they came.
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

/** Of this process. */
export const untakenAnswers = new UntakenAnswers()
