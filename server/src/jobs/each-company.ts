import type { Root } from '../database/connection/open.ts'
import { type JobKind, queueJob } from './jobs.ts'

/** The payload of a job for one company. */
export type OfCompany = { company_id: number }

/** Queues one job per active company, so that a large company does not delay the others. */
export async function queueForCompanies(root: Root, kind: JobKind<OfCompany>): Promise<void> {
  const companies = await root.selectFrom('companies').select('id').where('is_active', '=', true).execute()
  for (const { id } of companies) await queueJob(root, kind, { company_id: id })
}
