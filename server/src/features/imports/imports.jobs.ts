import type { ImportFault } from '@artel/contract/imports/imports'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { type JobKind, jobKind, queueJob } from '../../jobs/jobs.ts'
import {
  clearRows,
  deleteTried,
  findCompaniesWithRows,
  findCompaniesWithTried,
  type KeptAmount,
} from './imports.clear.queries.ts'
import { cancelUndo, claimAbandoned, markFailed } from './imports.queries.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const interrupted: ImportFault = { key: 'import_interrupted' }

/** Marks imports and undos whose process has ended as interrupted. Their transaction ended with it. */
export async function endAbandoned(root: Root): Promise<void> {
  const before = new Date(now().getTime() - minuteMs).toISOString()
  for (const { company_id, id, state } of await claimAbandoned(root, before)) {
    const end = state === 'undoing' ? cancelUndo : markFailed
    await end(new Db(root, company_id), id, interrupted)
  }
}

/**
 * Days for which a dry run, and the rows of an import, are kept. By then the page of the dry run is surely
 * closed. An import can be undone only while its rows are kept.
 */
const keptDays = { tried: 1, done: 30 }
/**
 * Maximum kept rows and bytes of a company: five of the longest imports, and six files of the maximum size
 * in which each letter takes up two bytes. The oldest imports lose their rows first.
 */
const maxKept: KeptAmount = { rows: 1_000_000, bytes: 256 * 1_048_576 }

const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs).toISOString()

/**
 * Clears rows of the imports of one company. Each long import also queues this job, so that a company cannot
 * fill the disk between scheduled runs.
 */
export const clearRowsJob = jobKind<OfCompany>('clear-import-rows', { isOnce: true })
const deleteTriedJob = jobKind<OfCompany>('delete-tried-imports', { isOnce: true })

/** Deletes rows beyond what is kept: one batch. @returns the number of imports whose rows are deleted */
export const clearOldRows = (db: Db, most = maxKept): Promise<number> =>
  clearRows(db, { now: nowIso(), before: daysAgo(keptDays.done), most })

/** Queues a job for each company, so that neither a failure nor many imports of one delay the others. */
async function queueClearing(root: Root): Promise<void> {
  const tried = await findCompaniesWithTried(root, daysAgo(keptDays.tried))
  for (const company of tried) await queueJob(root, deleteTriedJob, company)
  for (const company of await findCompaniesWithRows(root)) await queueJob(root, clearRowsJob, company)
}

/** A job that clears one batch of a company. It queues itself again until nothing is left to clear. */
const clearingJob = (kind: JobKind<OfCompany>, clear: (db: Db) => Promise<number>) =>
  registerJob(kind, {
    effect: 'database',
    run: async ({ root, payload, companyDb }) => {
      if ((await clear(companyDb(payload.company_id))) > 0) await queueJob(root, kind, payload)
    },
  })

export const importJobs = () => [
  registerJob(jobKind('end-abandoned-imports'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root }) => endAbandoned(root),
  }),
  registerJob(jobKind('clear-imports'), {
    effect: 'database',
    everySeconds: 600,
    run: ({ root }) => queueClearing(root),
  }),
  clearingJob(deleteTriedJob, (db) => deleteTried(db, daysAgo(keptDays.tried))),
  clearingJob(clearRowsJob, clearOldRows),
]
