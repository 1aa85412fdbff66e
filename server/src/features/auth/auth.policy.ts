import type { LinkKind, Login } from './auth.queries.ts'

/**
 * Whether a link of this kind may be mailed to the login and opened. People who may not sign in may not open
 * links. After a promotion has voided the password of an admin or owner, a link for a password works only if
 * their email is trusted, because otherwise only another admin has chosen that mailbox.
 */
export function mayOpenLink(login: Login, kind: LinkKind): boolean {
  if (login.status !== 'active' || !login.is_active) return false
  if (kind === 'email' || login.type === 'staff') return true
  return login.password_hash !== null || login.is_email_trusted
}
