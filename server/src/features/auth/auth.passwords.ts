import type { account } from '@artel/contract/account'
import type { auth } from '@artel/contract/auth'
import type { BodyOf } from '@artel/contract/call'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/open.ts'
import { fieldError } from '../../http/errors.ts'
import type { Origin } from '../../http/session.ts'
import { endAllSessions, renewSession } from '../../http/session-list.ts'
import { inTransaction } from '../../http/transaction.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { queueMail } from '../../mail/mail.ts'
import { auditOwn } from './auth.audit.ts'
import { forgotKind } from './auth.jobs.ts'
import { clearAccount, guardOwn, takeForgotTry } from './auth.limits.ts'
import { passwordChangedMail, readerOf } from './auth.mails.ts'
import {
  deleteLinks,
  findLink,
  getLogin,
  type Login,
  markEmailVerified,
  type Person,
  updatePassword,
} from './auth.queries.ts'
import { findFault } from './password.rules.ts'
import { hashPassword, isPassword } from './password.ts'

/** Has a link mailed, if anybody has the email. Does the same work for any. @throws LimitError */
export async function forgetPassword(root: Root, email: string, client: string): Promise<void> {
  await takeForgotTry(root, email, client)
  await queueJob(root, forgotKind, { email })
}

/**
 * Sets the password of whoever the link, or the invitation, was mailed to, once, ends all their sessions, and clears
 * the wrong passwords of the account. @returns who that is
 * @throws ApiError 422 at `token` where it is not, or no longer, a link of this email; at `password` for a poor one
 */
export async function resetPassword(
  root: Root,
  secretKey: string,
  { token, email, password }: BodyOf<typeof auth.reset>,
  origin: Origin,
): Promise<Person> {
  // Looked at before the costly hash, which a stranger's guess is not worth.
  await getReset(root, token, email)
  refuseFaulty(password, email)
  const passwordHash = await hashPassword(password)
  return inTransaction(root, async (connection) => {
    const person = await getReset(connection, token, email)
    await updatePassword(connection, person, passwordHash)
    await markEmailVerified(connection, person)
    await deleteLinks(connection, person, 'reset')
    await deleteLinks(connection, person, 'invitation')
    await endAllSessions(connection, person)
    await auditOwn(connection, person, origin, 'password_reset')
    await tellOfChange(connection, secretKey, await getLogin(connection, person))
    // Last, because guesses wait for this row until the commit.
    await clearAccount(connection, email)
    return person
  })
}

async function getReset(root: Root, token: string, email: string): Promise<Person> {
  const link = await findLink(root, ['reset', 'invitation'], token)
  if (!link || link.email !== email) throw fieldError('token', 'bad_token')
  const person = { companyId: link.company_id, userId: link.user_id }
  const login = await getLogin(root, person)
  const isStillTheirs = login.email === email && login.status === 'active' && login.is_active
  if (!isStillTheirs) throw fieldError('token', 'bad_token')
  return person
}

/** @throws ApiError 422 at `field` for a wrong password; LimitError */
export async function checkOwnPassword(
  root: Root,
  actor: Actor,
  field: string,
  password: string,
): Promise<Login> {
  const login = await getLogin(root, actor)
  const verdict = await guardOwn(root, actor.userId, async () =>
    (await isPassword(login.password_hash, password)) ? 'right' : 'wrong',
  )
  if (verdict === 'wrong') throw fieldError(field, 'wrong_password')
  return login
}

/**
 * The person's own change: their other sessions end, and this one goes on under a new token, which is returned.
 * @throws ApiError 422; LimitError
 */
export async function changePassword(
  root: Root,
  secretKey: string,
  actor: Actor,
  session: string,
  body: BodyOf<typeof account.changePassword>,
): Promise<string> {
  const login = await checkOwnPassword(root, actor, 'current_password', body.current_password)
  const isSame = body.password === body.current_password
  if (actor.mustChangePassword && isSame) throw fieldError('password', 'password_same')
  refuseFaulty(body.password, login.email)
  const passwordHash = await hashPassword(body.password)
  return inTransaction(root, async (connection) => {
    await updatePassword(connection, actor, passwordHash)
    await deleteLinks(connection, actor, 'reset')
    await auditOwn(connection, actor, actor, 'password_change')
    await tellOfChange(connection, secretKey, login)
    return renewSession(connection, actor, session)
  })
}

/** @throws ApiError 422 at `password` */
export function refuseFaulty(password: string, email: string): void {
  const fault = findFault(password, email)
  if (fault) throw fieldError('password', fault)
}

const tellOfChange = (root: Root, secretKey: string, login: Login) =>
  queueMail(root, secretKey, passwordChangedMail(readerOf(login)))
