import type { Locale } from '@artel/contract/primitives'
import { type Connection, jobKind, queueJob } from '../jobs/jobs.ts'
import { seal } from '../seal.ts'

/** A mail without its address of sender and its looks. */
export type Mail = {
  to: string
  language: Locale
  subject: string
  paragraphs: string[]
  /** The one thing to do; `path` begins with `/` and becomes a link to this installation. */
  action?: { label: string; path: string }
}

/**
 * Sealed, because a mail may carry a link that opens an account and the queue is part of every backup. The company is told,
 * so that mails go out in turns of companies.
 */
export const mailKind = jobKind<{ company_id: number; sealed: string }>('mail', { retries: 12 })

/** Queues a mail to a person of a company in the transaction of `connection`: it is sent once that commits. */
export const queueMail = (
  connection: Connection,
  secretKey: string,
  company_id: number,
  mail: Mail,
): Promise<void> =>
  queueJob(connection, mailKind, { company_id, sealed: seal(secretKey, 'mail', JSON.stringify(mail)) })
