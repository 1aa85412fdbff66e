import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The purpose of a sealed text. Each has its own key, derived from the key of the installation. */
export type Purpose = 'mail' | 'moysklad' | 'push' | 'totp' | 'wildberries'

const keyOf = (secretKey: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `artel sealed ${purpose}`, 32))

/**
 * Encrypts and signs a text with the installation's key. `holder` names the owner of the text, so that the
 * text cannot be unsealed in a row of another owner.
 */
export function seal(secretKey: string, purpose: Purpose, text: string, holder = ''): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secretKey, purpose), nonce).setAAD(Buffer.from(holder))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws if the key, the purpose or the holder differs, or the text was changed */
export function unseal(secretKey: string, purpose: Purpose, sealed: string, holder = ''): string {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyOf(secretKey, purpose), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(holder))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
