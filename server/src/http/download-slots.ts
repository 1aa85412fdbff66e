import type { UserType } from '@artel/contract/access'
import { LimitError } from './errors.ts'
import { staffPart } from './places.ts'

/** How many files at once: of the process, of a company, of a person. */
type Limits = { all: number; company: number; person: number }

// Each has a connection of the pool's twenty and, while it is written, much of a core. No company has them all.
const writing: Limits = { all: 4, company: 3, person: 2 }
// Each has a file of ours, see `Spool`, whether it is still written or not.
const open: Limits = { all: 32, company: 8, person: 4 }

const retryAfterSeconds = 10
/** A reader who has taken nothing for this long gives way to a newcomer for whom there is no slot. */
const patienceMs = 10_000

type Owner = { companyId: number; userId: number; type: UserType }

/** A file on its way to its reader. */
export type DownloadSlot = Owner & {
  /** It is read from the database; else it only waits to be taken. */
  isWriting: boolean
  /** Since when its reader takes nothing of what there is, in ms of `performance.now`; null where it waits for more. */
  idleSince: () => number | null
  /** Ends the download. */
  end: () => void
}

export class DownloadSlots {
  readonly #slots = new Set<DownloadSlot>()

  /**
   * Claims a slot for a file that is about to be written. Where a limit is reached, the reader who has been idle the
   * longest gives way, of those whom the limit is about: so nobody ends what another company takes but where all is full.
   * @throws LimitError where none of them is idle
   */
  claim({ companyId, userId, type }: Owner): DownloadSlot {
    for (const limits of [writing, open]) {
      const found = () => [...this.#slots].filter(({ isWriting }) => isWriting || limits === open)
      this.#keepWithin(limits.person, () => found().filter((slot) => slot.userId === userId))
      const ofCompany = () => found().filter((slot) => slot.companyId === companyId)
      if (type === 'staff')
        this.#keepWithin(staffPart(limits.company), () => ofCompany().filter((slot) => slot.type === 'staff'))
      this.#keepWithin(limits.company, ofCompany)
      this.#keepWithin(limits.all, found)
    }
    const slot = { companyId, userId, type, isWriting: true, idleSince: () => null, end: () => undefined }
    this.#slots.add(slot)
    return slot
  }

  release(slot: DownloadSlot): void {
    this.#slots.delete(slot)
  }

  #keepWithin(limit: number, find: () => readonly DownloadSlot[]): void {
    const found = find()
    if (found.length < limit) return
    const before = performance.now() - patienceMs
    const [idlest] = found
      .map((slot) => ({ slot, since: slot.idleSince() ?? Number.POSITIVE_INFINITY }))
      .filter(({ since }) => since <= before)
      .toSorted((one, other) => one.since - other.since)
    if (!idlest) throw new LimitError(retryAfterSeconds)
    this.release(idlest.slot)
    idlest.slot.end()
  }
}
