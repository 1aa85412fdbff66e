import { Secret, TOTP } from 'otpauth'
import { now } from '../../clock.ts'
import type { TestClient } from '../client.ts'
import { testPassword } from './build.ts'

/** The code that the user's app shows `ahead` codes after the current one. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + ahead * 30_000 })

/** Sets up a second factor for the signed-in user. Uses up the code of the previous 30 s. */
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
