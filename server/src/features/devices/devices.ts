import type { PushDevice, Subscription, TestPush } from '@artel/contract/notifications/devices'
import type { Actor } from '../../access/actor.ts'
import { now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { findSay } from '../../texts/company-texts.ts'
import { lockActiveUser } from '../users/users.ts'
import {
  type Copy,
  deleteByEndpoint,
  deleteDevice,
  deviceIdsOf,
  dropEndpoint,
  insertCopies,
  insertDevice,
  listDeviceRows,
  lockEndpoint,
  touchDevice,
  trimDevices,
} from './devices.queries.ts'
import { readEndpoint, readKeys } from './devices.rules.ts'

export {
  claimDeliveries,
  dropStale,
  dueOrigins,
  isStillMeant,
  nextDue,
  type Outcome,
  postpone,
  saveDeliveryResults,
  type TakenCopy,
} from './devices.deliveries.queries.ts'
export { readPushKeys } from './devices.keys.ts'
export { type Copy, deleteDevicesOf } from './devices.queries.ts'
export {
  isNamedHost,
  isPushAddress,
  type Message,
  maxTries,
  pauseAfter,
  readRetryAfter,
  shortMessage,
  topicOf,
  writeMessage,
} from './devices.rules.ts'

/** Sends all copies that are due. */
export const sendingKind = jobKind('send-pushes', { retries: 3 })

const maxDevices = 10
const testLifeMs = 600_000
/** Copies inserted by one statement. */
const queuedAtOnce = 2000

export const listDevices = (db: Db, actor: Actor): Promise<PushDevice[]> => listDeviceRows(db, actor.userId)

/** The session of the request. When the session ends, the device is deleted with it. */
type SubscriptionContext = { sessionHash: Buffer | null; hosts: readonly string[] }

/**
 * Registers this browser as a device of the actor, or refreshes it. If the browser was registered for another
 * person, that device is deleted. @throws ApiError 422 if the address is not of a known push service, or the
 * keys are invalid
 */
export async function subscribe(
  db: Db,
  actor: Actor,
  { endpoint, keys }: Subscription,
  { sessionHash, hosts }: SubscriptionContext,
): Promise<PushDevice> {
  const url = readEndpoint(endpoint, hosts)
  if (!url) throw fieldError('endpoint', 'bad_endpoint')
  const read = readKeys(keys)
  if (!read) throw fieldError('keys.p256dh', 'bad_push_key')
  // One browser of a person at a time, because concurrent requests could exceed the maximum.
  await lockActiveUser(db, actor.userId)
  const fields = { session_hash: sessionHash, name: actor.device }
  const known = await lockEndpoint(db, endpoint)
  const isSame = known?.p256dh === read.p256dh && known.auth === read.auth
  const isOwn = known?.company_id === db.companyId && known.user_id === actor.userId
  if (known && isOwn && isSame) return touchDevice(db, known.id, fields)
  // A subscription never changes its keys, so a request with other keys is not from that browser.
  if (known && !isOwn && !isSame) throw fieldError('endpoint', 'bad_endpoint')
  if (known) await dropEndpoint(db, known)
  const place = { user_id: actor.userId, endpoint, origin: url.origin }
  const device = await insertDevice(db, { ...fields, ...place, ...read })
  // A concurrent request has inserted the same browser. A retry finds its row.
  if (!device) throw new ApiError('conflict')
  await trimDevices(db, actor.userId, maxDevices)
  announce(db, actor, device.id, 'create')
  return device
}

export async function unsubscribe(db: Db, actor: Actor, endpoint: string): Promise<void> {
  const id = await deleteByEndpoint(db, actor.userId, endpoint)
  if (id !== undefined) announce(db, actor, id, 'delete')
}

/** @throws ApiError not_found if the device does not exist or belongs to another person */
export async function removeDevice(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await deleteDevice(db, actor.userId, id))) throw new ApiError('not_found')
  announce(db, actor, id, 'delete')
}

function announce(db: Db, actor: Actor, id: number, action: 'create' | 'delete'): void {
  db.announce({ entity: 'device', id, action }, { only: [actor.userId] })
}

/** Queues a test push for all devices of the actor, at most one per device. @returns the number of devices */
export async function sendTest(db: Db, actor: Actor, { title, body, url }: TestPush): Promise<number> {
  const ids = await deviceIdsOf(db, actor.userId)
  const say = await findSay(db, title === undefined)
  const sentence = (part: 'title' | 'body') => say(actor.language, `notificationWords.test_${part}`)
  const at = now().getTime()
  await queueCopies(
    db,
    ids.map((device_id) => ({
      device_id,
      notification_id: null,
      tag: 'test',
      url: url ?? '/profile',
      is_urgent: true,
      title: title ?? sentence('title'),
      body: body ?? (title === undefined ? sentence('body') : ''),
      due_at: new Date(at).toISOString(),
      expires_at: new Date(at + testLifeMs).toISOString(),
    })),
  )
  return ids.length
}

/** Maximum characters of a push in the database. Texts of a company may be longer. */
const [longestTitle, longestBody] = [400, 1000]

const cut = (text: string, most: number): string => [...text].slice(0, most).join('')

/** Queues copies and a send run in the transaction of their notifications. Cuts texts that are too long. */
export async function queueCopies(db: Db, copies: readonly Copy[]): Promise<void> {
  const fitting = copies.map((copy) => ({
    ...copy,
    title: cut(copy.title, longestTitle),
    body: cut(copy.body, longestBody),
  }))
  for (let from = 0; from < fitting.length; from += queuedAtOnce)
    await insertCopies(db, fitting.slice(from, from + queuedAtOnce))
  const at = now().getTime()
  // The periodic send run sends copies that are due later.
  if (copies.some(({ due_at }) => Date.parse(due_at) <= at)) await queueJob(db, sendingKind, {})
}
