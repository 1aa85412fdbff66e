import type { UserType } from '@artel/contract/access'
import { LimitError } from '../errors/errors.ts'
import { staffPart } from '../limits/places.ts'

/** Files at the same time: of the process, of a company, of a person. */
type Limits = { all: number; company: number; person: number }

// Each file that is being written uses one of the pool's 20 connections and much of a core. No company gets
// all slots.
const writing: Limits = { all: 4, company: 3, person: 2 }
// Each open download has a temporary file, see `Spool`, whether it is still being written or not.
const open: Limits = { all: 32, company: 8, person: 4 }

const retryAfterSeconds = 10
/** Ms after which a reader who takes nothing gives way to a new download that finds no slot. */
const patienceMs = 10_000

type Owner = { companyId: number; userId: number; type: UserType }

/** A file that is being downloaded. */
export type DownloadSlot = Owner & {
  /** true: the file is being read from the database; false: it only waits for its reader. */
  isWriting: boolean
  /**
   * Since when the reader has not taken the available data, in ms of `performance.now`; null: it waits for
   * more.
   */
  idleSince: () => number | null
  /** Ends the download. */
  end: () => void
}

export class DownloadSlots {
  readonly #slots = new Set<DownloadSlot>()

  /**
   * Claims a slot for a file that is about to be written. If a limit is reached, ends the download whose
   * reader has been idle the longest among those that the limit counts. So a download of another company is
   * ended only if all slots of the process are taken.
   * @throws LimitError if none of these readers has been idle long enough
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
