import type { AuditFields } from '@artel/contract/audit/audit'
import type { AuditAction } from '@artel/contract/audit/audit.line'
import { now } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import type { Origin } from '../../sessions/session.ts'
import { writeAudit } from '../audit/audit.ts'
import { findLogin, type Person } from './auth.queries.ts'

/** Writes an audit entry about a change that a person made to their own account. */
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

/**
 * Kept for 15 minutes, because it contains the address of a stranger, and its key is needed only for the 15
 * minutes that the key names.
 */
export const wrongLoginKind = jobKind<WrongLogin>('wrong-login', { keptSeconds: quarterMs / 1000 })

/**
 * Queues a job that looks up the owner of the login, so that the response takes equally long for any login.
 * Logs one of many wrong attempts of one client in 15 minutes, because a guesser must not flood the audit
 * log.
 */
export async function queueWrongLogin(
  root: Root,
  login: string,
  { address, device, client }: Origin & { client: string },
  action: WrongLogin['action'],
): Promise<void> {
  // Not an email. People enter their password in the wrong field, and the queue must not store it.
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
