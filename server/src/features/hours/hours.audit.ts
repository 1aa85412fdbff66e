import type { AuditFields } from '@artel/contract/audit/audit'
import type { AuditAction } from '@artel/contract/audit/audit.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import type { LockedShift } from './hours.queries.ts'

/** Whether the audit log shows a column of a shift. A new column compiles only once it is here. */
const columns = {
  user_id: true,
  started_at: true,
  ended_at: true,
  confirmed: true,
  // What the person has said and pressed. After a confirmation or a deletion only the log has it.
  proposed_ended_at: true,
  punched_started_at: true,
  punched_ended_at: true,
  source: true,
  note: true,
  // The title of the entry has the day.
  id: false,
  day: false,
  // These follow from the instants and the schedule.
  planned_ended_at: false,
  breaks: false,
  break_seconds: false,
  worked_seconds: false,
  late_seconds: false,
  overtime_seconds: false,
  // The entry itself tells who and when.
  edited_by: false,
  created_at: false,
  version: false,
  field_versions: false,
} as const satisfies Record<keyof LockedShift, boolean>

type Named = Pick<LockedShift, 'id' | 'user_id' | 'day'>

/** Writes the changes of a shift to the audit log, with the values from before. Writes nothing without changes. */
export async function auditShift(
  db: Db,
  actor: Actor,
  action: AuditAction,
  before: LockedShift,
  fields: Partial<LockedShift>,
): Promise<void> {
  const changes = changesOf(told(before), told({ ...before, ...fields }))
  if (Object.keys(changes.after).length === 0) return
  await writeAudit(db, actor, { ...(await entryOf(db, before)), action, ...changes })
}

/** Writes a new shift to the audit log, as it was entered. */
export async function auditNewShift(
  db: Db,
  actor: Actor,
  shift: Named,
  after: Partial<LockedShift>,
): Promise<void> {
  await writeAudit(db, actor, { ...(await entryOf(db, shift)), action: 'create', after: told(after) })
}

/** Writes a deleted shift to the audit log. `note`: why it was deleted. */
export async function auditDeletedShift(
  db: Db,
  actor: Actor,
  shift: LockedShift,
  note: string | undefined,
): Promise<void> {
  const entry = { ...(await entryOf(db, shift)), action: 'delete', before: told(shift) } as const
  await writeAudit(db, actor, { ...entry, ...(note !== undefined && { after: { note } }) })
}

const told = (shift: Partial<LockedShift>): AuditFields =>
  Object.fromEntries(Object.entries(shift).filter(([name]) => columns[name as keyof LockedShift])) // its own columns

/** Identifies a shift in the audit log. Its title is the name of the person and the day. */
async function entryOf(db: Db, { id, user_id, day }: Named) {
  const { full_name } = await db
    .from('users')
    .select('full_name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { entity: 'shift', id, title: `${full_name}, ${day}` } as const
}
