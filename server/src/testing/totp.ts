import { Secret, TOTP } from 'otpauth'
import { now } from '../clock.ts'
import { testPassword } from './build.ts'
import type { TestClient } from './client.ts'

/** What the person's app shows `ahead` codes after the present one. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + ahead * 30_000 })

/** Sets up a second factor for whoever is signed in; the code of the stretch before this one is used up. */
export async function setUpTotp(
  client: TestClient,
  password = testPassword,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post('/user/totp/enable', { password })
  const secret = begun.body.secret as string // the answer's shape
  const { body, raw } = await client.post('/user/totp/confirm', { code: codeOf(secret, -1) })
  if (!body.status) throw new Error(`No second factor: ${raw.body}`)
  return { secret, recoveryCodes: body.recovery_codes as string[] } // the answer's shape
}
