import type { auth } from '@artel/contract/auth'
import type { AnswerOf, BodyOf } from '@artel/contract/call'
import type { Actor } from '../../access/actor.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import type { Device } from '../../http/device.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import type { Origin } from '../../http/session.ts'
import { getCompany } from '../company/company.ts'
import { getCurrentUser } from '../users/users.ts'
import { allWarehouses } from '../warehouses/warehouses.ts'
import { queueWrongLogin } from './auth.audit.ts'
import { guardLogin } from './auth.limits.ts'
import { findLogin } from './auth.queries.ts'
import { isPassword } from './password.ts'

export { dropEmail, givePassword, hashGiven, invite, shutOut } from './auth.people.ts'

type Credentials = BodyOf<typeof auth.login>
type Home = Omit<AnswerOf<typeof auth.login>, 'status'>

/** Where somebody signs in from. */
export type Place = Origin & { known: Device }

/**
 * Who the credentials name. @throws ApiError 422 at `login`, the same (and as late) whatever is wrong;
 * company_inactive where they are right; LimitError after too many wrong ones
 */
export async function checkCredentials(
  root: Root,
  { login: given, email, password }: Credentials,
  place: Place,
): Promise<{ companyId: number; userId: number }> {
  const login = (given ?? email ?? '').trim().toLowerCase()
  const found = await findLogin(root, login)
  const attempt = { login, address: place.address, device: place.known, userId: found?.user_id }
  const isRight = await guardLogin(root, attempt, async () => {
    const isTheirs = await isPassword(found?.password_hash ?? null, password)
    return isTheirs && found?.status === 'active'
  })
  if (!isRight) await queueWrongLogin(root, login, place)
  if (!found || !isRight) throw fieldError('login', 'bad_credentials')
  if (!found.is_active) throw new ApiError('company_inactive')
  return { companyId: found.company_id, userId: found.user_id }
}

/** What the app needs to draw its first screen for a person. */
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
