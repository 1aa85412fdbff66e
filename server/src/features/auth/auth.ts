import type { auth } from '@artel/contract/account/auth'
import { emailForm } from '@artel/contract/account/password'
import type { AnswerOf, BodyOf } from '@artel/contract/call'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import type { SecretKey } from '../../seal.ts'
import { type Device, isKnown } from '../../sessions/device.ts'
import type { Origin } from '../../sessions/session.ts'
import { getCompany } from '../company/company.ts'
import { getCurrentUser } from '../users/users.ts'
import { allWarehouses } from '../warehouses/warehouses.ts'
import { auditOwn, queueWrongLogin } from './auth.audit.ts'
import { guardLogin } from './auth.limits.ts'
import { findLogin, getLogin, type Login, type Person } from './auth.queries.ts'
import { readerOf, recoveryUsedMail } from './mails/mails.ts'
import { sendBounded } from './mails/outbox.ts'
import { isPassword } from './password.ts'
import { consumeFactor, describeFactor, type FactorUse, verdictOf, warnWithoutCode } from './totp/totp.ts'

export { dropEmail, givePassword, hashGiven, invite, revokeAccess } from './auth.people.ts'
export { confirmEmailOf, mailPromotion, voidPassword } from './auth.promotion.ts'
export { resetTotp } from './totp/totp.reset.ts'

type Credentials = BodyOf<typeof auth.login>
type Home = Omit<AnswerOf<typeof auth.login>, 'status'>

/** Where a sign-in comes from; `client` is the key for the limits. */
export type Place = Origin & { client: string; known: Device }

/** A person who has signed in, and the credentials that they used. */
type SignIn = Person & { factor: FactorUse; judged: Login; deviceEpoch: number }

/**
 * Checks credentials.
 * @returns the person whom they name
 * @throws ApiError 422 at `login`, with the same answer after the same time for every mistake. With a right
 * password company_inactive, totp_required or 422 at `code`. LimitError after too many wrong attempts
 */
export async function checkCredentials(
  root: Root,
  secretKey: SecretKey,
  { login: given, email, password, code }: Credentials,
  place: Place,
): Promise<SignIn> {
  const login = emailForm(given ?? email ?? '')
  const found = await findLogin(root, login)
  const account = found && { id: found.user_id, epoch: found.device_epoch }
  const attempt = { login, client: place.client, device: place.known, account }
  const seen: { factor: FactorUse } = { factor: 'none' }
  const verdict = await guardLogin(root, attempt, async () => {
    const owner =
      found && account && isKnown(place.known, account)
        ? personOf(found)
        : ({ companyId: 'guests', userId: place.client } as const)
    const isTheirs = await isPassword(found?.password_hash ?? null, password, owner)
    if (!isTheirs || found?.status !== 'active') return 'wrong'
    // Checked here, so that the refusal uses up no code.
    if (!found.is_active) throw new ApiError('company_inactive')
    seen.factor = await consumeFactor(root, secretKey, personOf(found), code)
    return verdictOf[seen.factor]
  })
  const { factor } = seen
  const action = factor === 'wrong' ? 'login_code_failed' : 'login_failed'
  if (verdict === 'wrong') await queueWrongLogin(root, login, place, action)
  if (found && (factor === 'missing' || factor === 'wrong')) {
    const isOften = await warnWithoutCode(root, secretKey, personOf(found))
    if (isOften && factor === 'missing') await queueWrongLogin(root, login, place, 'login_code_missing')
  }
  if (verdict === 'unfinished') throw codeMissing()
  if (factor === 'wrong') throw fieldError('code', 'wrong_code')
  if (!found || verdict === 'wrong') throw fieldError('login', 'bad_credentials')
  return { ...personOf(found), factor, judged: found, deviceEpoch: found.device_epoch }
}

/**
 * Checks that everything that was verified before the transaction that creates the session still holds. A reset or a
 * new second factor in between has ended all sessions, and the old credentials must not create a new one. Call it after
 * `insertSession` has locked the person.
 * @throws ApiError 422 at `login`; totp_required
 */
export async function assertStillValid(connection: Root, { judged, ...person }: SignIn): Promise<void> {
  const { password_hash, status, factor_secret } = await getLogin(connection, person)
  if (password_hash !== judged.password_hash || status !== 'active')
    throw fieldError('login', 'bad_credentials')
  if (factor_secret !== null && factor_secret !== judged.factor_secret) throw codeMissing()
}

const codeMissing = () => new ApiError('totp_required', [{ path: 'code', key: 'code_required' }])

const personOf = ({ company_id, user_id }: { company_id: number; user_id: number }): Person => ({
  companyId: company_id,
  userId: user_id,
})

/** Writes an audit entry of a sign-in. After a recovery code it mails the person how many are left. */
export async function notifyOfLogin(
  connection: Root,
  secretKey: SecretKey,
  { factor, ...person }: SignIn,
  origin: Origin,
): Promise<void> {
  if (factor !== 'recovery') return auditOwn(connection, person, origin, 'login')
  const { recovery_codes_left } = await describeFactor(connection, person)
  await auditOwn(connection, person, origin, 'login', { after: { recovery_codes_left } })
  const reader = readerOf(await getLogin(connection, person))
  const mail = recoveryUsedMail(reader, recovery_codes_left)
  await sendBounded(connection, secretKey, person.companyId, mail, 'recovery code')
}

/** Data for the first screen of the app for a person. */
export async function getHome(
  root: Root,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
): Promise<Home> {
  const db = new Db(root, companyId)
  return {
    user: await getCurrentUser(db, userId),
    warehouses: await allWarehouses(db),
    company: await getCompany(db),
  }
}
