import { createHash } from 'node:crypto'
import type { MoySkladEvent } from '@artel/contract/moysklad/moysklad.stored'
import { now, nowIso } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { hashToken } from '../../../token.ts'
import { syncKind } from '../moysklad.kinds.ts'
import { countWaitingEvents, findByHook, insertEvent, updateConnection } from '../moysklad.queries.ts'
import { readMessage } from './message.ts'

/**
 * Maximum waiting messages of a company. Beyond it, the next run reads everything, which finds the same
 * changes.
 */
const maxWaiting = 1000
/**
 * Maximum ids in one message. Beyond it, the next run reads everything, too. Both limits together bound what
 * a sender can store to about 80 MB.
 */
const maxMeant = 1000
/** One job handles all messages that arrive within this period, ms. */
const togetherMs = 10_000

/** Whether a webhook address belongs to a connection. */
export const isHook = async (root: Root, key: string): Promise<boolean> =>
  (await findByHook(root, hashToken(key))) !== undefined

/**
 * Saves a webhook message. MoySklad waits 1.5 s for the answer, so a job handles the message later. `root` is
 * the transaction of the call; `body` is null for a message that was too large to be read.
 * @throws ApiError not_found
 */
export async function receiveWebhook(
  root: Root,
  key: string,
  requestId: string | undefined,
  body: object | null,
): Promise<void> {
  const found = await findByHook(root, hashToken(key))
  if (!found) throw new ApiError('not_found')
  // The company or its sync is inactive. The changes are found once it is active again.
  if (!found.is_active || found.state !== 'on') return
  const db = new Db(root, found.company_id)
  if (!body) return readAllAgain(db)
  const event = readMessage(body, found.account_id)
  if (event.meant.length === 0 && !event.has_stock) return
  await keep(db, numberOf(requestId, body), event)
}

/** Makes the next run read everything, not only what messages named. */
function readAllAgain(db: Db): Promise<void> {
  const hook_received_at = nowIso()
  return updateConnection(db, { hook_received_at, full_due_at: hook_received_at })
}

async function keep(db: Db, request_id: string, event: MoySkladEvent): Promise<void> {
  const hook_received_at = nowIso()
  const isTooMuch = event.meant.length > maxMeant || (await countWaitingEvents(db)) >= maxWaiting
  if (isTooMuch) return readAllAgain(db)
  if (!(await insertEvent(db, { request_id, body: event }))) return
  await updateConnection(db, { hook_received_at })
  const slot = Math.floor(now().getTime() / togetherMs) + 1
  const { companyId: company_id } = db
  const startAfter = new Date(slot * togetherMs)
  await queueJob(db, syncKind, { company_id }, { key: `${company_id} event ${slot}`, startAfter })
}

/** Id that identifies a repeated message: MoySklad's request id, or else a hash of the body. */
function numberOf(requestId: string | undefined, body: object): string {
  if (requestId && /^[\w-]{1,100}$/.test(requestId)) return requestId
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}
