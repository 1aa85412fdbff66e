import { randomUUID } from 'node:crypto'
import webpush from 'web-push'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import type { TestUser } from './build.ts'

/** A scheduled push. @returns its id */
export async function buildPush(
  db: Db,
  creator: TestUser,
  fields: Partial<Draft<'pushes'>> = {},
): Promise<number> {
  const draft = { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00', audience: { all: true as const } }
  const times = { send_at: '2099-01-01T06:00:00.000Z', created_at: nowIso(), created_by: creator.id }
  const { id } = await db
    .insert('pushes', { ...draft, ...times, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keys in the format of a browser. */
export function makeKeys(): { p256dh: string; auth: string } {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  return {
    p256dh: publicKey,
    auth: Buffer.from(privateKey, 'base64url').subarray(0, 16).toString('base64url'),
  }
}

/** A subscription at a known push service, to which no test sends. */
export const makeSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: makeKeys(),
})

/** A device of the user. @returns its id */
export async function buildDevice(db: Db, user: TestUser, fields: Partial<Draft<'push_devices'>> = {}) {
  const { endpoint, keys } = makeSubscription()
  const { id } = await db
    .insert('push_devices', {
      user_id: user.id,
      endpoint,
      origin: new URL(fields.endpoint ?? endpoint).origin,
      ...keys,
      name: 'Chrome, Android',
      created_at: nowIso(),
      seen_at: nowIso(),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
