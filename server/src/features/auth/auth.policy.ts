import type { LinkKind, Login } from './auth.queries.ts'

/**
 * Whether a link of this kind may be mailed to the login, and opened. Nobody opens one who could not sign in. A promotion
 * that voided the password of an admin or owner does not let somebody in by a mailbox that nobody but another admin has
 * chosen.
 */
export function mayOpenLink(login: Login, kind: LinkKind): boolean {
  if (login.status !== 'active' || !login.is_active) return false
  if (kind === 'email' || login.type === 'staff') return true
  return login.password_hash !== null || login.is_email_trusted
}
