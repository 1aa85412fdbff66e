import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { LimitError } from '../../http/errors.ts'
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

/** A push of a company. */
export type OfPush = OfCompany & { id: number }

/** Starts a scheduled one. */
export const startingKind = jobKind<OfPush>('start-push', { isOnce: true })
/** Counts anew how far one has come, and ends it. */
export const settlingKind = jobKind<OfPush>('settle-push', { isOnce: true })

/** What an admin writes is worth a push for a day. */
const freshMs = 86_400_000

/**
 * Sends a push whose time has come: into the bell of everyone it means now, and a copy to their devices, all in one
 * transaction. One that has been started, changed to a later time or called off meanwhile stays as it is.
 * @param root the same transaction
 * @returns how many people were told
 * @throws LimitError where the company has told too many in a day
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
      ...{ notification_id, device_id, tag: `n${notification_id}`, title: push.title, body: push.body },
      ...{ url: push.url ?? '/', is_urgent: false },
      due_at: new Date(at).toISOString(),
      expires_at: new Date(at + freshMs).toISOString(),
    })),
  )
  if (devices.length > 0) await markWithCopies(db, id)
  const status = told.length === 0 ? 'failed' : devices.length === 0 ? 'sent' : 'sending'
  await updatePushRow(db, id, {
    ...{ status, targets: told.length },
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

/** Starts a push at its time. Where the company has told too many people in a day it ends, and tells nobody. */
export async function startScheduled(root: Root, db: Db, id: number): Promise<void> {
  try {
    await startPush(root, db, id)
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    await updatePushRow(db, id, { status: 'failed', sent_at: nowIso() })
    db.announce({ entity: 'push', id, action: 'update' }, [])
  }
}

/** Counts whom the devices have told, and ends a push that waits for none of them any more. */
export async function settlePush(db: Db, id: number): Promise<void> {
  // Of two who finish the last devices at once the second sees what the first has done.
  const push = await lockPushRow(db, id)
  if (push?.status !== 'sending') return
  const { delivered, failed, waiting } = await countProgress(db, id)
  const status = waiting > 0 ? 'sending' : delivered === 0 && failed > 0 ? 'failed' : 'sent'
  await updatePushRow(db, id, {
    ...{ delivered, failed, status },
    ...(status !== 'sending' && { sent_at: nowIso() }),
  })
  db.announce({ entity: 'push', id, action: 'update' }, [])
}
