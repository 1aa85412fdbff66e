import { seal, unseal } from '../../seal.ts'

const holderOf = (companyId: number): string => `${companyId}`

export const sealToken = (secretKey: string, companyId: number, token: string): string =>
  seal(secretKey, 'moysklad', token, holderOf(companyId))

/** Null: sealed under another SECRET_KEY, or tampered with. It has to be entered again. */
export function openToken(secretKey: string, companyId: number, sealed: string): string | null {
  try {
    return unseal(secretKey, 'moysklad', sealed, holderOf(companyId))
  } catch {
    return null
  }
}

const dots = '••••'
const shownSigns = 4

/** Enough of a token to know one's own again. */
export function maskToken(token: string | null): string {
  // Of a short one the last signs would be too much of it.
  if (token === null || token.length < 4 * shownSigns) return dots
  return dots + token.slice(-shownSigns)
}
