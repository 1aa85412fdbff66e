import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { checkBalances } from './ledger.check.ts'

const night = 86_400

type Company = { company_id: number }

// Each by itself: a large one holds up no other.
const checking = jobKind<Company>('check-balances')

export const ledgerJobs = () => [
  registerJob(jobKind('check-all-balances'), {
    effect: 'database',
    everySeconds: night,
    run: async ({ root }) => {
      const companies = await root
        .selectFrom('companies')
        .select('id')
        .where('is_active', '=', true)
        .execute()
      for (const { id } of companies) await queueJob(root, checking, { company_id: id })
    },
  }),
  registerJob(checking, {
    effect: 'database',
    limitSeconds: 3600,
    run: ({ payload, companyDb }) => checkBalances(companyDb(payload.company_id)),
  }),
]
