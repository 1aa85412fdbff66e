import { sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import { type OfCompany, queueForCompanies } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { checkStats, rebuildStats } from './stats.check.ts'

const night = 86_400

/** Deltas that one statement folds, so that it ends long before the statement timeout of the database. */
const maxFolded = 50_000

const checking = jobKind<OfCompany>('check-stats', { isOnce: true })
const rebuilding = jobKind<OfCompany>('rebuild-stats', { isOnce: true })

/** Adds the deltas to the roll-ups. Deltas written meanwhile wait for the next run. */
export async function foldStats(root: Root): Promise<void> {
  const { rows } = await sql<{ folded: number }>`select fold_stats(${maxFolded}) as folded`.execute(root)
  if (rows[0]?.folded === maxFolded) await foldStats(root)
}

/** Queues a rebuild for each company whose timezone has changed. */
async function queueRebuilds(root: Root): Promise<void> {
  const stale = await root
    .updateTable('stat_checks')
    .set({ is_stale: false })
    .where('is_stale', '=', true)
    .returning('company_id')
    .execute()
  for (const company of stale) await queueJob(root, rebuilding, company)
}

export const statJobs = () => [
  registerJob(jobKind('fold-stats'), {
    effect: 'database',
    everySeconds: 20,
    run: async ({ root }) => {
      await queueRebuilds(root)
      await foldStats(root)
    },
  }),
  registerJob(rebuilding, {
    effect: 'database',
    limitSeconds: 3600,
    run: ({ payload, companyDb }) => rebuildStats(companyDb(payload.company_id)),
  }),
  registerJob(jobKind('check-all-stats'), {
    effect: 'database',
    everySeconds: night,
    run: ({ root }) => queueForCompanies(root, checking),
  }),
  registerJob(checking, {
    effect: 'database',
    limitSeconds: 3600,
    run: ({ payload, companyDb }) => checkStats(companyDb(payload.company_id)),
  }),
]
