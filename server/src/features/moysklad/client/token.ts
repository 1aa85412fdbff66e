import { type SecretKey, seal, unseal } from '../../../seal.ts'

const holderOf = (companyId: number): string => `${companyId}`

export const sealToken = (secretKey: SecretKey, companyId: number, token: string): string =>
  seal(secretKey, 'moysklad', token, holderOf(companyId))

/** Null if the token was sealed with another SECRET_KEY or tampered with. It must be entered again. */
export function openToken(secretKey: SecretKey, companyId: number, sealed: string): string | null {
  try {
    return unseal(secretKey, 'moysklad', sealed, holderOf(companyId))
  } catch {
    return null
  }
}

const dots = '••••'
const shownSigns = 4

/** The last characters of a token, so that its owner recognizes it. */
export function maskToken(token: string | null): string {
  // The last characters would reveal too much of a short token.
  if (token === null || token.length < 4 * shownSigns) return dots
  return dots + token.slice(-shownSigns)
}
