import type { AchievementState } from '@artel/contract/achievements/achievements.line'
import { sql } from 'kysely'
import type { Db, Draft } from '../../database/db.ts'
import { hidesFromBoards, pointsOfMonth } from '../users/users.ts'
import type { Award, Final, Happening } from './achievements.rules.ts'

/** Locks the company's book, so that no other job judges until the transaction ends. */
export const lockBook = (db: Db) =>
  db.from('achievement_books').select(['judged', 'closed_on', 'rules']).forUpdate().executeTakeFirstOrThrow()

const happening = [
  'id',
  'kind',
  'change',
  'day',
  'at',
  'user_id',
  'source_id',
  'points',
  'is_in_norm',
  'seconds',
  'is_late',
  'takes_part',
  'joined_on',
  'rules',
] as const

/** A stretch of a generated history, including both ends. */
export type Stretch = { from: string; until: string }

/** Events not judged yet, in the order of their time; of a generated history, only a stretch. */
export function findWaiting(
  db: Db,
  limit: number,
  stretch: Stretch | null,
): Promise<(Happening & { id: number })[]> {
  const waiting = db.from('achievement_events').select(happening).where('number', 'is', null)
  const due = stretch ? waiting.where('at', '>=', stretch.from).where('at', '<=', stretch.until) : waiting
  return due.orderBy('at').orderBy('id').limit(limit).execute()
}

/** Judged events after a number, in the order in which they were judged. */
export const findJudged = (db: Db, after: number, limit: number) =>
  db
    .from('achievement_events')
    .select([...happening, 'number'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Numbers events, starting after `judged`. */
export async function numberEvents(db: Db, ids: readonly number[], judged: number): Promise<void> {
  await db.query(sql`
    update achievement_events set number = ${judged}::bigint + place
    from unnest(${ids}::bigint[]) with ordinality as judged (id, place)
    where company_id = ${db.companyId} and achievement_events.id = judged.id`)
}

/** The states of these people, or of all. */
export async function findStates(
  db: Db,
  userIds: readonly number[] | 'all',
): Promise<Map<number, AchievementState>> {
  const rows = db.from('achievement_states').select(['user_id', 'state'])
  const found = await (userIds === 'all' ? rows : rows.where('user_id', 'in', [...userIds, 0])).execute()
  return new Map(found.map(({ user_id, state }) => [user_id, state]))
}

/** The people who hide from the boards of colleagues. */
export async function findHidden(db: Db): Promise<Set<number>> {
  const found = await db.from('users').select('id').where(hidesFromBoards, '=', true).execute()
  return new Set(found.map(({ id }) => id))
}

export async function keepStates(db: Db, people: ReadonlyMap<number, AchievementState>): Promise<void> {
  if (people.size === 0) return
  const ids = [...people.keys()]
  const states = [...people.values()].map((state) => JSON.stringify(state))
  await db.query(sql`
    insert into achievement_states (company_id, user_id, state)
    select ${db.companyId}, user_id, state
    from unnest(${ids}::bigint[], ${states}::jsonb[]) as judged (user_id, state)
    on conflict (company_id, user_id) do update set state = excluded.state`)
}

export async function updateBook(
  db: Db,
  book: { judged?: number; closed_on?: string; rules?: string },
): Promise<void> {
  await db.query(sql`
    update achievement_books set judged = coalesce(${book.judged ?? null}::bigint, judged),
      closed_on = coalesce(${book.closed_on ?? null}::date, closed_on),
      rules = coalesce(${book.rules ?? null}::jsonb, rules)
    where company_id = ${db.companyId}`)
}

type Given = { id: number; user_id: number; achievement: Award['achievement']; coins: number }

/** Inserts the awards that were not given yet. @returns those, in the order of their ids */
export async function insertAwards(
  db: Db,
  awards: readonly (Award & { coins: number; created_at: string })[],
): Promise<Given[]> {
  if (awards.length === 0) return []
  return db
    .insert(
      'achievements',
      awards.map(({ at: _, ...award }) => award),
    )
    .onConflict((conflict) => conflict.constraint('achievements_once').doNothing())
    .returning(['id', 'user_id', 'achievement', 'coins'])
    .execute()
}

/**
 * The people who got the achievement `veteran` by its rule after an instant. Its period is the number of years since the
 * first day of work. Admins can change that day, so the unique period alone does not prevent a second award.
 */
export async function findVeterans(
  db: Db,
  people: readonly number[],
  since: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .from('achievements')
    .select('user_id')
    .where('user_id', 'in', people)
    .where('achievement', '=', 'veteran')
    .where('given_by', 'is', null)
    .where('created_at', '>', since)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export const insertAchievement = (db: Db, draft: Draft<'achievements'>) =>
  db.insert('achievements', draft).returning('id').executeTakeFirstOrThrow()

/** Keeps existing results, because a month ends once. */
export async function insertFinals(db: Db, finals: readonly Final[]): Promise<void> {
  if (finals.length === 0) return
  await db
    .insert('final_leagues', finals)
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'month']).doNothing())
    .execute()
}

export async function insertCloses(db: Db, days: readonly string[], at: string): Promise<void> {
  await db
    .insert(
      'achievement_events',
      days.map((day) => ({ kind: 'close' as const, day, at })),
    )
    .execute()
}

const columns = [
  'achievements.id',
  'achievements.user_id',
  'achievements.achievement',
  'achievements.comment',
  'achievements.given_by',
  'achievements.period',
  'achievements.coins',
  'achievements.created_at',
] as const

export const lockAchievement = (db: Db, id: number) =>
  db
    .from('achievements')
    .select([...columns, 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function markRevoked(
  db: Db,
  id: number,
  revoked: Required<Pick<Draft<'achievements'>, 'revoked_at' | 'revoked_by' | 'revoke_reason'>>,
): Promise<void> {
  await db.update('achievements', revoked).where('id', '=', id).execute()
}

/** Points of the current month, including events that are not judged yet. */
export async function findPoints(db: Db, userId: number): Promise<number> {
  const row = await db
    .from('users')
    .select(pointsOfMonth().as('points'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.points ?? 0
}

/** Results of past months, the latest first. */
export const findFinals = (db: Db, userId: number) =>
  db
    .from('final_leagues')
    .select(['month', 'points', 'league'])
    .where('user_id', '=', userId)
    .orderBy('month', 'desc')
    .limit(24)
    .execute()

export async function findGivenByRule(db: Db): Promise<Pick<Award, 'user_id' | 'achievement' | 'period'>[]> {
  return db
    .from('achievements')
    .select(['user_id', 'achievement'])
    .select(sql<string>`period`.as('period'))
    .where('given_by', 'is', null)
    .execute()
}

/** The active people among these, in the order of their names. */
export const findActive = (db: Db, ids: readonly number[]) =>
  db
    .from('users')
    .select(['id', 'full_name', 'avatar'])
    .where('id', 'in', [...ids, 0])
    .where('status', '=', 'active')
    .orderBy('full_name')
    .orderBy('id')
    .execute()
