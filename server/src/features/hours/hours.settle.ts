import type { Db } from '../../database/db.ts'
import { schedulesAt } from '../company/company.ts'
import { findDay, findLockedUntil, updateShiftRow } from './hours.queries.ts'
import { type Counted, countDay, type Span } from './hours.rules.ts'

/** A shift before or after a change. A new shift has no id yet. */
type Placed = Span & { id?: number; user_id: number; day: string; confirmed: boolean }

/**
 * Recalculates the days that a change of a shift affects, and writes the results of their other shifts,
 * because the first shift of the day and the overtime may be different now. The other shifts of a locked day
 * stay as they are. A running shift of a locked day can still end. The person's row is locked.
 * @returns what the shift itself counts for; the caller writes it with the change
 */
export async function recalculateDays(db: Db, before: Placed | null, after: Placed): Promise<Counted> {
  if (before && (before.day !== after.day || before.user_id !== after.user_id)) await leaveDay(db, before)
  const others = (await findDay(db, after.user_id, after.day)).filter(({ id }) => id !== after.id)
  const parts = [...others, after].toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))
  const counted = await count(db, after.day, parts)
  const lockedUntil = await findLockedUntil(db)
  if (lockedUntil === null || after.day > lockedUntil)
    await writeOthers(db, others, (row) => counted[parts.indexOf(row)]!) // `parts` has each row
  return counted[parts.indexOf(after)]! // `parts` has this shift, too
}

/** Recalculates the day to which a shift no longer belongs. */
export async function leaveDay(db: Db, left: Placed): Promise<void> {
  const others = (await findDay(db, left.user_id, left.day)).filter(({ id }) => id !== left.id)
  const counted = await count(db, left.day, others)
  await writeOthers(db, others, (row) => counted[others.indexOf(row)]!) // one result for each
}

async function count(db: Db, day: string, parts: readonly Placed[]): Promise<Counted[]> {
  const schedules = await schedulesAt(
    db,
    parts.map(({ started_at }) => started_at),
  )
  return countDay(
    day,
    parts.map((part, index) => ({ ...part, schedule: schedules[index]! })), // one schedule for each
  )
}

type Row = Awaited<ReturnType<typeof findDay>>[number]

async function writeOthers(db: Db, others: readonly Row[], countedOf: (row: Row) => Counted): Promise<void> {
  for (const row of others) {
    const { late_seconds, overtime_seconds } = countedOf(row)
    if (late_seconds === row.late_seconds && overtime_seconds === row.overtime_seconds) continue
    await updateShiftRow(db, row.id, { late_seconds, overtime_seconds })
    db.announce({ entity: 'shift', id: row.id, action: 'update' }, [row.user_id])
  }
}
