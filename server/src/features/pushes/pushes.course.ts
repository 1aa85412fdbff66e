import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { LimitError } from '../../errors/errors.ts'
import type { OfCompany } from '../../jobs/each-company.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { queueCopies } from '../devices/devices.ts'
import { countTold } from '../notifications/notifications.ts'
import {
  countMeant,
  countProgress,
  findDevicesOf,
  insertIntoBells,
  lockPushRow,
  markWithCopies,
  updatePushRow,
} from './pushes.queries.ts'

/** Job payload: the ids of a push and its company. */
export type OfPush = OfCompany & { id: number }

/** Starts a scheduled push. */
export const startPushJob = jobKind<OfPush>('start-push', { isOnce: true })
/** Recounts the progress of a push, and finishes it. */
export const refreshPushJob = jobKind<OfPush>('settle-push', { isOnce: true })

/** Copies expire after one day, ms. */
const freshMs = 86_400_000

/**
 * Adds a notification for each recipient and queues a copy for each device, in one transaction. Skips a push
 * that was already started, postponed or cancelled.
 * @param root the same transaction
 * @returns the number of recipients; undefined for a skipped push
 * @throws LimitError if the company has notified too many people in a day
 */
export async function startPush(root: Root, db: Db, id: number): Promise<number | undefined> {
  const push = await lockPushRow(db, id)
  const at = now().getTime()
  if (push?.status !== 'scheduled' || Date.parse(push.send_at) > at) return undefined
  await countTold(root, db.companyId, 'push', (await countMeant(db, push.audience)).people)
  const told = await insertIntoBells(db, push)
  const devices = await findDevicesOf(db, id)
  await queueCopies(
    db,
    devices.map(({ notification_id, device_id }) => ({
      notification_id,
      device_id,
      tag: `n${notification_id}`,
      title: push.title,
      body: push.body,
      url: push.url ?? '/',
      is_urgent: false,
      due_at: new Date(at).toISOString(),
      expires_at: new Date(at + freshMs).toISOString(),
    })),
  )
  if (devices.length > 0) await markWithCopies(db, id)
  const status = told.length === 0 ? 'failed' : devices.length === 0 ? 'sent' : 'sending'
  await updatePushRow(db, id, {
    status,
    targets: told.length,
    ...(status !== 'sending' && { sent_at: nowIso() }),
  })
  const [first] = told
  if (first) {
    const event = { entity: 'notification', id: first.id, action: 'create' } as const
    db.announce(event, { only: told.map(({ user_id }) => user_id) })
  }
  db.announce({ entity: 'push', id, action: 'update' }, [])
  return told.length
}

/** Starts a push at its time. It fails if the company has notified too many people in a day. */
export async function startScheduled(root: Root, db: Db, id: number): Promise<void> {
  try {
    await startPush(root, db, id)
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    await updatePushRow(db, id, { status: 'failed', sent_at: nowIso() })
    db.announce({ entity: 'push', id, action: 'update' }, [])
  }
}

/** Recounts the deliveries of a push, and finishes the push if no copy waits any more. */
export async function refreshPushStatus(db: Db, id: number): Promise<void> {
  // The lock lets the second of two concurrent jobs see what the first has written.
  const push = await lockPushRow(db, id)
  if (push?.status !== 'sending') return
  const { delivered, failed, waiting } = await countProgress(db, id)
  const status = waiting > 0 ? 'sending' : delivered === 0 && failed > 0 ? 'failed' : 'sent'
  await updatePushRow(db, id, {
    delivered,
    failed,
    status,
    ...(status !== 'sending' && { sent_at: nowIso() }),
  })
  db.announce({ entity: 'push', id, action: 'update' }, [])
}
