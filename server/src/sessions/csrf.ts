import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '../seal.ts'

const signWith = (key: string, purpose: string, value: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${value}`).digest('base64url')

/**
 * HMAC-SHA-256 of `value` under the installation's current key. `purpose` keeps a signature of one kind from being
 * accepted as another.
 */
export const sign = ({ current }: SecretKey, purpose: string, value: string): string =>
  signWith(current, purpose, value)

/** Whether the current key, or the one that it replaces, has signed the value for this purpose. */
export const isSigned = (
  { current, old }: SecretKey,
  purpose: string,
  value: string,
  signature: string,
): boolean =>
  isSame(signature, signWith(current, purpose, value)) ||
  (old !== undefined && isSame(signature, signWith(old, purpose, value)))

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A token that later proves that its sender can read the cookies of this session. */
export function issueCsrfToken(secretKey: SecretKey, sessionToken: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(secretKey, 'csrf', `${sessionToken}\n${random}`)}`
}

/**
 * Whether the header repeats the cookie and both belong to the session. Does not look up the session: an
 * ended session passes here and gets 401 later.
 */
export function isCsrfValid(
  secretKey: SecretKey,
  sessionToken: string | undefined,
  cookie: string | undefined,
  header: string | undefined,
): boolean {
  if (!sessionToken || !cookie || !header || !isSame(cookie, header)) return false
  const [random = '', signature = ''] = cookie.split('.')
  return isSigned(secretKey, 'csrf', `${sessionToken}\n${random}`, signature)
}
