import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What a text is sealed as: each purpose has a key of its own, derived from the installation's. */
type Purpose = 'mail' | 'moysklad' | 'push' | 'totp' | 'wildberries'

const keyOf = (secretKey: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `artel sealed ${purpose}`, 32))

/** Encrypts and signs a text under the installation's key. `holder`: whose it is; in another's row it does not open. */
export function seal(secretKey: string, purpose: Purpose, text: string, holder = ''): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secretKey, purpose), nonce).setAAD(Buffer.from(holder))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws where the text was sealed under another key, for another purpose or holder, or changed */
export function unseal(secretKey: string, purpose: Purpose, sealed: string, holder = ''): string {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyOf(secretKey, purpose), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(holder))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
