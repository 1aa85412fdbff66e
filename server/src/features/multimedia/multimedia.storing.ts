import { now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { type Connection, queueJob, withdrawJob } from '../../jobs/jobs.ts'
import { StorageUnavailableError } from '../../storage/storage.errors.ts'
import { checkUploadJob, removalOf, removeFiles } from './multimedia.removals.ts'
import { putMedia, type ReadMedia } from './multimedia.store.ts'
import type { MediaStore } from './multimedia.ts'

const hourMs = 3_600_000

/** The job that settles an upload ran before the row was written, so the files may be gone. */
class SettledError extends StorageUnavailableError {}

/**
 * Call it in the transaction that writes the row of the files. It withdraws the job that removes them, so that
 * either the row is written or the job runs, whenever that is. @throws StorageUnavailableError if the job runs
 */
type Claim = (own: Db) => Promise<void>

type Files = Pick<ReadMedia, 'images'> & { row: Pick<ReadMedia['row'], 'file' | 'variants'> }

/**
 * Stores files, then runs `write`, which inserts or changes their row, so that a row always has its files. A
 * job that is queued first removes the files unless `write` claims them. Opens no transaction during requests
 * to the storage.
 */
export async function storeFiles<T>(
  db: Db,
  connection: Connection,
  { storage, uploads }: MediaStore,
  { row, images }: Files,
  received: ReceivedFile,
  write: (claim: Claim) => Promise<T>,
): Promise<T> {
  const removal = removalOf(db.companyId, row.file, row.variants ?? {})
  // Longer than a store may take, so that usual uploads are not refused.
  const startAfter = new Date(now().getTime() + hourMs)
  // The name of a file is unique in the installation.
  await queueJob(connection, checkUploadJob, removal, { key: row.file, startAfter })
  try {
    await putMedia(storage, uploads, db.companyId, { row, images }, received)
  } catch (error) {
    // If this fails as well, the job removes the files.
    await storage.remove(removal.keys).catch(() => undefined)
    throw error
  }
  // From here on the written row counts the bytes of the file.
  received.room?.release()
  try {
    return await write(async (own) => {
      if (!(await withdrawJob(own, checkUploadJob, row.file)))
        throw new SettledError('Storing a file took longer than its job waited')
    })
  } catch (error) {
    // The job may have ended before the last file was stored, so nothing else would remove it.
    if (error instanceof SettledError)
      await storage.remove(removal.keys).catch(() => queueJob(connection, removeFiles, removal))
    // After any other error nobody knows whether the row is written, because the connection can break after the
    // commit. If it is not written, the job still waits and removes the files.
    else if (error instanceof ApiError) await storage.remove(removal.keys).catch(() => undefined)
    throw error
  }
}
