import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'

/** Starts a run if one is due for a company, and works on its active run. */
export const syncKind = jobKind<OfCompany>('sync-moy-sklad')
/** Registers or removes webhooks at MoySklad, as the connection's settings say. */
export const registerWebhooksJob = jobKind<OfCompany>('ask-moy-sklad-hooks', { retries: 5 })
/** Removes the webhooks of a deleted connection. */
export const removeWebhooksJob = jobKind<OfCompany & { token: string; hook_ids: string[] }>(
  'forget-moy-sklad-hooks',
  { retries: 5 },
)
