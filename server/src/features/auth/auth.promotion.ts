import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import type { SecretKey } from '../../seal.ts'
import { writeAudit } from '../audit/audit.ts'
import { deleteDevicesOf } from '../devices/devices.ts'
import { createInvitation, revokeAccess } from './auth.people.ts'
import { deletePassword, getLogin, type Person, updateEmailAuthor } from './auth.queries.ts'
import { promotionMail } from './mails/mails.ts'
import { sendLink } from './mails/outbox.ts'
import { deleteFactorOf } from './totp/totp.reset.ts'

/**
 * Revokes all access of somebody who knows a person's password or reads their mailbox: the password, the
 * second factor, sessions, mailed links, known browsers and push devices. Call it in a transaction that has
 * locked the person.
 * @returns whether there was a second factor
 */
export async function voidPassword(connection: Root, by: Actor, person: Person): Promise<boolean> {
  await deletePassword(connection, person)
  await revokeAccess(connection, person)
  await deleteDevicesOf(new Db(connection, person.companyId), person.userId)
  return deleteFactorOf(connection, by, person)
}

/** Records that an owner confirms the email, so that links may be mailed to it. */
export async function confirmEmailOf(connection: Root, by: Actor, person: Person): Promise<void> {
  await updateEmailAuthor(connection, person, by.userId)
  const { full_name, email } = await getLogin(connection, person)
  const entry = { action: 'email_confirm', entity: 'user', id: person.userId, title: full_name } as const
  await writeAudit(new Db(connection, person.companyId), by, { ...entry, after: { email } })
}

/** Mails a link by which a person with a voided password sets a new one. @returns the address of the mail */
export async function mailPromotion(
  connection: Root,
  secretKey: SecretKey,
  actor: Actor,
  person: Person,
  hadFactor: boolean,
): Promise<string> {
  const { reader, type, token, by } = await createInvitation(connection, actor, person)
  const mail = promotionMail(reader, token, { ...by, type, hadFactor })
  await sendLink(connection, secretKey, person.companyId, mail)
  return reader.email
}
