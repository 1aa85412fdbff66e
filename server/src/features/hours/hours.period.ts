import { earliestDay } from '@artel/contract/days'
import type { Actor } from '../../access/actor.ts'
import { today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { shiftDay } from '../../days.ts'
import { fieldError } from '../../http/errors.ts'
import { writeAudit } from '../audit/audit.ts'

/** Closes the days up to this one; what was closed stays so. @throws ApiError 422 for a day that has not come yet */
export async function lockHours(db: Db, actor: Actor, dateTo: string): Promise<string | null> {
  if (dateTo > today(actor.timezone)) throw fieldError('date_to', 'in_future')
  return moveLock(db, actor, 'lock', (locked) => (locked !== null && locked > dateTo ? locked : dateTo))
}

/** Opens the days from this one on; what is open stays so. */
export const unlockHours = (db: Db, actor: Actor, dateFrom: string): Promise<string | null> =>
  moveLock(db, actor, 'unlock', (locked) => {
    if (locked === null || locked < dateFrom) return locked
    // No day precedes the earliest, so nothing stays closed.
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
    ...{ action, entity: 'company', id: db.companyId },
    ...{ before: { hours_locked_until: before }, after: { hours_locked_until: after } },
  })
  // Every list of hours says what is closed.
  db.announce({ entity: 'company', id: db.companyId, action: 'update' }, 'everyone')
  return after
}
