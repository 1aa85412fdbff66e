import type { Locale } from '@artel/contract/shapes/primitives'
import { type Connection, jobKind, queueJob } from '../jobs/jobs.ts'
import { type SecretKey, seal } from '../seal.ts'

/** A mail without its sender and layout. */
export type Mail = {
  to: string
  language: Locale
  subject: string
  paragraphs: string[]
  /** The one action in the mail. `path` begins with `/` and becomes a link to this installation. */
  action?: { label: string; path: string }
}

/**
 * Sealed, because a mail may contain a link that gives access to an account, and every backup includes the
 * queue. The company is in plain text, so that companies take turns.
 */
export const mailKind = jobKind<{ company_id: number; sealed: string }>('mail', { retries: 12 })

/** Queues a mail to a user of a company in the transaction of `connection`. It is sent after the commit. */
export const queueMail = (
  connection: Connection,
  secretKey: SecretKey,
  company_id: number,
  mail: Mail,
): Promise<void> =>
  queueJob(connection, mailKind, { company_id, sealed: seal(secretKey, 'mail', JSON.stringify(mail)) })
