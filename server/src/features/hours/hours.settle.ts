import type { Db } from '../../database/db.ts'
import { schedulesAt } from '../company/company.ts'
import { findDay, findLockedUntil, updateShiftRow } from './hours.queries.ts'
import { type Counted, countDay, type Span } from './hours.rules.ts'

/** A shift as a change leaves it, or found it; one that is to be added has no id yet. */
type Placed = Span & { id?: number; user_id: number; day: string; confirmed: boolean }

/**
 * Counts the days anew that a change of a shift touches, and writes what becomes of the other shifts of them: the first
 * of a day may be another now, and what was overtime may be so no longer. The other shifts of a day that is locked stay as
 * they are: one that runs still ends. The person's row is locked.
 * @returns what the shift itself counts for, to be written along with the change
 */
export async function settleDays(db: Db, before: Placed | null, after: Placed): Promise<Counted> {
  if (before && (before.day !== after.day || before.user_id !== after.user_id)) await leaveDay(db, before)
  const others = (await findDay(db, after.user_id, after.day)).filter(({ id }) => id !== after.id)
  const parts = [...others, after].toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))
  const counted = await count(db, after.day, parts)
  const lockedUntil = await findLockedUntil(db)
  if (lockedUntil === null || after.day > lockedUntil)
    await writeOthers(db, others, (row) => counted[parts.indexOf(row)]!) // each of them is a part
  return counted[parts.indexOf(after)]! // and so is this
}

/** Counts anew the day that a shift is no longer part of. */
export async function leaveDay(db: Db, left: Placed): Promise<void> {
  const others = (await findDay(db, left.user_id, left.day)).filter(({ id }) => id !== left.id)
  const counted = await count(db, left.day, others)
  await writeOthers(db, others, (row) => counted[others.indexOf(row)]!) // one for each
}

async function count(db: Db, day: string, parts: readonly Placed[]): Promise<Counted[]> {
  const schedules = await schedulesAt(
    db,
    parts.map(({ started_at }) => started_at),
  )
  return countDay(
    day,
    parts.map((part, index) => ({ ...part, schedule: schedules[index]! })), // one for each
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
