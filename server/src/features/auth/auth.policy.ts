import type { Login } from './auth.queries.ts'

/**
 * Whether a link may be mailed to the login, and opened. A promotion that voided the password of an admin or owner does
 * not let somebody in by a mailbox that nobody but another admin has chosen.
 */
export function mayResetByMail(login: Login): boolean {
  if (login.status !== 'active' || !login.is_active) return false
  return login.type === 'staff' || login.password_hash !== null || login.is_email_trusted
}
