import { rm } from 'node:fs/promises'
import type { StoredVariants } from '@artel/contract/multimedia'
import { Db } from '../../../database/db.ts'
import type { Root } from '../../../database/open.ts'
import { ApiError } from '../../../http/errors.ts'
import { inTransaction } from '../../../http/transaction.ts'
import type { ReceivedFile } from '../../../http/uploads.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { keyOf } from '../../../storage/keys.ts'
import { StorageUnavailableError, WrongLengthError } from '../../../storage/storage.errors.ts'
import { removalOf, removeFiles } from '../multimedia.removals.ts'
import { makeName, readContent } from '../multimedia.store.ts'
import { storeFiles } from '../multimedia.storing.ts'
import type { MediaStore } from '../multimedia.ts'
import {
  findUnstripped,
  markStripped,
  type StrippedRow,
  switchFile,
  type UnstrippedRow,
} from './strip.queries.ts'

/** How long one job strips files of a company before other companies have their turn, ms. */
const turnMs = 60_000

/**
 * Removes the metadata of files that a company uploaded before uploads were stripped.
 * @returns whether more files may be left.
 * @throws the first error of a file, after the other files had their turn; StorageUnavailableError at once,
 * unless it concerns one file (WrongLengthError)
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
      if (error instanceof StorageUnavailableError && !(error instanceof WrongLengthError)) throw error
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
    // An abort (this process ends) also makes the file look invalid. Throws the abort instead.
    signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    // An older decoder accepted the file when it was uploaded, so the file stays as it is.
    await markStripped(db, row, false)
  } finally {
    // Does nothing if the storage has moved the file.
    await rm(received.path, { force: true })
  }
}

/** A local copy of a stored file; null if the file is missing or changed, which `verify` reports. */
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

/** User id for the queue of photos. Nobody waits for this work, so it must not take the slot of a person. */
const nobody = 0

/**
 * Stores the stripped file under a new name, because the content of a file name never changes. The old file is
 * removed after the commit.
 * @throws StorageUnavailableError also if storing took too long. Then the new file is removed and the old one stays
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
  await storeFiles(db, root, { storage, uploads }, { row: after, images }, received, (claim) =>
    inTransaction(root, async (connection) => {
      const own = new Db(connection, companyId)
      // The row was deleted, or another process has changed it. Then the job removes the new file.
      if (!(await switchFile(own, before, after))) return
      await claim(own)
      await queueJob(own, removeFiles, removalOf(companyId, before.file, before.variants))
    }),
  )
}
