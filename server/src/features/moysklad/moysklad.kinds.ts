import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'

/** Starts a run if one is due for a company, and works on its active run. */
export const syncKind = jobKind<OfCompany>('sync-moy-sklad')
/** Registers or removes webhooks at MoySklad, as the connection's settings say. */
export const registerWebhooksJob = jobKind<OfCompany>('ask-moy-sklad-hooks', { retries: 5 })
/**
 * Timeout of a job that registers or removes the webhooks of one company, seconds. It sends about 16 requests.
 * A process runs one such job at a time, because two at once could register the same webhook.
 */
export const webhooksSeconds = 120

/** `token` and `hook_key` are sealed. Jobs of earlier versions have no `hook_key`. */
export type HookRemoval = OfCompany & { token: string; hook_key?: string; hook_ids: string[] }

/** Removes the webhooks of a deleted connection. */
export const removeWebhooksJob = jobKind<HookRemoval>('forget-moy-sklad-hooks', { retries: 5 })

type Hooked = { company_id: number; token: string; hook_key: string; hook_ids: string[] }

/** The payload that removes the webhooks of a connection. */
export const removalOf = (
  { company_id, token, hook_key, hook_ids }: Hooked,
  more: readonly string[] = [],
): HookRemoval => ({ company_id, token, hook_key, hook_ids: [...new Set([...hook_ids, ...more])] })
