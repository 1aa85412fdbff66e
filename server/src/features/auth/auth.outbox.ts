import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/open.ts'
import { LimitError } from '../../http/errors.ts'
import { type Limit, takeTries } from '../../http/tries.ts'
import { type Mail, queueMail } from '../../mail/mail.ts'

const hour = 3600
const day = 24 * hour

const mailsOfRecipientAnHour: Limit = { name: 'mails to recipient an hour', most: 8, seconds: hour }
const mailsOfRecipientADay: Limit = { name: 'mails to recipient a day', most: 24, seconds: day }
const mailsOfCompanyAnHour: Limit = { name: 'mails of company an hour', most: 300, seconds: hour }
const mailsOfCompanyADay: Limit = { name: 'mails of company a day', most: 1500, seconds: day }
const ownChangesAnHour: Limit = { name: 'mails of own changes an hour', most: 8, seconds: hour }

/**
 * Queues a mail that somebody of a company has caused. It is counted for its recipient and for the company, because
 * admins and people choose addresses, and anybody may read them. To be called in the transaction of what the mail tells
 * of: a refused call sends nothing and counts nothing, and calls at the same moment are counted one after another.
 * @throws LimitError where the recipient or the company has had too many
 */
export async function sendCounted(
  connection: Root,
  secretKey: string,
  companyId: number,
  mail: Mail,
): Promise<void> {
  const recipient = mailboxOf(mail.to)
  await countMail(connection, [
    { limit: mailsOfRecipientAnHour, subject: recipient },
    { limit: mailsOfRecipientADay, subject: recipient },
    { limit: mailsOfCompanyAnHour, subject: companyId },
    { limit: mailsOfCompanyADay, subject: companyId },
  ])
  await queueMail(connection, secretKey, mail)
}

/**
 * Queues a mail that tells a person of what they changed in their own account. It has a count of its own, because mails
 * that others cause must not keep anybody from a new password. To be called as `sendCounted`.
 * @throws LimitError where the person has made too many such changes
 */
export async function sendOwnChange(
  connection: Root,
  secretKey: string,
  { companyId, userId }: Actor,
  mail: Mail,
): Promise<void> {
  await countMail(connection, [{ limit: ownChangesAnHour, subject: `${companyId}:${userId}` }])
  await queueMail(connection, secretKey, mail)
}

const countMail = (connection: Root, tries: Parameters<typeof takeTries>[1]): Promise<void> =>
  takeTries(connection, tries).catch((error: unknown) => {
    throw error instanceof LimitError ? new LimitError(error.retryAfterSeconds, 'too_many_mails') : error
  })

/** Why a mail is not counted: what bounds it instead, so that nobody is kept out of their account by mails. */
type Bound =
  /** Requests for a link are counted by account and by client. */
  | 'link that was asked for'
  /** The link was mailed, and works once. */
  | 'link that was opened'
  /** A person has ten codes, and is mailed when they get new ones, which is counted. */
  | 'recovery code'
  /** It takes the shell of the server. */
  | 'keeper of the installation'

/** Queues a mail that is bounded otherwise. */
export const sendBounded = (connection: Root, secretKey: string, mail: Mail, _bound: Bound): Promise<void> =>
  queueMail(connection, secretKey, mail)

/** One mailbox has many addresses: what follows a plus, and at Google dots too, changes nothing. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = '', domain = ''] = [email.slice(0, at), email.slice(at + 1)].map((part) => part.toLowerCase())
  const plain = name.split('+', 1)[0] || name
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`
}
