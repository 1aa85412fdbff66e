import { createHash } from 'node:crypto'
import type { WorkStep } from '@artel/contract/tasks/work-steps'
import { sql } from 'kysely'
import { latest, now, nowIso } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { ApiError } from '../errors/errors.ts'
import type { Actor } from './actor.ts'

/** How far back a step is dated at most, ms. A constraint has the same limit. */
const furthestBackMs = 24 * 3_600_000

/** The instant at which something of that age counts, if nothing else of the person limits it. */
export const datedBack = (ageMs: number): string =>
  new Date(now().getTime() - Math.min(ageMs, furthestBackMs)).toISOString()

/**
 * The instant at which a press counts that a person makes for themself. A press that a device has kept counts at its
 * own time, except for an admin: nobody else would decide on what admins enter for themselves.
 */
export const countedPress = (actor: Actor, pressed: string): string =>
  actor.type === 'admin' ? nowIso() : pressed

type Step = {
  /** Name of the call, for example `tasks.start`. */
  call: string
  /** Undefined: the step is made now, and is not recognized if it is sent again. */
  step: WorkStep | undefined
  /** Id of what the step is about; undefined if only the work itself tells the id. */
  subjectId?: number
  /**
   * What the step says, by which another step with the same id is recognized. Without the ids of photos: a device may
   * have to upload them again when it repeats a step.
   */
  content: unknown
  /** What the step is made on. No device has made the step before that was created. */
  on: { table: 'tasks' | 'users' | 'shifts' | 'supply_pallets' | 'instructions'; id: number }
}

/**
 * Runs `work` once for a step, however often the step is sent, at the instant at which the step counts: now minus
 * its age, but neither before what it is made on was created, nor before the previous step of the person, nor more
 * than 24 hours ago. Locks the person.
 * @param work gets that instant (ISO) and returns the id of what the step is about
 * @returns that id, also for a step that is repeated
 * @throws ApiError idempotency_conflict if the person has used the id of the step for another step
 */
export async function onceAtStep(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  { call, step, subjectId, content, on }: Step,
  work: (at: string) => Promise<number>,
): Promise<number> {
  if (!step) return work(nowIso())
  // Two steps of one person, and a step that arrives twice at once, wait for each other here.
  await db.from('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const content_hash = createHash('sha256')
    .update(JSON.stringify([on.id, content]))
    .digest()
  const known = await findStep(db, userId, step.id)
  if (known) {
    const isSame =
      known.call === call &&
      (subjectId ?? known.subject_id) === known.subject_id &&
      (known.content_hash?.equals(content_hash) ?? true)
    if (!isSame) throw new ApiError('idempotency_conflict')
    return known.subject_id
  }
  const received_at = nowIso()
  const made_at = new Date(Date.parse(received_at) - step.age_ms).toISOString()
  const dated_at = latest(datedBack(step.age_ms), await findLastDate(db, userId), await findCreation(db, on))
  const subject_id = await work(dated_at)
  const row = { user_id: userId, id: step.id, call, subject_id, content_hash, made_at, dated_at, received_at }
  await db.insert('work_steps', row).execute()
  return subject_id
}

const findStep = (db: Db, userId: number, id: string) =>
  db
    .from('work_steps')
    .select(['call', 'subject_id', 'content_hash'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

async function findCreation(db: Db, { table, id }: Step['on']): Promise<string | null> {
  const row = await db.from(table).select('created_at').where('id', '=', id).executeTakeFirst()
  return row?.created_at ?? null
}

async function findLastDate(db: Db, userId: number): Promise<string | null> {
  const last = db
    .from('work_steps')
    .select('dated_at')
    .where('user_id', '=', userId)
    .orderBy(sql`dated_at desc`)
    .limit(1)
  return (await last.executeTakeFirst())?.dated_at ?? null
}
