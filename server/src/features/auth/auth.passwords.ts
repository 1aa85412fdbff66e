import type { account } from '@artel/contract/account/account'
import type { auth } from '@artel/contract/account/auth'
import type { BodyOf } from '@artel/contract/call'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnAccount, inTransaction } from '../../database/transaction.ts'
import { fieldError } from '../../errors/errors.ts'
import { queueJob } from '../../jobs/jobs.ts'
import type { SecretKey } from '../../seal.ts'
import type { Origin } from '../../sessions/session.ts'
import { endAllSessions, renewSession } from '../../sessions/session-list.ts'
import { auditOwn } from './auth.audit.ts'
import { forgotKind } from './auth.jobs.ts'
import { clearAccount, consumeForgotAttempt, consumeOwnChange, guardOwn } from './auth.limits.ts'
import {
  deleteLinks,
  getLogin,
  type Login,
  markEmailVerified,
  type Person,
  updateMailedPassword,
  updateOwnPassword,
} from './auth.queries.ts'
import { findGoodLink, type GoodLink, lockGoodLink } from './mails/links.ts'
import { passwordChangedMail, readerOf } from './mails/mails.ts'
import { sendBounded, sendOwnChange } from './mails/outbox.ts'
import { findFault } from './password.rules.ts'
import { hashInTurn, isPassword } from './password.ts'

/** The context of a call by a person about their own account. */
export type Call = { root: Root; db: Db; actor: Actor }

/** Has a link mailed if an account has the email. Does the same work for any email. @throws LimitError */
export async function requestPasswordReset(root: Root, email: string, client: string): Promise<void> {
  await consumeForgotAttempt(root, email, client)
  await queueJob(root, forgotKind, { email })
}

/**
 * Sets the password of the person to whom the reset link or invitation was mailed. The link works once. Ends
 * all their sessions and clears the wrong passwords of the account.
 * @returns the login of that person
 * @throws ApiError 422 at `token` if it is not, or no longer, a link of this email; at `password` if it is
 * weak
 */
export async function resetPassword(
  root: Root,
  secretKey: SecretKey,
  { token, email, password }: BodyOf<typeof auth.reset>,
  origin: Origin,
): Promise<Login> {
  // Checks the link before the costly hash, so that a stranger's guess costs no hash.
  const owner = assertReset(await findGoodLink(root, resetKinds, token), email)
  refuseFaulty(password, email)
  const passwordHash = await hashInTurn(password, owner)
  return inTransaction(root, async (connection) => {
    const person = assertReset(await lockGoodLink(connection, resetKinds, token), email)
    await updateMailedPassword(connection, person, passwordHash)
    await markEmailVerified(connection, person)
    await deleteLinks(connection, person, ...resetKinds, 'email')
    await endAllSessions(connection, person)
    await auditOwn(connection, person, origin, 'password_reset')
    const login = await getLogin(connection, person)
    const mail = passwordChangedMail(readerOf(login))
    await sendBounded(connection, secretKey, person.companyId, mail, 'link that was opened')
    // Runs last, because other attempts wait for this row until the commit.
    await clearAccount(connection, email)
    return login
  })
}

const resetKinds = ['reset', 'invitation'] as const

function assertReset(link: GoodLink | undefined, email: string): Person {
  if (!link || link.email !== email || link.login.email !== email) throw fieldError('token', 'bad_token')
  return { companyId: link.login.company_id, userId: link.login.user_id }
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
    (await isPassword(login.password_hash, password, actor)) ? 'right' : 'wrong',
  )
  if (verdict === 'wrong') throw fieldError(field, 'wrong_password')
  return login
}

/**
 * Checks that the password is still the one that was verified before the transaction. It may have been
 * changed or voided meanwhile. The person's row must be locked.
 * @throws ApiError 422 at `field`
 */
export async function assertStillJudged(connection: Root, judged: Login, field: string): Promise<void> {
  const person = { companyId: judged.company_id, userId: judged.user_id }
  const { password_hash } = await getLogin(connection, person)
  if (password_hash !== judged.password_hash) throw fieldError(field, 'wrong_password')
}

/**
 * Changes the person's own password. Ends their other sessions, gives this session a new token, and makes
 * their other browsers unknown.
 * @throws ApiError 422; LimitError
 */
export async function changePassword(
  { root, db, actor }: Call,
  secretKey: SecretKey,
  session: string,
  body: BodyOf<typeof account.changePassword>,
): Promise<{ token: string; epoch: number }> {
  await consumeOwnChange(root, actor.userId)
  const isSame = body.password === body.current_password
  if (actor.mustChangePassword && isSame) throw fieldError('password', 'password_same')
  // Runs before the costly hash.
  refuseFaulty(body.password, (await getLogin(root, actor)).email)
  const login = await checkOwnPassword(root, actor, 'current_password', body.current_password)
  const passwordHash = await hashInTurn(body.password, actor)
  return inOwnAccount(root, db, actor, async (_, connection) => {
    await assertStillJudged(connection, login, 'current_password')
    await updateOwnPassword(connection, actor, passwordHash)
    // Somebody who knew the old password could have requested another email.
    await deleteLinks(connection, actor, 'reset', 'email')
    await auditOwn(connection, actor, actor, 'password_change')
    await sendOwnChange(connection, secretKey, actor, passwordChangedMail(readerOf(login)))
    const { device_epoch: epoch } = await getLogin(connection, actor)
    return { token: await renewSession(connection, actor, session), epoch }
  })
}

/** @throws ApiError 422 at `password` */
export function refuseFaulty(password: string, email: string): void {
  const fault = findFault(password, email)
  if (fault) throw fieldError('password', fault)
}
