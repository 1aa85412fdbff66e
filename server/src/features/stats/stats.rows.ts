import type { AnswerOf, BodyOf, QueryOf } from '@artel/contract/call'
import type { StatRow, stats } from '@artel/contract/stats/stats'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { exactLimit, paginate, resolveCount } from '../../database/queries/list.ts'
import { fieldError } from '../../errors/errors.ts'
import { toCompare, toCost, toSee } from './stats.policy.ts'
import {
  describeBoxes,
  describeFacts,
  describePeople,
  factsOf,
  type RowDays,
  sealedBoxes,
  totalOf,
} from './stats.rows.queries.ts'
import { metricOf, percentOf, subtract } from './stats.rules.ts'
import { type Reach, sumDays, sumLate } from './stats.sums.queries.ts'
import { personValues } from './stats.team.queries.ts'
import { readPeriod } from './stats.ts'

export type RowFilters = BodyOf<typeof stats.rows>
export type RowQuery = QueryOf<typeof stats.rows>
type Answer = Omit<AnswerOf<typeof stats.rows>, 'status'>
type Found = StatRow & { fact_id: number }

type Behind = {
  reach: Reach
  days: RowDays
  /** All rows of the list. */
  rows: RawBuilder<Found>
  /**
   * Facts may be many, so they are counted and paged before they are joined with their details. Null for
   * people, boxes and supplies, because there are few of them.
   */
  facts: { all: RawBuilder<unknown>; describe: (some: RawBuilder<unknown>) => RawBuilder<Found> } | null
}

/** @throws ApiError forbidden; 422 for the days, and for a metric that the board does not have */
function lookBehind(db: Db, actor: Actor, body: RowFilters): Behind {
  const { metric, by, warehouse_id, product_id, hour, weekday, cut_at = null } = body
  const period = readPeriod(actor, body)
  const days = { first: period.date_from, last: period.date_to, cut_at, timezone: actor.timezone }
  if (metric === 'boxes' || metric === 'supplies') {
    if (by) throw fieldError('by', 'not_offered')
    toCost(actor)
    const reach = { user_id: body.user_id, warehouse_id }
    const rows = describeBoxes(metric, sealedBoxes(db, reach, days), actor.timezone)
    return { reach, days, rows, facts: null }
  }
  if (by) {
    if (metric === 'on_shift_seconds') throw fieldError('metric', 'not_offered')
    toCompare(actor, metric)
    const reach = { user_id: body.user_id, warehouse_id, product_id }
    const rows = describePeople(db, personValues(db, actor, reach, metric, period))
    return { reach, days, rows, facts: null }
  }
  const reach = { user_id: toSee(actor, body.user_id), warehouse_id, product_id, hour, weekday }
  const all = factsOf(db, metric, reach, days)
  const describe = (some: RawBuilder<unknown>) => describeFacts(metric, some)
  return { reach, days, rows: describe(all), facts: { all, describe } }
}

const orderOf = ({ sort_by, direction }: Pick<RowQuery, 'sort_by' | 'direction'>) => {
  const way = sql.raw(direction)
  return sql`order by ${sql.ref(sort_by)} ${way} nulls last, day ${way}, hour ${way}, fact_id ${way}`
}

/** All rows behind a number, for the file. @throws ApiError forbidden; 422 */
export const allStatRows = (
  db: Db,
  actor: Actor,
  body: RowFilters,
  query: Pick<RowQuery, 'sort_by' | 'direction'>,
) => db.rows(sql<Found>`select * from (${lookBehind(db, actor, body).rows}) as found ${orderOf(query)}`)

/** A page of the rows behind a number, with the number itself. @throws ApiError forbidden; 422 */
export async function listStatRows(db: Db, actor: Actor, body: RowFilters, query: RowQuery): Promise<Answer> {
  const behind = lookBehind(db, actor, body)
  const { facts } = behind
  const sums = facts ? await totalOf(db, facts.all, exactLimit) : await totalOf(db, behind.rows, null)
  const count = facts
    ? await resolveCount(db, db.rows(facts.all), sums.count)
    : { total: sums.count, exact: true }
  const order = orderOf(query)
  const stretch = sql`${order} limit ${query.limit} offset ${(query.page - 1) * query.limit}`
  const rows = await db.query(
    facts
      ? sql<Found>`select * from (
          ${facts.describe(sql`select * from (${facts.all}) as facts ${stretch}`)}) as found ${order}`
      : sql<Found>`select * from (${behind.rows}) as found ${stretch}`,
  )
  return {
    rows: rows.map(({ fact_id: _, ...row }) => row),
    total: count.exact ? totalIn(body, sums) : await totalOfSums(db, body, behind),
    median: body.by ? sums.median : null,
    pagination: paginate(query, count),
  }
}

const totalIn = (
  { metric }: RowFilters,
  { norm, spent, value }: { norm: number; spent: number; value: number },
) => (metric === 'norm_percent' ? percentOf(norm, spent) : value)

// If there are more rows than are counted, the total comes from the roll-ups.
async function totalOfSums(db: Db, { metric }: RowFilters, { reach, days }: Behind): Promise<number | null> {
  const { last, cut_at, timezone } = days
  const all = await sumDays(db, reach, days)
  const sums = cut_at ? subtract(all, await sumLate(db, reach, { day: last, at: cut_at, timezone })) : all
  return metric === 'on_shift_seconds' || metric === 'boxes' || metric === 'supplies'
    ? sums.on_shift_seconds
    : metricOf(metric, sums)
}
