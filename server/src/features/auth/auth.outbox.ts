import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/open.ts'
import { LimitError } from '../../http/errors.ts'
import { type Limit, type Try, takeTries } from '../../http/tries.ts'
import { type Mail, queueMail } from '../../mail/mail.ts'

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
 * What a mail is counted as. Each kind has counts of its own, so that nobody spends by one kind what another kind
 * needs, and each company has its own, so that no other one does.
 */
type Kind =
  /** Admins have a link mailed by which somebody sets a password. */
  | 'links'
  /** Somebody is told of what an admin did to their account. */
  | 'notices'
  /** People have a link mailed to an address that is to be theirs. */
  | 'addresses'

const triesOf = (kind: Kind, companyId: number, mail: Mail): Try[] => {
  const recipient = `${companyId}:${mailboxOf(mail.to)}`
  return [
    ...ofRecipient(kind).map((limit) => ({ limit, subject: recipient })),
    ...ofCompany(kind).map((limit) => ({ limit, subject: companyId })),
  ]
}

type Send = (connection: Root, secretKey: string, companyId: number, mail: Mail) => Promise<void>

const sendAs =
  (kind: Kind): Send =>
  async (connection, secretKey, companyId, mail) => {
    await countMail(connection, triesOf(kind, companyId, mail))
    await queueMail(connection, secretKey, companyId, mail)
  }

/**
 * Queues a mail with a link that an admin has asked for. It is counted for its recipient and for the company, because
 * admins choose addresses, and anybody may read them. Call it in the transaction of what the mail tells of: a refused
 * call sends nothing and counts nothing, and calls at the same moment are counted one after another.
 * @throws LimitError where the recipient or the company has had too many
 */
export const sendLink: Send = sendAs('links')

/** The same for a link to an address that a person wants for themself. @throws LimitError as `sendLink` */
export const sendAddressLink: Send = sendAs('addresses')

/**
 * Queues a mail that tells somebody of what was done to their account by somebody else. Where there were too many it is
 * left out and the act stands: nobody must be kept from shutting an intruder out by mails that were sent before.
 */
export const sendNotice: Send = (...given) =>
  sendAs('notices')(...given).catch((error: unknown) => {
    if (!(error instanceof LimitError)) throw error
  })

/**
 * Counts that a person asks for another address, before it is known whether somebody has it: the answer tells that.
 * @throws LimitError
 */
export const takeAddressTry = (root: Root, { companyId, userId }: Actor): Promise<void> =>
  countMail(
    root,
    ownAddresses.map((limit) => ({ limit, subject: `${companyId}:${userId}` })),
  )

/**
 * Queues a mail that tells a person of what they changed in their own account. It has a count of its own, because mails
 * that others cause must not keep anybody from a new password. To be called as `sendLink`.
 * @throws LimitError where the person has made too many such changes
 */
export async function sendOwnChange(
  connection: Root,
  secretKey: string,
  { companyId, userId }: Actor,
  mail: Mail,
): Promise<void> {
  await countMail(connection, [{ limit: ownChangesAnHour, subject: `${companyId}:${userId}` }])
  await queueMail(connection, secretKey, companyId, mail)
}

/**
 * Queues a mail that warns a person of what a stranger does. Strangers can cause it, so it has narrow counts of its own, and
 * is left out beyond them.
 */
export async function sendWarning(
  connection: Root,
  secretKey: string,
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
export const sendBounded = (
  connection: Root,
  secretKey: string,
  companyId: number,
  mail: Mail,
  _bound: Bound,
): Promise<void> => queueMail(connection, secretKey, companyId, mail)

/** One mailbox has many addresses: what follows a plus, and at Google dots too, changes nothing. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = '', domain = ''] = [email.slice(0, at), email.slice(at + 1)].map((part) => part.toLowerCase())
  const plain = name.split('+', 1)[0] || name
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${domain}`
}
