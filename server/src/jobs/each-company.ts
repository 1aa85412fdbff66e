import type { Root } from '../database/open.ts'
import { type JobKind, queueJob } from './jobs.ts'

/** What a job of one company is told. */
export type OfCompany = { company_id: number }

/** Queues a job for each company that is at work. Each has its own, so that a large one holds up no other. */
export async function queueForCompanies(root: Root, kind: JobKind<OfCompany>): Promise<void> {
  const companies = await root.selectFrom('companies').select('id').where('is_active', '=', true).execute()
  for (const { id } of companies) await queueJob(root, kind, { company_id: id })
}
