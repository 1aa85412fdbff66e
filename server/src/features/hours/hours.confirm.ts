import { type Actor, mayDecideFor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { assertSeen, changedSince } from '../../errors/stale.ts'
import { findLastChange } from '../audit/audit.ts'
import { auditShift } from './hours.audit.ts'
import { lockShift } from './hours.correct.ts'
import { notifyChanged, notifyProposed } from './hours.notifications.ts'
import { toSettle } from './hours.policy.ts'
import { findLockedUntil, isFree, type LockedShift } from './hours.queries.ts'
import { checkSpan, refuseLocked } from './hours.rules.ts'
import { changeShift, findShift, getShift } from './hours.ts'

type Word = { ended_at?: string | undefined; note?: string | undefined; version?: number | undefined }

/** Fields whose present values a person must have seen to settle a shift. */
const judgedTerms = ['user_id', 'started_at', 'ended_at', 'proposed_ended_at']

/**
 * Settles a shift that the product has ended. Without `ended_at` it confirms the present end, or the proposed
 * end if there is one and the actor may decide on the shift. Another end for one's own shift becomes a
 * proposal, which an admin approves. Owners settle their own shifts.
 * @throws ApiError not_found; 422 at `ended_at`; stale; wrong_state for another end of a settled shift;
 * overlap; locked
 */
export async function confirmShift(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...word }: Word,
): Promise<void> {
  toSettle(actor, await findShift(db, id))
  const shift = await lockShift(db, id)
  if (shift.confirmed) {
    if (word.ended_at !== undefined && word.ended_at !== shift.ended_at) throw new ApiError('wrong_state')
    return
  }
  await assertSeen(version, shift, judgedTerms, {
    findChanged: (since) => changedSince(shift, since),
    findChange: (names) => findLastChange(db, 'shift', id, names),
    readCurrent: () => getShift(db, actor, id),
  })
  refuseLocked(shift.day, await findLockedUntil(db))
  const leads = mayDecideFor(actor, shift.user_id)
  const ended_at = word.ended_at ?? ((leads && shift.proposed_ended_at) || shift.ended_at)
  checkSpan({ started_at: shift.started_at, ended_at })
  if (leads || ended_at === shift.ended_at) await saveConfirmation(db, actor, shift, { ...word, ended_at })
  else await propose(db, actor, shift, { ...word, ended_at })
}

type Settled = { ended_at: string | null; note?: string | undefined }

const noteOf = ({ note }: Settled) => (note === undefined ? {} : { note })

async function propose(db: Db, actor: Actor, shift: LockedShift, word: Settled): Promise<void> {
  const { started_at, user_id, id } = shift
  if (!(await isFree(db, user_id, started_at, word.ended_at, id))) throw new ApiError('overlap')
  const fields = { proposed_ended_at: word.ended_at, ...noteOf(word) }
  await changeShift(db, shift, fields)
  // The note may replace the one of another person.
  await auditShift(db, actor, 'update', shift, fields)
  await notifyProposed(db, actor, shift)
}

async function saveConfirmation(db: Db, actor: Actor, shift: LockedShift, word: Settled): Promise<void> {
  const { ended_at } = word
  const isCorrected = ended_at !== shift.ended_at
  const fields = {
    ended_at,
    confirmed: true,
    proposed_ended_at: null,
    ...(isCorrected && { edited_by: actor.userId }),
    ...noteOf(word),
  }
  await changeShift(db, shift, fields)
  await auditShift(db, actor, 'confirm', shift, fields)
  await notifyChanged(db, actor, shift)
}
