import { now } from '../../clock.ts'
import { isBackupRunning } from '../../database/backup-lock.ts'
import type { Root } from '../../database/connection/open.ts'
import { clearRestoredFiles } from '../../database/restored-files.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { type JobKind, jobKind, queueJob } from '../../jobs/jobs.ts'
import { assertKey, wholeOf } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { deleteUnheld } from './multimedia.queries.ts'
import { checkUploadJob, type Removal, removalOf, removeFiles } from './multimedia.removals.ts'
import type { MediaStore } from './multimedia.ts'
import { stripStored } from './strip/stored.ts'
import { findUnstrippedCompanies } from './strip/strip.queries.ts'

const dayMs = 24 * 3_600_000
const maxAtOnce = 500

const deleteUnusedJob = jobKind('forget-unheld-media')
const strip = jobKind<OfCompany>('strip-stored-media', { isOnce: true })
/** Time limit of one job, seconds. A large video takes minutes to download from a bucket and upload again. */
const maxStripSeconds = 3600

/**
 * Deletes at most `most` rows of media that nothing has used since `before`, and queues the removal of their
 * files.
 * @returns the number of deleted rows
 */
export async function deleteUnheldFiles(
  root: Root,
  before: string,
  most: number,
  companyId: number | null,
): Promise<number> {
  const rows = await deleteUnheld(root, before, most, companyId)
  for (const { company_id, file, variants } of rows) {
    if (file) await queueJob(root, removeFiles, removalOf(company_id, file, variants))
  }
  return rows.length
}

/** Deletes media that were uploaded more than a day ago and never used, or detached more than a day ago. */
export async function deleteUnusedMedia(root: Root): Promise<void> {
  const before = new Date(now().getTime() - dayMs).toISOString()
  const deleted = await deleteUnheldFiles(root, before, maxAtOnce, null)
  // Continues at once: otherwise thousands of files of one person, and the files of all others after them,
  // would stay for weeks. Uses another job, because nobody of these companies can add media until this job
  // commits.
  if (deleted === maxAtOnce) await queueJob(root, deleteUnusedJob, {})
}

const waitMs = 60_000

/**
 * Removes files that no row names. Waits while a backup runs, because its snapshot may contain rows that are
 * deleted by now. Looks for the row first, because it may have been inserted late or restored from a backup.
 */
async function removeUnnamed(
  root: Root,
  storage: Storage,
  kind: JobKind<Removal>,
  { keys }: Pick<Removal, 'keys'>,
): Promise<void> {
  // All keys belong to one file.
  const { companyId, file } = assertKey(keys[0] ?? '')
  const row = await root.selectFrom('multimedia').select('id').where('file', '=', file).executeTakeFirst()
  if (row) return
  if (await isBackupRunning(root))
    // The company comes from the key, because a job of an earlier version has only the keys.
    await queueJob(
      root,
      kind,
      { company_id: companyId, keys },
      { startAfter: new Date(now().getTime() + waitMs) },
    )
  else await storage.remove(keys)
}

/**
 * Removes the files that a restore has added without reaching its commit, because it was killed. Keeps a file that a
 * row names, but not an incomplete copy of it, which only that commit would have made needed.
 */
export const removeRestored = (root: Root, storage: Storage): Promise<void> =>
  clearRestoredFiles(root, async (connection, keys) => {
    const files = keys.map((key) => assertKey(wholeOf(key)).file)
    const rows = await connection.selectFrom('multimedia').select('file').where('file', 'in', files).execute()
    const named = new Set(rows.map(({ file }) => file))
    await storage.remove(keys.filter((key) => key !== wholeOf(key) || !named.has(assertKey(key).file)))
  })

export const multimediaJobs = ({ storage, uploads }: MediaStore) => [
  registerJob(removeFiles, {
    effect: 'outside',
    run: ({ root, payload }) => removeUnnamed(root, storage, removeFiles, payload),
  }),
  registerJob(checkUploadJob, {
    effect: 'outside',
    run: ({ root, payload }) => removeUnnamed(root, storage, checkUploadJob, payload),
  }),
  registerJob(deleteUnusedJob, {
    effect: 'database',
    everySeconds: 3600,
    run: ({ root }) => deleteUnusedMedia(root),
  }),
  registerJob(jobKind('remove-files-of-killed-restores'), {
    effect: 'outside',
    everySeconds: 3600,
    run: ({ root }) => removeRestored(root, storage),
  }),
  registerJob(jobKind('strip-all-stored-media'), {
    effect: 'database',
    everySeconds: 600,
    run: async ({ root }) => {
      for (const company of await findUnstrippedCompanies(root)) await queueJob(root, strip, company)
    },
  }),
  registerJob(strip, {
    effect: 'outside',
    limitSeconds: maxStripSeconds,
    run: async ({ root, payload, signal, publish }) => {
      const { company_id } = payload
      // A new job, so that other jobs run in between.
      if (await stripStored(root, company_id, { storage, uploads }, signal, publish))
        await queueJob(root, strip, payload)
    },
  }),
]
