import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import type { SecretKey } from '../../seal.ts'
import { endAllSessions } from '../../sessions/session-list.ts'
import { getCompany } from '../company/company.ts'
import { getCurrentUser } from '../users/users.ts'
import { refuseFaulty } from './auth.passwords.ts'
import { deleteLinks, getLogin, type Person, updateGivenPassword, upsertLink } from './auth.queries.ts'
import { emailGivenMail, invitationMail, passwordChangedMail, readerOf } from './mails/mails.ts'
import { sendLink, sendNotice } from './mails/outbox.ts'
import { hashInTurn } from './password.ts'

const invitationLifeMs = 7 * 24 * 60 * 60_000

/**
 * Hash of a password that `actor` chooses for the owner of `email`.
 * @throws ApiError 422 at `password` if weak
 */
export function hashGiven(actor: Actor, password: string, email: string): Promise<string> {
  refuseFaulty(password, email)
  return hashInTurn(password, actor)
}

/**
 * Mails a link by which the person sets their first password. Earlier invitations stop working.
 * @returns the address of the mail
 */
export async function invite(
  root: Root,
  secretKey: SecretKey,
  actor: Actor,
  person: Person,
): Promise<string> {
  const { reader, token, by } = await createInvitation(root, actor, person)
  await sendLink(root, secretKey, person.companyId, invitationMail(reader, token, by))
  return reader.email
}

/** Creates the link of an invitation. @returns its token, and the values for its mail */
export async function createInvitation(root: Root, actor: Actor, person: Person) {
  const db = new Db(root, person.companyId)
  const login = await getLogin(root, person)
  const link = { ...person, email: login.email, lifeMs: invitationLifeMs }
  const token = await upsertLink(root, { ...link, kind: 'invitation' })
  const by = {
    company: (await getCompany(db)).name,
    inviter: (await getCurrentUser(db, actor.userId)).full_name,
  }
  return { reader: readerOf(login), type: login.type, token, by }
}

/** Sets a password for another person. They are signed out everywhere and get a mail. */
export async function givePassword(
  root: Root,
  secretKey: SecretKey,
  actor: Actor,
  person: Person,
  passwordHash: string,
): Promise<void> {
  await updateGivenPassword(root, person, passwordHash, actor.userId)
  await revokeAccess(root, person)
  const mail = passwordChangedMail(readerOf(await getLogin(root, person)))
  await sendNotice(root, secretKey, person.companyId, mail)
}

/**
 * Deletes the person's mailed links after a change of their email, and mails a notice to their old address.
 */
export async function dropEmail(
  root: Root,
  secretKey: SecretKey,
  person: Person,
  before: string,
): Promise<void> {
  await dropLinks(root, person)
  const login = await getLogin(root, person)
  const mail = emailGivenMail({ ...readerOf(login), email: before }, login.email)
  await sendNotice(root, secretKey, person.companyId, mail)
}

/** Ends all sessions of a person and deletes their mailed links. */
export async function revokeAccess(root: Root, person: Person): Promise<void> {
  await endAllSessions(root, person)
  await dropLinks(root, person)
}

const dropLinks = (root: Root, person: Person): Promise<void> =>
  deleteLinks(root, person, 'reset', 'email', 'invitation')
