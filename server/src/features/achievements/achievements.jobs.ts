import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'
import { recompute } from './achievements.replay.ts'

type Company = { company_id: number }

// Each by itself: a large one holds up no other.
const judging = jobKind<Company>('judge-achievements')
const closing = jobKind<Company>('close-days')
const recomputing = jobKind<Company>('recompute-achievements')

/** Has the rules as they are judge all that was, once the present transaction is through. */
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
    run: async ({ root }) => {
      const companies = await root
        .selectFrom('companies')
        .select('id')
        .where('is_active', '=', true)
        .execute()
      for (const { id } of companies) await queueJob(root, closing, { company_id: id })
    },
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
    run: ({ payload, companyDb }) => recompute(companyDb(payload.company_id)),
  }),
]
