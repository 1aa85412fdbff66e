import type { Announcement } from '../database/announcement.ts'

/** How long an announcement is kept, ms. Longer than a browser waits before it opens a refused stream again. */
const keepMs = 120_000
/**
 * Maximum announcements that are kept, of all companies together. There may be twice as many before a removal;
 * these occupy up to about 25 MB.
 */
const maxKept = 2000
/** How far the clocks of two hosts of an installation may differ, ms. */
const clockDifferenceMs = 1000

type Kept = { at: number; announcement: Announcement }

/**
 * The announcements of the last two minutes. A screen that was read before its stream opened gets those that
 * came in between.
 */
export class RecentEvents {
  #kept: Kept[] = []
  /** Since this time, ms since 1970, none is missing. */
  #completeFrom = Number.POSITIVE_INFINITY

  add(announcement: Announcement, at = Date.now()): void {
    this.#kept.push({ at, announcement })
    const [oldest] = this.#kept
    const isOld = oldest !== undefined && oldest.at < at - 2 * keepMs
    // Old entries are removed in bulk, because each removal copies the remaining ones.
    if (isOld || this.#kept.length > 2 * maxKept) this.#removeOld(at)
  }

  /** Announcements may have been missed before `at`. */
  restart(at = Date.now()): void {
    this.#kept = []
    this.#completeFrom = at
  }

  /**
   * @returns the announcements of a company after the time `since` (ms since 1970); null if this process may not
   * have all of them
   */
  since(since: number, companyId: number): Announcement[] | null {
    const from = since - clockDifferenceMs
    if (from < this.#completeFrom) return null
    return this.#kept.flatMap(({ at, announcement }) =>
      at >= from && announcement.companyId === companyId ? [announcement] : [],
    )
  }

  #removeOld(now: number): void {
    const kept = this.#kept.slice(-maxKept).filter(({ at }) => at >= now - keepMs)
    const removed = this.#kept[this.#kept.length - kept.length - 1]
    if (removed) this.#completeFrom = removed.at + 1
    this.#kept = kept
  }
}
