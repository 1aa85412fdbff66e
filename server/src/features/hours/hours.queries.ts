import type { BodyOf, QueryOf } from '@artel/contract/call'
import { companyDefaults } from '@artel/contract/company/company.line'
import type { HoursTotals, hours } from '@artel/contract/hours/hours'
import { maxShiftsOfDay } from '@artel/contract/hours/hours.line'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { firstDay, lastDay } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { listPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWordsOrName } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { ApiError } from '../../errors/errors.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { isAt } from '../users/users.ts'

export type HoursQuery = QueryOf<typeof hours.list>
export type HoursFilters = BodyOf<typeof hours.list>

const columns = [
  'shifts.id',
  'shifts.user_id',
  'shifts.day',
  'shifts.started_at',
  'shifts.ended_at',
  'shifts.breaks',
  'shifts.break_seconds',
  'shifts.worked_seconds',
  'shifts.late_seconds',
  'shifts.overtime_seconds',
  'shifts.source',
  'shifts.confirmed',
  'shifts.proposed_ended_at',
  'shifts.planned_ended_at',
  'shifts.punched_started_at',
  'shifts.punched_ended_at',
  'shifts.note',
  'shifts.edited_by',
  'shifts.version',
  'shifts.created_at',
] as const

const shiftRows = (db: Db) =>
  db
    .from('shifts')
    .select(columns)
    .select([personOf('shifts.user_id').$notNull().as('user'), personOf('shifts.edited_by').as('editor')])

type Rows = ReturnType<typeof shiftRows>
export type ShiftRow = NonNullable<Awaited<ReturnType<typeof findShiftRow>>>

export const findShiftRow = (db: Db, id: number) => shiftRows(db).where('id', '=', id).executeTakeFirst()

const lockable = (db: Db) => db.from('shifts').select(columns).select('shifts.field_versions').forUpdate()

/** Locks the row until the transaction ends. The person's row is locked already. */
export const lockShiftRow = (db: Db, id: number) => lockable(db).where('id', '=', id).executeTakeFirst()

export const lockOpenShiftRow = (db: Db, userId: number) =>
  lockable(db).where('user_id', '=', userId).where('ended_at', 'is', null).executeTakeFirst()

export const lockLastShiftRow = (db: Db, userId: number) =>
  lockable(db).where('user_id', '=', userId).orderBy('started_at', 'desc').limit(1).executeTakeFirst()

export type LockedShift = NonNullable<Awaited<ReturnType<typeof lockShiftRow>>>

/** The shifts of a person's day, the earliest first. */
export const findDay = (db: Db, userId: number, day: string) =>
  db
    .from('shifts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .orderBy('started_at')
    .orderBy('id')
    .execute()

/** The end of the person's last shift. A new shift must not overlap it when the clock was set back. */
export async function findFreeSince(db: Db, userId: number): Promise<string | null> {
  const last = db.from('shifts').select(({ fn }) => fn.max('ended_at').as('ended_at'))
  return (await last.where('user_id', '=', userId).executeTakeFirst())?.ended_at ?? null
}

/** Whether no other shift of the person overlaps a span of time. `to` null: the span has no end. */
export async function isFree(
  db: Db,
  userId: number,
  from: string,
  to: string | null,
  exceptId: number,
): Promise<boolean> {
  const other = await db
    .from('shifts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .where(
      sql<boolean>`tstzrange(started_at, ended_at) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`,
    )
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** The instant when the grace after the planned end of a shift is over, by the company's settings. */
export async function findDeadline(db: Db, shift: { planned_ended_at: string }): Promise<string> {
  const { grace } = await db.company().select(graceMinutes.as('grace')).executeTakeFirstOrThrow()
  return new Date(Date.parse(shift.planned_ended_at) + grace * 60_000).toISOString()
}

/** Minutes of grace, from a row of `companies`. */
export const graceMinutes: RawBuilder<number> = sql`coalesce(
  (companies.settings #>> '{hours,grace_minutes}')::int, ${sql.lit(companyDefaults.hours.grace_minutes)}
)`

export async function findLockedUntil(db: Db): Promise<string | null> {
  return (await db.company().select('hours_locked_until').executeTakeFirstOrThrow()).hours_locked_until
}

// An exclusion constraint (23P01), and error codes of our triggers.
const refuse = onConstraint({
  '23P01': () => new ApiError('overlap'),
  AR001: () => new ApiError('locked'),
  AR002: () => new ApiError('too_many_shifts', [], {}, { most: maxShiftsOfDay }),
})

/** @throws ApiError overlap, locked, too_many_shifts */
export async function insertShift(db: Db, draft: Draft<'shifts'>): Promise<number> {
  return (await db.insert('shifts', draft).returning('id').executeTakeFirstOrThrow().catch(refuse)).id
}

/** @throws ApiError overlap, locked, too_many_shifts */
export async function updateShiftRow(db: Db, id: number, fields: Change<'shifts'>): Promise<void> {
  await db.update('shifts', fields).where('id', '=', id).execute().catch(refuse)
}

/** @throws ApiError locked */
export async function deleteShiftRow(db: Db, id: number): Promise<void> {
  await db.remove('shifts').where('id', '=', id).execute().catch(refuse)
}

function filtered(db: Db, actor: Actor, filters: HoursFilters) {
  const rows = shiftRows(db)
  const visible = isAdmin(actor) ? rows : rows.where('shifts.user_id', '=', actor.userId)
  const { warehouse_id, user_type, user_status, ...ofShift } = filters
  return applyFilters(ofPeople(db, visible, { warehouse_id, user_type, user_status }), ofShift, {
    ids: (all, value) => all.where('shifts.id', 'in', value),
    user_id: (all, value) => all.where('shifts.user_id', 'in', [value].flat()),
    source: (all, value) => all.where('shifts.source', 'in', [value].flat()),
    confirmed: (all, value) => all.where('shifts.confirmed', '=', value),
    is_open: (all, value) => all.where('ended_at', value ? 'is' : 'is not', null),
    date_from: (all, value) => all.where('shifts.day', '>=', firstDay(value, actor.timezone)),
    date_to: (all, value) => all.where('shifts.day', '<=', lastDay(value, actor.timezone)),
    search: (all, value) => all.where(containsWordsOrName(db, sql.ref('shifts.user_id'), null, value)),
  })
}

type PeopleFilters = Pick<HoursFilters, 'warehouse_id' | 'user_type' | 'user_status'>

/** Filters shifts by the present type, status and warehouse of their people. */
function ofPeople(db: Db, rows: Rows, filters: PeopleFilters): Rows {
  if (Object.values(filters).every((value) => value === undefined)) return rows
  const people = applyFilters(db.from('users').select('users.id'), filters, {
    user_type: (all, value) => all.where('users.type', 'in', [value].flat()),
    user_status: (all, value) => all.where('users.status', 'in', [value].flat()),
    warehouse_id: (all, value) => all.where(isAt([value].flat())),
  })
  return rows.where('shifts.user_id', 'in', people)
}

const orderOf = ({ sort_by }: HoursQuery): Order => ({
  id: sql.ref('shifts.id'),
  by: sort_by === 'id' ? null : sql.ref(`shifts.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: HoursFilters, query: HoursQuery]

/** A page of the shifts that the actor may see, and the sums over all shifts that the filters find. */
export async function listShiftRows(...[db, actor, filters, query]: Asked) {
  const rows = filtered(db, actor, filters)
  const { total, ...totals } = await sumShifts(db, rows)
  return { totals, ...(await listPage(rows, orderOf(query), query, { total, exact: true })) }
}

// Sums any number of shifts, because hours are paid by these sums. An index contains the summed columns.
async function sumShifts(db: Db, rows: Rows): Promise<HoursTotals & { total: number }> {
  const summed = rows
    .clearSelect()
    .select(['shifts.worked_seconds', 'shifts.late_seconds', 'shifts.overtime_seconds', 'shifts.confirmed'])
  const [sums] = await db.query(sql<HoursTotals & { total: number }>`
    select count(*) as total,
      ${sumOf('worked_seconds', sql`confirmed`)} as worked_seconds,
      ${sumOf('worked_seconds', sql`not confirmed`)} as unconfirmed_seconds,
      ${sumOf('overtime_seconds')} as overtime_seconds,
      ${sumOf('late_seconds')} as late_seconds
    from (${summed}) as found`)
  return sums! // an aggregate has one row
}

/** All shifts of the list without paging. */
export const allShiftRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filtered(db, actor, filters), orderOf(query), query.direction)
