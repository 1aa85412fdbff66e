import type { auth } from '@artel/contract/auth'
import type { AnswerOf, BodyOf } from '@artel/contract/call'
import type { Actor } from '../../access/actor.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { getCompany } from '../company/company.ts'
import { getCurrentUser } from '../users/users.ts'
import { listWarehouses } from '../warehouses/warehouses.ts'
import { findLogin } from './auth.queries.ts'
import { isPassword } from './password.ts'

type Credentials = BodyOf<typeof auth.login>
type Home = Omit<AnswerOf<typeof auth.login>, 'status'>

/**
 * Who the credentials name. @throws ApiError 422 at `login`, the same (and as late) whatever is wrong;
 * company_inactive where they are right
 */
export async function checkCredentials(
  root: Root,
  { login, email, password }: Credentials,
): Promise<{ companyId: number; userId: number }> {
  const found = await findLogin(root, (login ?? email ?? '').trim().toLowerCase())
  const isRight = await isPassword(found?.password_hash ?? null, password)
  if (!found || !isRight || found.status !== 'active') throw fieldError('login', 'bad_credentials')
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
    warehouses: await listWarehouses(db),
    company: await getCompany(db),
  }
}
