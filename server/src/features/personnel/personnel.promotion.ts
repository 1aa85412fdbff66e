import { isPromotion } from '@artel/contract/access'
import type { UserPatch } from '@artel/contract/users/personnel'
import { fieldError } from '../../errors/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { confirmEmailOf, invite, mailPromotion, voidPassword } from '../auth/auth.ts'
import { type LedUser, type PersonnelContext, personOf } from './personnel.office.ts'

/** A promotion of a person whose sign-in data somebody else may know. */
export type Promotion = { hadFactor: boolean; isEmailTrusted: boolean }

/**
 * Runs before a promotion. Voids the person's password unless they have set their sign-in data themself, so
 * that nobody else can act in their name with the new rights. If the call repeats the current email, the
 * owner thereby confirms it.
 * @returns null if nothing is voided
 * @throws ApiError 422 at `password`, because a password from the owner would not be the person's own either
 */
export async function preparePromotion(
  office: PersonnelContext,
  user: LedUser,
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
 * Runs after a promotion. Mails a link for a new password, unless only another admin has chosen the mailbox.
 * @returns the address of the mail; null if none was sent
 */
export async function finishPromotion(
  office: PersonnelContext,
  user: LedUser,
  { hadFactor, isEmailTrusted }: Promotion,
): Promise<string | null> {
  const mailed_to =
    isEmailTrusted && user.status === 'active' ? await mailLink(office, user, hadFactor) : null
  // An invited person who has not signed in yet had no password to void.
  if (user.is_invited) return mailed_to
  const entry = { action: 'password_void', entity: 'user', id: user.id, title: user.full_name } as const
  await writeAudit(office.db, office.actor, { ...entry, after: { mailed_to } })
  return mailed_to
}

function mailLink(office: PersonnelContext, user: LedUser, hadFactor: boolean): Promise<string> {
  const { root, secretKey, actor } = office
  const person = personOf(office, user.id)
  if (user.is_invited) return invite(root, secretKey, actor, person)
  return mailPromotion(root, secretKey, actor, person, hadFactor)
}
