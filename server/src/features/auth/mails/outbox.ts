import type { Actor } from '../../../access/actor.ts'
import type { Root } from '../../../database/connection/open.ts'
import { LimitError } from '../../../errors/errors.ts'
import { consumeAttempts, type Limit, type Try } from '../../../limits/tries.ts'
import { type Mail, queueMail } from '../../../mail/mail.ts'
import type { SecretKey } from '../../../seal.ts'

const hour = 3600
const day = 24 * hour

const ofRecipient = (kind: string): readonly Limit[] => [
  { name: `${kind} to recipient an hour`, most: 8, seconds: hour },
  { name: `${kind} to recipient a day`, most: 24, seconds: day },
]
const ofCompany = (kind: string): readonly Limit[] => [
  { name: `${kind} of company an hour`, most: 300, seconds: hour },
  { name: `${kind} of company a day`, most: 1500, seconds: day },
]
const ownChangesAnHour: Limit = { name: 'mails of own changes an hour', most: 8, seconds: hour }
const warnings: readonly Limit[] = [
  { name: 'warnings an hour', most: 1, seconds: hour },
  { name: 'warnings a day', most: 4, seconds: day },
]
const ownAddresses: readonly Limit[] = [
  { name: 'own addresses an hour', most: 8, seconds: hour },
  { name: 'own addresses a day', most: 24, seconds: day },
]

/**
 * The kind by which mails are counted. Each kind has its own counters, so that mails of one kind do not use
 * up the limit of another kind. Each company has its own counters too.
 */
type Kind =
  /** A link that an admin sends, by which the recipient sets a password. */
  | 'links'
  /** A notice about a change that an admin made to the recipient's account. */
  | 'notices'
  /** A link to an address that a person wants to use. */
  | 'addresses'

const triesOf = (kind: Kind, companyId: number, mail: Mail): Try[] => {
  const recipient = `${companyId}:${mailboxOf(mail.to)}`
  return [
    ...ofRecipient(kind).map((limit) => ({ limit, subject: recipient })),
    ...ofCompany(kind).map((limit) => ({ limit, subject: companyId })),
  ]
}

type Send = (connection: Root, secretKey: SecretKey, companyId: number, mail: Mail) => Promise<void>

const sendAs =
  (kind: Kind): Send =>
  async (connection, secretKey, companyId, mail) => {
    await countMail(connection, triesOf(kind, companyId, mail))
    await queueMail(connection, secretKey, companyId, mail)
  }

/**
 * Queues a mail with a link that an admin has requested. Counts it for its recipient and for the company,
 * because admins choose the addresses, which may belong to anybody. Call it in the transaction of the change
 * that the mail is about: a refused call then sends and counts nothing, and concurrent calls are counted one
 * after another.
 * @throws LimitError if the recipient or the company has had too many
 */
export const sendLink: Send = sendAs('links')

/** Same for a link to an address that a person wants to use. @throws LimitError as `sendLink` */
export const sendAddressLink: Send = sendAs('addresses')

/**
 * Queues a notice about a change that somebody else made to the recipient's account. Over the limit it sends
 * no mail and the change still succeeds, because earlier mails must not prevent an admin from locking an
 * intruder out.
 */
export const sendNotice: Send = (...given) =>
  sendAs('notices')(...given).catch((error: unknown) => {
    if (!(error instanceof LimitError)) throw error
  })

/**
 * Counts a person's request for another address. Call it before the check whether the address is taken,
 * because the response reveals that.
 * @throws LimitError
 */
export const consumeAddressAttempt = (root: Root, { companyId, userId }: Actor): Promise<void> =>
  countMail(
    root,
    ownAddresses.map((limit) => ({ limit, subject: `${companyId}:${userId}` })),
  )

/**
 * Queues a mail about a change that a person made to their own account. Has its own counter, because mails
 * that others cause must not prevent anybody from changing their password. Call it in a transaction like
 * `sendLink`.
 * @throws LimitError if the person has made too many such changes
 */
export async function sendOwnChange(
  connection: Root,
  secretKey: SecretKey,
  { companyId, userId }: Actor,
  mail: Mail,
): Promise<void> {
  await countMail(connection, [{ limit: ownChangesAnHour, subject: `${companyId}:${userId}` }])
  await queueMail(connection, secretKey, companyId, mail)
}

/**
 * Queues a mail that warns a person of a stranger's attempts. Strangers can cause it, so it has its own low
 * limits. Over a limit it sends no mail.
 */
export async function sendWarning(
  connection: Root,
  secretKey: SecretKey,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  mail: Mail,
): Promise<void> {
  const subject = `${companyId}:${userId}`
  try {
    await countMail(
      connection,
      warnings.map((limit) => ({ limit, subject })),
    )
  } catch (error) {
    if (error instanceof LimitError) return
    throw error
  }
  await queueMail(connection, secretKey, companyId, mail)
}

const countMail = (connection: Root, tries: readonly Try[]): Promise<void> =>
  consumeAttempts(connection, tries).catch((error: unknown) => {
    throw error instanceof LimitError ? new LimitError(error.retryAfterSeconds, 'too_many_mails') : error
  })

/**
 * Why a mail needs no counter here: what limits it instead. A mail limit must not keep a person out of their
 * account.
 */
type Bound =
  /** Requests for a link are counted per account and per client. */
  | 'link that was asked for'
  /** The link was mailed and works once. */
  | 'link that was opened'
  /** A person has ten codes. The mail about new codes is counted. */
  | 'recovery code'
  /** Only somebody with a shell on the server can cause it. */
  | 'keeper of the installation'

/** Queues a mail that something else limits. */
export const sendBounded = (
  connection: Root,
  secretKey: SecretKey,
  companyId: number,
  mail: Mail,
  _bound: Bound,
): Promise<void> => queueMail(connection, secretKey, companyId, mail)

/** One mailbox has many addresses: a suffix after a plus changes nothing, and at Google neither do dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = '', domain = ''] = [email.slice(0, at), email.slice(at + 1)].map((part) => part.toLowerCase())
  const plain = name.split('+', 1)[0] || name
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`
}
