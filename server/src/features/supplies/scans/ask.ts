import { createHash } from 'node:crypto'
import type { RoomRequest } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import { notifyLeaders } from '../../notifications/notifications.ts'
import { toPack } from '../supplies.policy.ts'
import { findAskedBox } from './scans.queries.ts'

/**
 * Notifies admins and owners that a scan was refused for lack of room in a plan, or for an unknown barcode.
 * Each recipient has at most one unread notification for a supply, because its requests share a topic. It counts
 * each box and barcode once, up to the 1,000 things that a notification keeps. So repeated requests, and requests
 * with random codes, add no row. After the recipient has read it, the next request makes a new one.
 * @throws ApiError not_found; wrong_state
 */
export async function askForRoom(
  db: Db,
  actor: Actor,
  supplyId: number,
  boxId: number,
  { barcode, quantity }: RoomRequest,
): Promise<void> {
  const found = await findAskedBox(db, { supplyId, boxId, barcode })
  if (!found) throw new ApiError('not_found')
  const { id, number, box_number, product_id, product } = toPack(actor, found)
  const about = product === null ? { of: 'unknown', code: barcode } : { of: 'plan', name: product }
  const topic = `/supply/${id}`
  await notifyLeaders(db, actor, {
    kind: 'room_asked',
    // The number of the box as a text, because the digits of a number would be grouped.
    params: { ...about, quantity, box: String(box_number), number },
    // Opens the form that raises the plan.
    url: product_id === null ? topic : `${topic}?raise=${boxId}&set=${product_id}`,
    topic,
    things: [thingOf(boxId, barcode)],
  })
}

/** A number of the box and barcode, because a notification counts numbers. 48 bits fit into a JSON number. */
const thingOf = (boxId: number, barcode: string): number =>
  createHash('sha256').update(`${boxId}\n${barcode}`).digest().readUIntBE(0, 6)
