import type { BodyOf, QueryOf } from '@artel/contract/call'
import { breakSeconds, breaksWithin, workedMs } from '@artel/contract/hours/work-time'
import type { tasks } from '@artel/contract/tasks/tasks'
import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { applyFilters } from '../../../database/queries/filters.ts'
import { instantInJson } from '../../../database/queries/json.ts'
import { findPage, type Order, sortRows } from '../../../database/queries/list.ts'
import { personOf } from '../../../database/queries/person.ts'
import { containsWordsOrName } from '../../../database/queries/search.ts'
import { sumOf } from '../../../database/queries/sums.ts'
import { dayEnd, dayStart, schedulesAt } from '../../company/company.ts'

export type TimeQuery = QueryOf<typeof tasks.times>
export type TimeFilters = BodyOf<typeof tasks.times>

/**
 * The earliest instant at which the person can start: the end of their last segment, or null. Segments must
 * not overlap when the clock was set back.
 */
export const findFreeSince = (db: Db, userId: number): Promise<string | null> =>
  findLastEnd(db, 'user_id', userId)

/** The end of the last segment of a task, whoever worked on it; null: it has none. */
export const findRestingSince = (db: Db, taskId: number): Promise<string | null> =>
  findLastEnd(db, 'task_id', taskId)

/** When the task was returned last; null: never. */
export async function findReturn(db: Db, taskId: number): Promise<string | null> {
  const query = db.from('task_events').select((at) => at.fn.max('created_at').as('at'))
  const found = await query.where('task_id', '=', taskId).where('kind', '=', 'return').executeTakeFirst()
  return found?.at ?? null
}

async function findLastEnd(db: Db, of: 'user_id' | 'task_id', id: number): Promise<string | null> {
  const query = db.from('task_times').select((at) => at.fn.max('ended_at').as('ended_at'))
  return (await query.where(of, '=', id).executeTakeFirst())?.ended_at ?? null
}

export async function openSegment(db: Db, taskId: number, userId: number, at: string): Promise<void> {
  await db.insert('task_times', { task_id: taskId, user_id: userId, started_at: at }).execute()
}

/**
 * Ends the task's running segment, if there is one. The caller has locked the task. Whole seconds are taken
 * from the sum of all its segments, so that many short segments lose no time: the milliseconds below one
 * second count with the next segment. @returns the whole seconds that the task gains, without the company's
 * pauses
 */
export async function closeSegment(db: Db, taskId: number, at: string): Promise<number> {
  const open = await db
    .from('task_times')
    .select(['id', 'started_at'])
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) return 0
  const ended_at = at > open.started_at ? at : open.started_at
  const [from, to] = [Date.parse(open.started_at), Date.parse(ended_at)]
  const [schedule] = await schedulesAt(db, [open.started_at])
  const breaks = breaksWithin(schedule, from, to)
  const [worked_ms, break_seconds] = [workedMs(schedule, from, to), breakSeconds(breaks)]
  const worked = Math.floor(((await findRestMs(db, taskId)) + worked_ms) / 1000)
  const seconds = worked + break_seconds
  await db
    .update('task_times', { ended_at, seconds, breaks, break_seconds, worked_ms })
    .where('id', '=', open.id)
    .execute()
  return worked
}

/** Milliseconds that the sum of the task's closed segments has beyond whole seconds. */
async function findRestMs(db: Db, taskId: number): Promise<number> {
  const query = db
    .from('task_times')
    .select(sql<number>`(${sumOf('worked_ms')} % 1000)::int4`.as('rest'))
    .where('task_id', '=', taskId)
  return (await query.executeTakeFirstOrThrow()).rest
}

const timeRows = (db: Db, taskId: number) =>
  db
    .from('task_times')
    .select(['task_times.id', 'task_times.task_id', 'task_times.user_id', 'task_times.started_at'])
    .select(['task_times.ended_at', 'task_times.seconds', 'task_times.break_seconds', 'task_times.breaks'])
    .select(personOf('task_times.user_id').$notNull().as('user'))
    .where('task_times.task_id', '=', taskId)

/**
 * The newest 50 segments of a task, as a part of the statement of its page. The list of all segments is
 * paged.
 */
export const recentTimes = (db: Db, taskId: number) =>
  db
    .from('task_times')
    .select(['id', 'task_id', 'user_id', 'seconds', 'break_seconds', 'breaks'])
    .select([
      instantInJson('started_at').as('started_at'),
      instantInJson('ended_at').$castTo<string | null>().as('ended_at'),
    ])
    .select(personOf('task_times.user_id').$notNull().as('user'))
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(sql.lit(50))

type Asked = [db: Db, actor: Actor, taskId: number, filters: TimeFilters, query: TimeQuery]

function filterTimes(db: Db, actor: Actor, taskId: number, filters: TimeFilters) {
  return applyFilters(timeRows(db, taskId), filters, {
    ids: (all, value) => all.where('task_times.id', 'in', value),
    user_id: (all, value) => all.where('task_times.user_id', 'in', [value].flat()),
    date_from: (all, value) => all.where('started_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('started_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWordsOrName(db, sql.ref('task_times.user_id'), null, value)),
  })
}

const orderOf = ({ sort_by }: TimeQuery): Order => ({
  id: sql.ref('task_times.id'),
  by: sort_by === 'id' ? null : sql.ref(`task_times.${sort_by}`),
})

export async function listTimeRows(...[db, actor, taskId, filters, query]: Asked) {
  const rows = filterTimes(db, actor, taskId, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** All segments of the list without paging. */
export const allTimeRows = (...[db, actor, taskId, filters, query]: Asked) =>
  sortRows(filterTimes(db, actor, taskId, filters), orderOf(query), query.direction)
