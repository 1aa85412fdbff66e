import type { AuditFields } from '@artel/contract/audit'
import type { AuditAction } from '@artel/contract/audit.line'
import { now } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import type { Origin } from '../../http/session.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { writeAudit } from '../audit/audit.ts'
import { findLogin, type Person } from './auth.queries.ts'

/** Writes down what a person has done to their own account. */
export const auditOwn = (
  root: Root,
  { companyId, userId }: Person,
  { address, device }: Origin,
  action: AuditAction,
  fields: { before?: AuditFields; after?: AuditFields } = {},
): Promise<void> =>
  writeAudit(
    new Db(root, companyId),
    { userId, address, device },
    { action, entity: 'user', id: userId, ...fields },
  )

type WrongLogin = Origin & {
  login: string
  action: 'login_failed' | 'login_code_failed' | 'login_code_missing'
}

const quarterMs = 900_000

/** It names a stranger's address. Its key is needed for the quarter of an hour that the key names. */
export const wrongLoginKind = jobKind<WrongLogin>('wrong-login', { keptSeconds: quarterMs / 1000 })

/**
 * Whose password, or code, was wrong is looked up by a job, so that the answer takes as long for any login. Of many from one
 * client in a quarter of an hour one is written down: a guesser must not flood the log.
 */
export async function queueWrongLogin(
  root: Root,
  login: string,
  { address, device, client }: Origin & { client: string },
  action: WrongLogin['action'],
): Promise<void> {
  // Nobody's: people do enter their password in the wrong field, and it should not lie in the queue.
  if (!login.includes('@')) return
  const key = `${action} ${login} ${client} ${Math.floor(now().getTime() / quarterMs)}`
  await queueJob(root, wrongLoginKind, { login, address, device, action }, { key })
}

export async function auditWrongLogin(
  root: Root,
  { login, address, device, action }: WrongLogin,
): Promise<void> {
  const found = await findLogin(root, login)
  if (!found) return
  await writeAudit(
    new Db(root, found.company_id),
    { userId: null, address, device },
    { action, entity: 'user', id: found.user_id, title: found.full_name },
  )
}
