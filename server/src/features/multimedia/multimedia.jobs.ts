import { now } from '../../clock.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import type { Storage } from '../../storage/storage.ts'
import { deleteUnheld } from './multimedia.queries.ts'
import { keysOf } from './multimedia.rules.ts'

/** Files of a row that is gone. */
export const removeFiles = jobKind<{ keys: string[] }>('remove-media-files', { retries: 15 })

/** Files that were stored, unless their row came. */
export const settleUpload = jobKind<{ file: string; keys: string[] }>('settle-upload', { retries: 15 })

const dayMs = 24 * 3_600_000
const mostAtOnce = 500

/** Deletes what was brought and never used, or let go of, more than a day ago. */
export async function forgetUnheldMedia(root: Root): Promise<void> {
  const before = new Date(now().getTime() - dayMs).toISOString()
  for (const { company_id, file, variants } of await deleteUnheld(root, before, mostAtOnce)) {
    if (file) await queueJob(root, removeFiles, { keys: keysOf(company_id, file, variants) })
  }
}

export const multimediaJobs = (storage: Storage) => [
  registerJob(removeFiles, { effect: 'outside', run: ({ payload }) => storage.remove(payload.keys) }),
  registerJob(settleUpload, {
    effect: 'outside',
    run: async ({ root, payload }) => {
      const row = await root
        .selectFrom('multimedia')
        .select('id')
        .where('file', '=', payload.file)
        .executeTakeFirst()
      if (!row) await storage.remove(payload.keys)
    },
  }),
  registerJob(jobKind('forget-unheld-media'), {
    effect: 'database',
    everySeconds: 3600,
    run: ({ root }) => forgetUnheldMedia(root),
  }),
]
