import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'

/** Begins what is due for a company, and works the run that is on its way. */
export const syncKind = jobKind<OfCompany>('sync-moy-sklad')
/** Asks them to tell us of changes, or not to, as the connection wants it. */
export const hookingKind = jobKind<OfCompany>('ask-moy-sklad-hooks', { retries: 5 })
/** Takes back what a connection that is gone has asked them to tell of. */
export const forgettingKind = jobKind<OfCompany & { token: string; hook_ids: string[] }>(
  'forget-moy-sklad-hooks',
  { retries: 5 },
)
