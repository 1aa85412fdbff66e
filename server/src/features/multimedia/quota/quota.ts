import { type MediaUsage, maxMediaPeople } from '@artel/contract/multimedia/multimedia'
import { type Actor, isAdmin } from '../../../access/actor.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Db } from '../../../database/db.ts'
import { inOwnTransaction } from '../../../database/transaction.ts'
import { ApiError } from '../../../errors/errors.ts'
import type { UploadRoom } from '../../../files/uploads.ts'
import { findMediaPeople, findUsedBytes, type UsedBytes } from './quota.queries.ts'

/** Share of the quota that one person who is not an admin may use. */
const shareOfPerson = 1 / 2
/** Bytes of a file that are written between two queries of the stored bytes. */
const lookEveryBytes = 16 * 1_048_576

/** The uploader, and the form field of the file, at which errors are reported. */
export type Sender = { actor: Actor; field: string }

/**
 * Limits the bytes of the media of each company, smaller copies of photos included, and the share of each
 * staff member. Only the quota limits admins, because they decide what the company keeps.
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
    const people = await findMediaPeople(db, maxMediaPeople)
    return { used: used.company, quota: this.#bytes, share: this.#share, people }
  }

  /**
   * Checks the limits before the work begins; `insert` checks again.
   * @throws ApiError quota_exceeded, share_exceeded
   */
  async assertRoom(db: Db, sender: Sender, bytes: number): Promise<void> {
    const used = await findUsedBytes(db, sender.actor.userId)
    this.#assertWithin({ company: used.company + bytes, person: used.person + bytes }, sender)
  }

  /**
   * Inserts media in its own transaction, which locks the sums of the company and of the person. The second
   * of two concurrent inserts is therefore compared with sums that include the first.
   * @throws ApiError quota_exceeded, share_exceeded; then nothing is inserted
   */
  insert<T>(db: Db, sender: Sender, insertRow: (own: Db) => Promise<T>): Promise<T> {
    return inOwnTransaction(this.#root, db, async (own) => {
      const inserted = await insertRow(own)
      await this.assertRoom(own, sender, 0)
      return inserted
    })
  }

  /**
   * Checks the limits while an upload is written, because its request may declare no length. Counts the other
   * running uploads too. Opens no transaction.
   */
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
          // Releases at once, because the bytes of this upload would make concurrent uploads fail too.
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

/** Bytes of files that this process is writing and that no sum in the database includes yet. */
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
