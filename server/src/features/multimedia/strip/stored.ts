import { rm } from 'node:fs/promises'
import type { StoredVariants } from '@artel/contract/multimedia/multimedia'
import { now } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ApiError } from '../../../errors/errors.ts'
import type { LiveEvents } from '../../../events/live-events.ts'
import type { ReceivedFile } from '../../../files/uploads.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { keyOf } from '../../../storage/keys.ts'
import { StorageUnavailableError, WrongLengthError } from '../../../storage/storage.errors.ts'
import { findHolders } from '../multimedia.queries.ts'
import { removalOf, removeFiles } from '../multimedia.removals.ts'
import { makeName, readContent } from '../multimedia.store.ts'
import { storeFiles } from '../multimedia.storing.ts'
import type { MediaStore } from '../multimedia.ts'
import { Renames } from './renames.ts'
import {
  findUnstripped,
  markStripped,
  postpone,
  type StrippedRow,
  switchFile,
  type UnstrippedRow,
} from './strip.queries.ts'

/** How long one job strips files of a company before other companies have their turn, ms. */
const turnMs = 60_000
/** After how long the job looks again for a file that it has not found, ms. */
const retryMs = 24 * 3_600_000

/**
 * Removes the metadata of files that a company uploaded before uploads were stripped. Publishes what shows files that
 * have got another name.
 * @returns whether more files may be left.
 * @throws the first error of a file, after the other files had their turn; StorageUnavailableError at once,
 * unless it concerns one file (WrongLengthError)
 */
export async function stripStored(
  root: Root,
  companyId: number,
  places: MediaStore,
  signal: AbortSignal,
  publish: LiveEvents['publish'],
): Promise<boolean> {
  const renames = new Renames(companyId, publish)
  return stripTurn(root, new Db(root, companyId), places, signal, renames).finally(() => renames.tell())
}

async function stripTurn(
  root: Root,
  db: Db,
  places: MediaStore,
  signal: AbortSignal,
  renames: Renames,
): Promise<boolean> {
  const until = performance.now() + turnMs
  let failure: unknown
  for (let row = await findUnstripped(db, 0); row; row = await findUnstripped(db, row.id)) {
    try {
      renames.add(await stripOne(root, db, row, places, signal))
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

/** @returns the tables whose rows use the file, if it has got another name */
async function stripOne(
  root: Root,
  db: Db,
  row: UnstrippedRow,
  places: MediaStore,
  signal: AbortSignal,
): Promise<string[]> {
  const received = await fetchWhole(db.companyId, row, places)
  if (!received) {
    await postpone(db, row, new Date(now().getTime() + retryMs).toISOString())
    return []
  }
  try {
    return await stripFile(root, db, row, places, { ...received, leaving: signal })
  } catch (error) {
    // An abort (this process ends) also makes the file look invalid. Throws the abort instead.
    signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    // An older decoder accepted the file when it was uploaded, so the file stays as it is.
    await markStripped(db, row, false)
    return []
  } finally {
    // Does nothing if the storage has moved the file.
    await rm(received.path, { force: true })
  }
}

/**
 * A local copy of a stored file; null if the storage has no such file or another one, which `verify` reports. That
 * says nothing about the row, because a wrong setting may have led to a wrong storage.
 */
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
 * @returns the tables whose rows use the file; none if it keeps its name
 * @throws StorageUnavailableError also if storing took too long. Then the new file is removed and the old one stays
 */
async function stripFile(
  root: Root,
  db: Db,
  before: UnstrippedRow,
  { storage, uploads }: MediaStore,
  received: ReceivedFile,
): Promise<string[]> {
  const { companyId } = db
  const ending = before.file.slice(before.file.indexOf('.') + 1)
  const person = { companyId, userId: nobody }
  const { images, ...content } = await readContent(before.type, received, ending, person)
  const { size, sha256, variants = {} } = content
  if (sha256?.equals(before.sha256)) {
    await markStripped(db, before, true)
    return []
  }
  const after: StrippedRow = {
    file: `${makeName()}.${ending}`,
    size,
    sha256,
    variants: variants as StoredVariants,
  }
  return storeFiles(db, root, { storage, uploads }, { row: after, images }, received, (claim) =>
    inTransaction(root, async (connection) => {
      const own = new Db(connection, companyId)
      // The row was deleted, or another process has changed it. Then the job removes the new file.
      if (!(await switchFile(own, before, after))) return []
      await claim(own)
      await queueJob(own, removeFiles, removalOf(companyId, before.file, before.variants))
      return findHolders(own, before.id)
    }),
  )
}
