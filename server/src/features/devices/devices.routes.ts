import { devices } from '@artel/contract/notifications/devices'
import { routes } from '../../http/calls/route.ts'
import { consumeAttempts, type Limit } from '../../limits/tries.ts'
import type { SecretKey } from '../../seal.ts'
import { hashToken } from '../../token.ts'
import { readPushKeys } from './devices.keys.ts'
import { listDevices, removeDevice, sendTest, subscribe, unsubscribe } from './devices.ts'

/** Limited, because tests are sent at once, and a push service refuses a device with too many at once. */
const testsSent: Limit = { name: 'test pushes', most: 30, seconds: 3600 }

type PushSettings = { secretKey: SecretKey; pushHosts: readonly string[] }

export const deviceRoutes = ({ secretKey, pushHosts }: PushSettings) =>
  routes(devices, {
    list: async ({ db, root, actor }) => ({
      devices: await listDevices(db, actor),
      public_key: (await readPushKeys(root, secretKey)).publicKey,
    }),
    subscribe: async ({ db, actor, body, request }) => {
      const { token } = request.session
      const asking = { sessionHash: token === undefined ? null : hashToken(token), hosts: pushHosts }
      return { device: await subscribe(db, actor, body, asking) }
    },
    unsubscribe: async ({ db, actor, body }) => {
      await unsubscribe(db, actor, body.endpoint)
      return {}
    },
    remove: async ({ db, actor, params }) => {
      await removeDevice(db, actor, params.id)
      return {}
    },
    test: async ({ root, db, actor, body }) => {
      await consumeAttempts(root, [{ limit: testsSent, subject: `${actor.companyId}:${actor.userId}` }])
      return { devices: await sendTest(db, actor, body) }
    },
  })
