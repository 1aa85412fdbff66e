import type { MediaUsage } from '@artel/contract/multimedia'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { ApiError } from '../../http/errors.ts'
import { inOwnTransaction } from '../../http/transaction.ts'

/** How many bytes the media of each company may take, smaller copies of photos included. */
export class MediaQuota {
  readonly #root: Root
  readonly #bytes: number

  constructor(root: Root, bytes: number) {
    this.#root = root
    this.#bytes = bytes
  }

  async show(db: Db): Promise<MediaUsage> {
    return { used: await findUsed(db), quota: this.#bytes }
  }

  /** Asks before the work begins; `insert` asks again. @throws ApiError quota_exceeded */
  async assertRoom(db: Db, bytes: number): Promise<void> {
    if ((await findUsed(db)) + bytes > this.#bytes) throw new ApiError('quota_exceeded')
  }

  /**
   * Inserts media in a transaction of its own, which locks the company's sum: of two who insert at once, the second
   * is compared with what the first has left. @throws ApiError quota_exceeded, and nothing was inserted
   */
  insert<T>(db: Db, insertRow: (own: Db) => Promise<T>): Promise<T> {
    return inOwnTransaction(this.#root, db, async (own) => {
      const inserted = await insertRow(own)
      await this.assertRoom(own, 0)
      return inserted
    })
  }
}

async function findUsed(db: Db): Promise<number> {
  const row = await db.from('media_usage').select('bytes').executeTakeFirst()
  return row?.bytes ?? 0
}
