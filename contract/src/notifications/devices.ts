import { z } from 'zod'
import { call } from '../call.ts'
import { isOwnPath, maxPushBody, maxPushTitle } from '../pushes/pushes.line.ts'
import { fieldText, id, instant, line, longText } from '../shapes/primitives.ts'

/** Why the last push to a device did not arrive. */
export const deviceFailures = ['refused', 'unreachable'] as const

const device = z.object({
  id,
  /** The browser and the system, as the browser names them: `Chrome, Android`. */
  name: z.string(),
  created_at: instant,
  /** When the app was last open on it. */
  seen_at: instant,
  /** When its push service last accepted a push. */
  delivered_at: instant.nullable(),
  failed_at: instant.nullable(),
  failure: z.enum(deviceFailures).nullable(),
})
export type PushDevice = z.infer<typeof device>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`))

/** A subscription in the format of browsers. */
const subscription = z.strictObject({
  /** An https address of a known push service. */
  endpoint: z.string().max(1000),
  keys: z.strictObject({
    /** An uncompressed point of the curve P-256. */
    p256dh: base64url(65),
    auth: base64url(16),
  }),
  /** Browsers send this field, but no push service sets it. */
  expirationTime: z.number().nullable().optional(),
})
export type Subscription = z.output<typeof subscription>

/** A path of the app. */
export const ownPath = line(200).refine(isOwnPath, fieldText('bad_path'))

const testPush = z.strictObject({
  title: line(maxPushTitle).optional(),
  body: longText(maxPushBody).optional(),
  url: ownPath.nullable().optional(),
})
export type TestPush = z.output<typeof testPush>

const base = '/pushes'

/** Browsers of the signed-in person that receive pushes. */
export const devices = {
  /** All own devices, at most ten. */
  list: call({
    method: 'GET',
    path: `${base}/devices`,
    access: 'staff',
    shows: ['device'],
    answer: {
      devices: z.array(device),
      /** The key that a browser subscribes with. */
      public_key: z.string(),
    },
  }),
  /**
   * Registers this browser. A repeated call records that the browser is still in use. The previous person of
   * the browser loses it.
   */
  subscribe: call({
    method: 'POST',
    path: `${base}/subscribe`,
    access: 'staff',
    changes: ['device'],
    body: subscription,
    answer: { device },
  }),
  /** Has no effect on the device of another person. */
  unsubscribe: call({
    method: 'POST',
    path: `${base}/unsubscribe`,
    access: 'staff',
    changes: ['device'],
    body: z.strictObject({ endpoint: z.string().max(1000) }),
    answer: {},
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/devices/:id`,
    access: 'staff',
    changes: ['device'],
    answer: {},
  }),
  /** Sends a test push to all own devices. Missing fields get default texts. */
  test: call({
    method: 'POST',
    path: `${base}/test`,
    access: 'staff',
    changes: [],
    body: testPush,
    answer: { devices: z.int() },
    errors: ['too_many_requests'],
  }),
}
