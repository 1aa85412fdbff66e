import { isPromotion } from '@artel/contract/access'
import type { UserPatch } from '@artel/contract/personnel'
import { fieldError } from '../../http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { confirmEmailOf, invite, mailPromotion, voidPassword } from '../auth/auth.ts'
import { type Led, type Office, personOf } from './personnel.office.ts'

/** A promotion of somebody whose sign-in data another person may have. */
export type Promotion = { hadFactor: boolean; isEmailTrusted: boolean }

/**
 * Before somebody is promoted: voids their password unless the account is their own, so that nobody else can act in
 * their name with the new rights. An email that comes with the promotion is thereby confirmed by the owner.
 * @returns null where nothing is voided @throws ApiError 422 at `password`, which would not be their own either
 */
export async function preparePromotion(
  office: Office,
  user: Led,
  { type, email, password }: UserPatch,
): Promise<Promotion | null> {
  if (type === undefined || !isPromotion(user.type, type)) return null
  if (password !== undefined) throw fieldError('password', 'promoted_password')
  if (user.has_own_access) return null
  const { root, actor } = office
  const person = personOf(office, user.id)
  const hadFactor = await voidPassword(root, actor, person)
  if (email === user.email && !user.has_trusted_email) await confirmEmailOf(root, actor, person)
  return { hadFactor, isEmailTrusted: user.has_trusted_email || email !== undefined }
}

/**
 * After the promotion: mails a link for a new password, unless nobody but another admin has chosen the mailbox.
 * @returns where it went
 */
export async function finishPromotion(
  office: Office,
  user: Led,
  { hadFactor, isEmailTrusted }: Promotion,
): Promise<string | null> {
  const mailed_to =
    isEmailTrusted && user.status === 'active' ? await mailLink(office, user, hadFactor) : null
  // Somebody who was invited and has not come in yet had no password.
  if (user.is_invited) return mailed_to
  const entry = { action: 'password_void', entity: 'user', id: user.id, title: user.full_name } as const
  await writeAudit(office.db, office.actor, { ...entry, after: { mailed_to } })
  return mailed_to
}

function mailLink(office: Office, user: Led, hadFactor: boolean): Promise<string> {
  const { root, secretKey, actor } = office
  const person = personOf(office, user.id)
  if (user.is_invited) return invite(root, secretKey, actor, person)
  return mailPromotion(root, secretKey, actor, person, hadFactor)
}
