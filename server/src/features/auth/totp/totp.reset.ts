import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import type { SecretKey } from '../../../seal.ts'
import { type AuditOrigin, writeAudit } from '../../audit/audit.ts'
import { getLogin, type Person } from '../auth.queries.ts'
import { readerOf, totpOffMail } from '../mails/mails.ts'
import { sendBounded, sendNotice } from '../mails/outbox.ts'
import { deleteFactor } from './totp.queries.ts'

/**
 * Deletes the second factor of a person who has lost their phone and their codes, and mails them a notice.
 * The caller checks that `by` may do so. Call it in a transaction.
 * @returns whether they had a second factor
 */
export async function resetTotp(
  connection: Root,
  secretKey: SecretKey,
  by: AuditOrigin,
  person: Person,
): Promise<boolean> {
  if (!(await deleteFactorOf(connection, by, person))) return false
  const mail = totpOffMail(readerOf(await getLogin(connection, person)))
  if (by) await sendNotice(connection, secretKey, person.companyId, mail)
  else await sendBounded(connection, secretKey, person.companyId, mail, 'keeper of the installation')
  return true
}

/** Deletes a second factor and writes an audit entry. @returns whether there was one */
export async function deleteFactorOf(connection: Root, by: AuditOrigin, person: Person): Promise<boolean> {
  if (!(await deleteFactor(connection, person))) return false
  const { full_name } = await getLogin(connection, person)
  const entry = { action: 'totp_reset', entity: 'user', id: person.userId, title: full_name } as const
  await writeAudit(new Db(connection, person.companyId), by, entry)
  return true
}
