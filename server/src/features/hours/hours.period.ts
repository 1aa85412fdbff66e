import { earliestDay } from '@artel/contract/shapes/days'
import type { Actor } from '../../access/actor.ts'
import { today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { shiftDay } from '../../days.ts'
import { fieldError } from '../../errors/errors.ts'
import { writeAudit } from '../audit/audit.ts'

/**
 * Locks all days up to this day. Days that were locked before stay locked.
 * @throws ApiError 422 for a future day
 */
export async function lockHours(db: Db, actor: Actor, dateTo: string): Promise<string | null> {
  if (dateTo > today(actor.timezone)) throw fieldError('date_to', 'in_future')
  return moveLock(db, actor, 'lock', (locked) => (locked !== null && locked > dateTo ? locked : dateTo))
}

/** Unlocks all days from this day on. Days that are not locked stay so. */
export const unlockHours = (db: Db, actor: Actor, dateFrom: string): Promise<string | null> =>
  moveLock(db, actor, 'unlock', (locked) => {
    if (locked === null || locked < dateFrom) return locked
    // No day precedes the earliest day, so no day stays locked.
    return dateFrom === earliestDay ? null : shiftDay(dateFrom, -1)
  })

async function moveLock(
  db: Db,
  actor: Actor,
  action: 'lock' | 'unlock',
  decide: (locked: string | null) => string | null,
): Promise<string | null> {
  const { hours_locked_until: before } = await db
    .company()
    .select('hours_locked_until')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const after = decide(before)
  if (after === before) return after
  await db.updateCompany({ hours_locked_until: after })
  await writeAudit(db, actor, {
    action,
    entity: 'company',
    id: db.companyId,
    before: { hours_locked_until: before },
    after: { hours_locked_until: after },
  })
  // Every list of hours shows which days are locked.
  db.announce({ entity: 'company', id: db.companyId, action: 'update' }, 'everyone')
  return after
}
