import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { type OfCompany, queueForCompanies } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'
import { recompute } from './achievements.replay.ts'

const judging = jobKind<OfCompany>('judge-achievements', { isOnce: true })
const closing = jobKind<OfCompany>('close-days', { isOnce: true })
const recomputing = jobKind<OfCompany>('recompute-achievements', { isOnce: true })

/** Queues a job that judges the whole history by the current rules, after the current transaction. */
export const queueRecompute = (db: Db) => queueJob(db, recomputing, { company_id: db.companyId })

const findWaitingCompanies = (root: Root) =>
  root.selectFrom('achievement_events').select('company_id').distinct().where('number', 'is', null).execute()

export const achievementJobs = () => [
  registerJob(jobKind('judge-all-achievements'), {
    effect: 'database',
    everySeconds: 20,
    run: async ({ root }) => {
      for (const company of await findWaitingCompanies(root)) await queueJob(root, judging, company)
    },
  }),
  registerJob(judging, {
    effect: 'database',
    run: async ({ payload, companyDb }) => {
      await judgeWaiting(companyDb(payload.company_id))
    },
  }),
  registerJob(jobKind('close-all-days'), {
    effect: 'database',
    everySeconds: 600,
    run: ({ root }) => queueForCompanies(root, closing),
  }),
  registerJob(closing, {
    effect: 'database',
    run: async ({ payload, companyDb }) => {
      await closeDays(companyDb(payload.company_id))
    },
  }),
  registerJob(recomputing, {
    effect: 'database',
    limitSeconds: 3600,
    // Two at once, so that no company waits for one with a long history, which takes minutes.
    maxAtOnce: 2,
    run: ({ payload, companyDb }) => recompute(companyDb(payload.company_id)),
  }),
]
