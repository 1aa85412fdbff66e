import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The purpose of a sealed text. Each has its own key, derived from the key of the installation. */
export type Purpose = 'mail' | 'moysklad' | 'push' | 'totp' | 'wildberries'

/** The key of the installation, and the one that it replaces until everything is sealed anew. */
export type SecretKey = { current: string; old?: string | undefined }

const keyOf = (secretKey: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `artel sealed ${purpose}`, 32))

/**
 * Encrypts and signs a text with the installation's current key. `holder` names the owner of the text, so that the
 * text cannot be unsealed in a row of another owner.
 */
export function seal({ current }: SecretKey, purpose: Purpose, text: string, holder = ''): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(current, purpose), nonce).setAAD(Buffer.from(holder))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws if neither key has sealed the text for this purpose and holder, or the text was changed */
export function unseal({ current, old }: SecretKey, purpose: Purpose, sealed: string, holder = ''): string {
  try {
    return open(current, purpose, sealed, holder)
  } catch (error) {
    if (old === undefined) throw error
    return open(old, purpose, sealed, holder)
  }
}

function open(secretKey: string, purpose: Purpose, sealed: string, holder: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyOf(secretKey, purpose), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(holder))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
