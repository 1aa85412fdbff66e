import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { queueMail } from '../../mail/mail.ts'
import { type AuditOrigin, writeAudit } from '../audit/audit.ts'
import { readerOf, totpOffMail } from './auth.mails.ts'
import { getLogin, type Person } from './auth.queries.ts'
import { deleteFactor } from './auth.totp.queries.ts'

/**
 * Takes the second factor from a person who has lost their phone and their codes, and tells them. Whoever calls this
 * has seen to it that `by` may. To be called in a transaction. @returns whether they had one
 */
export async function resetTotp(
  connection: Root,
  secretKey: string,
  by: AuditOrigin,
  person: Person,
): Promise<boolean> {
  if (!(await deleteFactor(connection, person))) return false
  const login = await getLogin(connection, person)
  const entry = { action: 'totp_reset', entity: 'user', id: person.userId, title: login.full_name } as const
  await writeAudit(new Db(connection, person.companyId), by, entry)
  await queueMail(connection, secretKey, totpOffMail(readerOf(login)))
  return true
}
