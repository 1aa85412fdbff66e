import type { Root } from '../../../database/connection/open.ts'
import { inOwnAccount, inTransaction } from '../../../database/transaction.ts'
import { fieldError } from '../../../errors/errors.ts'
import type { SecretKey } from '../../../seal.ts'
import type { Origin } from '../../../sessions/session.ts'
import { auditOwn } from '../auth.audit.ts'
import { assertStillJudged, type Call, checkOwnPassword } from '../auth.passwords.ts'
import {
  deleteLinks,
  findLogin,
  markEmailVerified,
  markLinkUsed,
  updateEmail,
  upsertLink,
} from '../auth.queries.ts'
import { lockGoodLink } from './links.ts'
import { confirmEmailMail, emailNoticeMail, readerOf } from './mails.ts'
import { consumeAddressAttempt, sendAddressLink, sendNotice } from './outbox.ts'

const confirmLifeMs = 24 * 60 * 60_000

/**
 * Mails a link to the new address and a notice to the old one. The email changes when the link is opened. For
 * the current address only the link is mailed, which confirms it.
 * @throws ApiError 422; LimitError
 */
export async function changeEmail(
  { root, db, actor }: Call,
  secretKey: SecretKey,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const login = await checkOwnPassword(root, actor, 'password', password)
  await consumeAddressAttempt(root, actor)
  const isNew = login.email !== email
  if (isNew && (await findLogin(root, email))) throw fieldError('email', 'email_taken')
  const reader = readerOf(login)
  await inOwnAccount(root, db, actor, async (_, connection) => {
    await assertStillJudged(connection, login, 'password')
    const link = { companyId: actor.companyId, userId: actor.userId, email, lifeMs: confirmLifeMs }
    const token = await upsertLink(connection, { ...link, kind: 'email' })
    const { companyId } = actor
    await sendAddressLink(connection, secretKey, companyId, confirmEmailMail({ ...reader, email }, token))
    if (isNew) await sendNotice(connection, secretKey, companyId, emailNoticeMail(reader, email))
  })
}

const uniqueViolation = '23505'

/**
 * Confirms the address to which the link was mailed. Opening the link again changes nothing.
 * @returns whether the link is valid
 */
export const confirmEmail = (root: Root, token: string, origin: Origin): Promise<boolean> =>
  inTransaction(root, (connection) => confirm(connection, token, origin)).catch(
    (error: { code?: string }) => {
      // Somebody else took the address between the check and the update.
      if (error.code === uniqueViolation) return false
      throw error
    },
  )

async function confirm(root: Root, token: string, origin: Origin): Promise<boolean> {
  const link = await lockGoodLink(root, ['email'], token)
  if (!link) return false
  if (link.isUsed) return true
  const { company_id: companyId, user_id: userId, email: before } = link.login
  const person = { companyId, userId }
  const holder = await findLogin(root, link.email)
  if (holder && holder.user_id !== userId) return false
  if (before === link.email) await markEmailVerified(root, person)
  else {
    await updateEmail(root, person, link.email)
    const fields = { before: { email: before }, after: { email: link.email } }
    await auditOwn(root, person, origin, 'email_change', fields)
  }
  await markLinkUsed(root, token)
  // Reset links were mailed to an address that may no longer belong to this person.
  await deleteLinks(root, person, 'reset')
  return true
}
