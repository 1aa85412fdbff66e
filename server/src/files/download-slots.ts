import { setTimeout as sleep } from 'node:timers/promises'
import type { UserType } from '@artel/contract/access'
import { ApiError, LimitError } from '../errors/errors.ts'
import { type PlaceLimits, staffPart } from '../limits/places.ts'

// Each file that is being written uses one of the pool's 20 connections and much of a core. The labels of a large supply
// take more than a minute. So one person leaves slots to their colleagues, and two companies to a third one.
const writing: PlaceLimits = { all: 7, company: 3, person: 1 }
// Each open download has a temporary file, see `Spool`, whether it is still being written or not.
const open: PlaceLimits = { all: 32, company: 8, person: 4 }

const retryAfterSeconds = 10
/** Ms after which a reader who takes nothing gives way to a new download that finds no slot. */
const patienceMs = 10_000
/** How long a download waits for a slot, and how often it looks for one, ms. */
const waitMs = 20_000
const lookMs = 250
/** Downloads of a person that wait for a slot. */
const maxWaiting = 3

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
  /** The person of each download that waits for a slot. */
  readonly #waiting: number[] = []

  /**
   * Claims a slot as soon as there is one, so that a person who downloads several files gets one after the other.
   * @param leaving aborted when nobody waits for the file any more
   * @throws LimitError after 20 seconds, or at once if too many downloads of the person wait; bad_request if the person
   * has left
   */
  async claimSoon(owner: Owner, leaving: AbortSignal): Promise<DownloadSlot> {
    const first = this.#find(owner)
    if (first) return first
    if (this.#waiting.filter((id) => id === owner.userId).length >= maxWaiting)
      throw new LimitError(retryAfterSeconds)
    this.#waiting.push(owner.userId)
    try {
      for (let waited = 0; waited < waitMs; waited += lookMs) {
        await sleep(lookMs, undefined, { signal: leaving })
        const slot = this.#find(owner)
        if (slot) return slot
      }
    } catch {
      throw new ApiError('bad_request')
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(owner.userId), 1)
    }
    throw new LimitError(retryAfterSeconds)
  }

  /** @returns undefined if no slot is free */
  #find(owner: Owner): DownloadSlot | undefined {
    try {
      return this.claim(owner)
    } catch (error) {
      if (error instanceof LimitError) return undefined
      throw error
    }
  }

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
