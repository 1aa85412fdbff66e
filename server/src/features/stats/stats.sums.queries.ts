import { recordOf } from '@artel/contract/shapes/records'
import { type RawBuilder, sql } from 'kysely'
import { dayEnd } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { exactSum, sumOf } from '../../database/queries/sums.ts'
import { type SumColumn, type Sums, sumColumns } from './stats.rules.ts'

/** Filters of facts. */
export type Reach = {
  user_id?: number | undefined
  user_ids?: readonly number[] | undefined
  warehouse_id?: number | undefined
  /** The only person whose home warehouse the figures may reveal; undefined: everybody's. */
  home_of?: number | undefined
  product_id?: number | undefined
  hour?: number | undefined
  weekday?: number | undefined
}

/** The facts of a day that happened after an instant of that day. */
export type Cut = { day: string; at: string; timezone: number }

/** The filters as SQL, for facts or for the roll-up that is read. */
export function reaching(db: Db, reach: Reach) {
  const { user_id, user_ids, warehouse_id, home_of, product_id, hour, weekday } = reach
  return sql.join(
    [
      sql``,
      ...(user_id === undefined ? [] : [sql`and user_id = ${user_id}`]),
      ...(user_ids === undefined ? [] : [sql`and user_id = any(${user_ids}::int8[])`]),
      ...(warehouse_id === undefined
        ? []
        : [
            sql`and (warehouse_id = ${warehouse_id} or (warehouse_id = 0 and user_id in (
              select id from users where company_id = ${db.companyId} and users.warehouse_id = ${warehouse_id}
                ${home_of === undefined ? sql`` : sql`and users.id = ${home_of}`})))`,
          ]),
      ...(product_id === undefined ? [] : [sql`and product_id = ${product_id}`]),
      ...(hour === undefined ? [] : [sql`and hour = ${hour}`]),
      ...(weekday === undefined ? [] : [sql`and extract(isodow from day) = ${weekday}`]),
    ],
    sql` `,
  )
}

/** The smallest roll-up that has the needed columns; `byHour`: including the hour. */
const tableFor = ({ product_id, hour }: Reach, byHour: boolean) =>
  sql.table(
    byHour || hour !== undefined
      ? 'stat_hours'
      : product_id === undefined
        ? 'stat_days'
        : 'stat_product_days',
  )

type Days = { first: string; last: string }

/** Rows of a roll-up together with its deltas that are not folded yet; `columns` of both. */
export function rollUp(
  db: Db,
  reach: Reach,
  { first, last }: Days,
  columns: RawBuilder<unknown>,
  table = tableFor(reach, false),
) {
  const where = sql`company_id = ${db.companyId} and day between ${first}::date and ${last}::date ${reaching(db, reach)}`
  return sql`(select ${columns} from ${table} where ${where}
    union all select ${columns} from stat_deltas where ${where}) as summed`
}

const columnsOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const summed = (columns: readonly SumColumn[]) =>
  sql.join(columns.map((column) => sql`${sumOf(column)} as ${sql.ref(column)}`))

/** Sums the days and the days before, in one query. */
export async function sumPeriods(
  db: Db,
  reach: Reach,
  { now, before }: { now: Days; before: Days },
): Promise<{ now: Sums; before: Sums }> {
  const sumsOf = (name: string, { first, last }: Days) =>
    sql.join(
      sumColumns.map(
        (column) =>
          sql`${sumOf(column, sql`day between ${first}::date and ${last}::date`)} as ${sql.ref(`${name}_${column}`)}`,
      ),
    )
  const [row] = await db.query(sql<Record<string, number>>`
    select ${sumsOf('now', now)}, ${sumsOf('before', before)}
    from ${rollUp(db, reach, { first: before.first, last: now.last }, columnsOf(['day', ...sumColumns]))}`)
  const read = (name: string): Sums => recordOf(sumColumns, (column) => row?.[`${name}_${column}`] ?? 0)
  return { now: read('now'), before: read('before') }
}

export async function sumDays(db: Db, reach: Reach, days: Days): Promise<Sums> {
  const [sums] = await db.query(sql<Sums>`
    select ${summed(sumColumns)} from ${rollUp(db, reach, days, columnsOf(sumColumns))}`)
  return sums! // an aggregate has one row
}

/** Facts of a day after an instant. Facts whose day is that of their instant are found by the instant. */
const lateFacts = (db: Db, reach: Reach, { day, at, timezone }: Cut) => sql`(
  select * from stat_facts
  where company_id = ${db.companyId} and source in ('task', 'time', 'money', 'return', 'order')
    and known_at > ${at}::timestamptz and known_at < ${dayEnd(day, timezone)}::timestamptz ${reaching(db, reach)}
  union all
  select * from stat_facts
  where company_id = ${db.companyId} and source in ('shift', 'presence', 'coin')
    and day = ${day}::date and known_at > ${at}::timestamptz ${reaching(db, reach)}
) as late`

export async function sumLate(db: Db, reach: Reach, cut: Cut): Promise<Sums> {
  const [sums] = await db.query(sql<Sums>`select ${summed(sumColumns)} from ${lateFacts(db, reach, cut)}`)
  return sums! // an aggregate has one row
}

export type Point = { user_id: number | null; day: string; hour: number | null; value: number; of: number }
type PointSums = { value: SumColumn; of: SumColumn | null; byUser: boolean; byHour: boolean }

const pointColumns = ({ value, of, byUser, byHour }: PointSums) => ({
  keys: sql.join([
    byUser ? sql`user_id` : sql`null::int8 as user_id`,
    sql`day`,
    byHour ? sql`hour::int8 as hour` : sql`null::int8 as hour`,
  ]),
  sums: sql`${sumOf(value)} as value, ${of ? sumOf(of) : sql`0::int8`} as of`,
  groups: sql.raw(['day', ...(byUser ? ['user_id'] : []), ...(byHour ? ['hour'] : [])].join(', ')),
  columns: columnsOf([
    'day',
    value,
    ...(of ? [of] : []),
    ...(byUser ? ['user_id'] : []),
    ...(byHour ? ['hour'] : []),
  ]),
})

/** Sums each day or hour, for all people together or for each person. */
export function sumPoints(db: Db, reach: Reach, days: Days, of: PointSums): Promise<Point[]> {
  const { keys, sums, groups, columns } = pointColumns(of)
  const rows = rollUp(db, reach, days, columns, tableFor(reach, of.byHour))
  return db.query(sql<Point>`select ${keys}, ${sums} from ${rows} group by ${groups}`)
}

export function sumLatePoints(db: Db, reach: Reach, cut: Cut, of: PointSums): Promise<Point[]> {
  const { keys, sums, groups } = pointColumns(of)
  return db.query(sql<Point>`select ${keys}, ${sums} from ${lateFacts(db, reach, cut)} group by ${groups}`)
}

/** Lists all days of a person that have facts. */
export const listOwnDays = <Column extends SumColumn>(
  db: Db,
  user_id: number,
  columns: readonly Column[],
): Promise<({ day: string } & Record<Column, number>)[]> =>
  db.query(sql`
    select day, ${summed(columns)}
    from ${rollUp(db, { user_id }, { first: '1900-01-01', last: '2199-12-31' }, columnsOf(['day', ...columns]))}
    group by day`)

type Heat = { weekday: number; hour: number; seconds: number }

export const sumHeat = (db: Db, reach: Reach, days: Days): Promise<Heat[]> =>
  db.query(sql<Heat>`
    select extract(isodow from day)::int8 as weekday, hour::int8 as hour, ${sumOf('on_shift_seconds')} as seconds
    from ${rollUp(db, reach, days, sql`day, hour, on_shift_seconds`, tableFor(reach, true))}
    group by 1, 2 having ${sql.raw(exactSum('on_shift_seconds'))} <> 0`)
