import { type OfCompany, queueForCompanies } from '../../jobs/each-company.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { checkBalances } from './ledger.check.ts'

const night = 86_400

const checking = jobKind<OfCompany>('check-balances', { isOnce: true })

export const ledgerJobs = () => [
  registerJob(jobKind('check-all-balances'), {
    effect: 'database',
    everySeconds: night,
    run: ({ root }) => queueForCompanies(root, checking),
  }),
  registerJob(checking, {
    effect: 'database',
    limitSeconds: 3600,
    run: ({ payload, companyDb }) => checkBalances(companyDb(payload.company_id)),
  }),
]
