import { type MediaUsage, mostMediaPeople } from '@artel/contract/multimedia'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { ApiError } from '../../http/errors.ts'
import { inOwnTransaction } from '../../http/transaction.ts'
import type { UploadRoom } from '../../http/uploads.ts'
import { findMediaPeople, findUsedBytes, type UsedBytes } from './multimedia.quota.queries.ts'

/** Of the quota, what one person who is no admin may have stored. */
const shareOfPerson = 1 / 2
/** How much of a file is written between two looks at what is stored. */
const lookEveryBytes = 16 * 1_048_576

/** Who brings media, and in which field of the form they stand. */
export type Sender = { actor: Actor; field: string }

/**
 * How many bytes the media of each company may take, smaller copies of photos included, and how many of them one of the
 * staff. An admin decides what the company keeps, so the quota alone bounds them.
 */
export class MediaQuota {
  readonly #root: Root
  readonly #bytes: number
  readonly #share: number
  readonly #arriving = new Arriving()

  constructor(root: Root, bytes: number) {
    this.#root = root
    this.#bytes = bytes
    this.#share = Math.floor(bytes * shareOfPerson)
  }

  async show(db: Db): Promise<MediaUsage> {
    const used = await findUsedBytes(db, null)
    const people = await findMediaPeople(db, mostMediaPeople)
    return { used: used.company, quota: this.#bytes, share: this.#share, people }
  }

  /** Asks before the work begins; `insert` asks again. @throws ApiError quota_exceeded, share_exceeded */
  async assertRoom(db: Db, sender: Sender, bytes: number): Promise<void> {
    const used = await findUsedBytes(db, sender.actor.userId)
    this.#assertWithin({ company: used.company + bytes, person: used.person + bytes }, sender)
  }

  /**
   * Inserts media in a transaction of its own, which locks the sums of the company and of the person: of two who insert
   * at once, the second is compared with what the first has left.
   * @throws ApiError quota_exceeded, share_exceeded, and nothing was inserted
   */
  insert<T>(db: Db, sender: Sender, insertRow: (own: Db) => Promise<T>): Promise<T> {
    return inOwnTransaction(this.#root, db, async (own) => {
      const inserted = await insertRow(own)
      await this.assertRoom(own, sender, 0)
      return inserted
    })
  }

  /** Bytes left for an upload without a declared length, other running uploads included. Opens no transaction. */
  openRoom(db: Db, sender: Sender): UploadRoom {
    const { companyId, userId } = sender.actor
    let used: UsedBytes = { company: 0, person: 0 }
    let [taken, lookAt] = [0, 0]
    const move = (bytes: number) => {
      taken += bytes
      this.#arriving.move({ companyId, userId }, bytes)
    }
    const room: UploadRoom = {
      take: async (bytes) => {
        move(bytes)
        if (taken >= lookAt) {
          lookAt = taken + lookEveryBytes
          used = await findUsedBytes(db, userId)
        }
        try {
          this.#assertWithin(this.#arriving.addTo(used, { companyId, userId }), sender)
        } catch (error) {
          // At once, or those that come beside it would be refused with it.
          room.release()
          throw error
        }
      },
      release: () => move(-taken),
    }
    return room
  }

  #assertWithin({ company, person }: UsedBytes, { actor, field }: Sender): void {
    if (company > this.#bytes) throw new ApiError('quota_exceeded', [{ path: field, key: 'company_room' }])
    if (isAdmin(actor) || person <= this.#share) return
    throw new ApiError('share_exceeded', [{ path: field, key: 'own_room' }])
  }
}

type Person = Pick<Actor, 'companyId' | 'userId'>

/** Bytes of files that this process is writing and that no sum of the database has yet. */
class Arriving {
  readonly #bytes = new Map<string, number>()

  move({ companyId, userId }: Person, by: number): void {
    for (const key of [`${companyId}`, `${companyId}:${userId}`]) {
      const bytes = (this.#bytes.get(key) ?? 0) + by
      if (bytes > 0) this.#bytes.set(key, bytes)
      else this.#bytes.delete(key)
    }
  }

  addTo({ company, person }: UsedBytes, { companyId, userId }: Person): UsedBytes {
    return {
      company: company + (this.#bytes.get(`${companyId}`) ?? 0),
      person: person + (this.#bytes.get(`${companyId}:${userId}`) ?? 0),
    }
  }
}
