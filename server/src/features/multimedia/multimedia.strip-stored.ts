import { rm } from 'node:fs/promises'
import type { StoredVariants } from '@artel/contract/multimedia'
import { now } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { ApiError } from '../../http/errors.ts'
import { inTransaction } from '../../http/transaction.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { StorageAwayError } from '../../storage/storage.ts'
import { removeFiles, settleUpload } from './multimedia.removals.ts'
import { keyOf, keysOf } from './multimedia.rules.ts'
import { makeName, putMedia, readContent } from './multimedia.store.ts'
import {
  findUnstripped,
  markStripped,
  type StrippedRow,
  switchFile,
  type UnstrippedRow,
} from './multimedia.strip.queries.ts'
import type { MediaStore } from './multimedia.ts'

const hourMs = 3_600_000

/** How long one company strips before others have their turn. */
const turnMs = 60_000

/**
 * Removes the metadata of files of a company that came before they were removed on the way in. @returns whether more may
 * be left. @throws what hindered one of them, once the others had their turn; StorageAwayError at once
 */
export async function stripStored(
  root: Root,
  companyId: number,
  places: MediaStore,
  signal: AbortSignal,
): Promise<boolean> {
  const db = new Db(root, companyId)
  const until = performance.now() + turnMs
  let failure: unknown
  for (let row = await findUnstripped(db, 0); row; row = await findUnstripped(db, row.id)) {
    try {
      await stripOne(root, db, row, places, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StorageAwayError) throw error
      failure ??= error
    }
    if (performance.now() > until) break
  }
  if (failure) throw failure
  return (await findUnstripped(db, 0)) !== undefined
}

async function stripOne(
  root: Root,
  db: Db,
  row: UnstrippedRow,
  places: MediaStore,
  signal: AbortSignal,
): Promise<void> {
  const received = await fetchWhole(db.companyId, row, places)
  if (!received) return markStripped(db, row, false)
  try {
    await stripFile(root, db, row, places, { ...received, leaving: signal })
  } catch (error) {
    // One that is given up because this process ends is refused as well.
    signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    // It was taken once, by a decoder of that time.
    await markStripped(db, row, false)
  } finally {
    // Unless the storage has taken it.
    await rm(received.path, { force: true })
  }
}

/** A copy of a stored file; null where it is not there as it was stored, which `verify` tells. */
async function fetchWhole(
  companyId: number,
  { file, size, sha256, name }: UnstrippedRow,
  { storage, uploads }: MediaStore,
): Promise<ReceivedFile | null> {
  const stored = await storage.open(keyOf(companyId, file))
  if (stored?.size !== size) {
    await stored?.close()
    return null
  }
  const received = await uploads.receive(await stored.read(), name)
  if (received.sha256.equals(sha256)) return received
  await rm(received.path)
  return null
}

/** Nobody waits for it: it takes the place of none of the people. */
const nobody = 0

/**
 * The stripped file gets a name of its own, because what stands under a name never changes. As with an upload a job that
 * is queued before it removes it where its row does not come; once that is committed the old file goes.
 */
async function stripFile(
  root: Root,
  db: Db,
  before: UnstrippedRow,
  { storage, uploads }: MediaStore,
  received: ReceivedFile,
): Promise<void> {
  const { companyId } = db
  const ending = before.file.slice(before.file.indexOf('.') + 1)
  const person = { companyId, userId: nobody }
  const { images, ...content } = await readContent(before.type, received, ending, person)
  const { size, sha256, variants = {} } = content
  if (sha256?.equals(before.sha256)) return markStripped(db, before, true)
  const after: StrippedRow = {
    file: `${makeName()}.${ending}`,
    size,
    sha256,
    variants: variants as StoredVariants,
  }
  const startAfter = new Date(now().getTime() + hourMs)
  await queueJob(root, settleUpload, { keys: keysOf(companyId, after.file, after.variants) }, { startAfter })
  await putMedia(storage, uploads, companyId, { row: after, images }, received)
  await inTransaction(root, async (connection) => {
    const own = new Db(connection, companyId)
    // Somebody may have deleted it, or another process has been here; then the job that was queued removes the file.
    if (!(await switchFile(own, before, after))) return
    await queueJob(own, removeFiles, { keys: keysOf(companyId, before.file, before.variants) })
  })
}
