import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { keysOf } from './multimedia.rules.ts'

/** `keys`: storage keys of one file and of its smaller copies. The queue takes turns by the company. */
export type Removal = OfCompany & { keys: string[] }

/** Removes the files of a row that was deleted or that has other files now. */
export const removeFiles = jobKind<Removal>('remove-media-files', { retries: 15 })

/** Removes stored files, unless their row was inserted. */
export const checkUploadJob = jobKind<Removal>('settle-upload', { retries: 15 })

/** The payload of both jobs. */
export const removalOf = (company_id: number, file: string, variants: object): Removal => ({
  company_id,
  keys: keysOf(company_id, file, variants),
})
