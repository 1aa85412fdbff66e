import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'

/** The browser's own keys of a subscription. */
export type BrowserKeys = { p256dh: string; auth: string; privateKey: Buffer }

/**
 * Decrypts a body that was encrypted for a browser (RFC 8291 and RFC 8188). @throws if the decryption fails
 */
export function openSealed(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const [salt, recordSize, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  if (keyLength !== 65 || sealed.length > recordSize) throw new Error('One record with the key of the sender')
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(privateKey)
  const shared = browser.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const input = hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('No end of the last record')
  return padded.subarray(0, end).toString('utf8')
}

type Claims = { aud?: unknown; exp?: unknown; sub?: unknown }

/** Why a push service refuses a signature (RFC 8292), or null. `now` in ms. */
export function findSignatureFault(
  header: string | undefined,
  origin: string,
  applicationServerKey: string | null,
  now: number,
): { status: 401 | 403; message: string } | null {
  if (!header) return { status: 401, message: 'Missing VAPID' }
  const refused = (message: string) => ({ status: 403, message }) as const
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), *k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  if (signature === '') return refused('Invalid VAPID')
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65) return refused('Invalid key')
  const { alg } = readJson(head) as { alg?: unknown }
  if (alg !== 'ES256') return refused('Invalid algorithm')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url')))
    return refused('Invalid signature')
  const { aud, exp, sub } = readJson(body) as Claims
  if (aud !== origin) return refused('Invalid audience')
  if (typeof exp !== 'number' || exp * 1000 <= now || exp * 1000 > now + 86_400_000)
    return refused('Invalid expiry')
  if (typeof sub !== 'string' || !/^(mailto:.+@|https:\/\/)(?!localhost)/.test(sub))
    return refused('Invalid subject')
  if (applicationServerKey !== null && applicationServerKey !== publicKey) return refused('Another key')
  return null
}

const readJson = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
