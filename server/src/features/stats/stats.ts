import type { AnswerOf, BodyOf } from '@artel/contract/call'
import { earliestDay } from '@artel/contract/shapes/days'
import type { Costs, Figures, StatPeriod, stats, Teammate } from '@artel/contract/stats/stats'
import { bestMetrics, maxDays, maxHeatDays, teamMetrics } from '@artel/contract/stats/stats.metrics'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { firstDay, lastDay, now, today } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { paginate } from '../../database/queries/list.ts'
import { fieldError } from '../../errors/errors.ts'
import { mayCompare, toSee } from './stats.policy.ts'
import { countBoxes } from './stats.rows.queries.ts'
import {
  bestOf,
  countDays,
  countWeekdays,
  earlier,
  figuresOf,
  periodOf,
  type Sums,
  shareOf,
  subtract,
} from './stats.rules.ts'
import { type Cut, listOwnDays, type Reach, sumHeat, sumLate, sumPeriods } from './stats.sums.queries.ts'
import { findTeam, type TeamQuery } from './stats.team.queries.ts'

export { faultySums } from './stats.check.ts'

type Answer<Name extends keyof typeof stats> = Omit<AnswerOf<(typeof stats)[Name]>, 'status'>
type Body<Name extends keyof typeof stats> = BodyOf<(typeof stats)[Name]>
export type TeamBody = Body<'command'>
type Asked = { date_from: string; date_to: string }

/**
 * Resolves the requested days. @throws ApiError 422 at `date_to` if the days are reversed or too many; at
 * `date_from` if the previous days would be before the earliest day
 */
export function readPeriod(actor: Actor, { date_from, date_to }: Asked, most: number = maxDays): StatPeriod {
  const [first, last] = [firstDay(date_from, actor.timezone), lastDay(date_to, actor.timezone)]
  if (last < first) throw fieldError('date_to', 'dates_reversed')
  if (countDays(first, last) > most) throw fieldError('date_to', 'too_many_days', { maximum: most })
  const period = periodOf(first, last, today(actor.timezone), now())
  if (period.previous_from < earliestDay) throw fieldError('date_from', 'too_early')
  return period
}

export const cutOf = (actor: Actor, { previous_to, cut_at }: StatPeriod): Cut | null =>
  cut_at === null ? null : { day: previous_to, at: cut_at, timezone: actor.timezone }

/** Sums the requested days and the previous days, the latter up to their cut. */
async function sumBoth(db: Db, actor: Actor, reach: Reach, period: StatPeriod) {
  const { date_from, date_to, previous_from, previous_to } = period
  const sums = await sumPeriods(db, reach, {
    now: { first: date_from, last: date_to },
    before: { first: previous_from, last: previous_to },
  })
  const cut = cutOf(actor, period)
  return cut ? { ...sums, before: subtract(sums.before, await sumLate(db, reach, cut)) } : sums
}

/** Figures of a person, a warehouse, a product or all. @throws ApiError forbidden; 422 for the days */
export async function findStats(db: Db, actor: Actor, body: Body<'find'>): Promise<Answer<'find'>> {
  const period = readPeriod(actor, body)
  const { warehouse_id, product_id } = body
  const reach = { user_id: toSee(actor, body.user_id), warehouse_id, product_id }
  const sums = await sumBoth(db, actor, reach, period)
  const figures: Figures = figuresOf(sums.now)
  return { stats: { ...figures, previous: figuresOf(sums.before) }, period }
}

/** The board, or the rows around one person on it. Staff do not see the money of others. */
export async function listTeam(
  db: Db,
  actor: Actor,
  { date_from, date_to, ...filters }: Body<'command'>,
  query: TeamQuery,
): Promise<Answer<'command'>> {
  const period = readPeriod(actor, { date_from, date_to })
  const sort_by = readTeamSort(actor, query)
  const { team, total, medians, leagues } = await findTeam(db, actor, filters, { ...query, sort_by }, period)
  return {
    team: isAdmin(actor) ? team : team.map(({ money: _money, ...row }): Teammate => row),
    pagination: paginate(query, { total, exact: true }),
    medians: {
      points: medians.points,
      ...Object.fromEntries(
        teamMetrics.filter((metric) => mayCompare(actor, metric)).map((metric) => [metric, medians[metric]]),
      ),
    },
    leagues: { bronze: 0, silver: 0, gold: 0, platinum: 0, diamond: 0, ...leagues },
    period,
  }
}

/** Refuses a sort by a hidden metric, because the order would reveal who has more. @throws ApiError 422 */
export function readTeamSort(actor: Actor, { sort_by }: Pick<TeamQuery, 'sort_by'>): TeamQuery['sort_by'] {
  const isMetric = teamMetrics.some((metric) => metric === sort_by)
  if (isMetric && !mayCompare(actor, sort_by)) throw fieldError('sort_by', 'not_offered')
  return sort_by
}

/** A person's best day, week and month of each metric. @throws ApiError forbidden */
export async function findBest(db: Db, actor: Actor, body: Body<'best'>): Promise<Answer<'best'>> {
  const days = await listOwnDays(db, toSee(actor, body.user_id) ?? actor.userId, bestMetrics)
  return {
    best: bestMetrics.map((metric) => {
      const values = days.map((sums) => ({ day: sums.day, value: sums[metric] }))
      return {
        metric,
        day: bestOf(values, 'day'),
        week: bestOf(values, 'week'),
        month: bestOf(values, 'month'),
      }
    }),
  }
}

/** People on shift at each hour of the week, on average over the days up to today. @throws ApiError 422 */
export async function findHeat(db: Db, actor: Actor, body: Body<'heat'>): Promise<Answer<'heat'>> {
  const { date_from, date_to, today: present } = readPeriod(actor, body, maxHeatDays)
  const days = countWeekdays(date_from, earlier(date_to, present))
  const { user_id, warehouse_id } = body
  const found = await sumHeat(db, { user_id, warehouse_id }, { first: date_from, last: date_to })
  const seconds = new Map(found.map((cell) => [cell.weekday * 24 + cell.hour, cell.seconds]))
  const cells = Array.from({ length: 168 }, (_, index) => {
    const [weekday, hour] = [Math.floor(index / 24) + 1, index % 24]
    const held = seconds.get(weekday * 24 + hour) ?? 0
    const times = days[weekday - 1] ?? 0
    return { weekday, hour, seconds: held, people: times > 0 ? Math.round(held / (36 * times)) / 100 : 0 }
  })
  return { heat: { cells, days } }
}

/** The cost of work per unit, box and supply. @throws ApiError 422 for the days */
export async function findCost(db: Db, actor: Actor, body: Body<'cost'>): Promise<Answer<'cost'>> {
  const period = readPeriod(actor, body)
  const reach = { warehouse_id: body.warehouse_id }
  const { timezone } = actor
  const sums = await sumBoth(db, actor, reach, period)
  const [boxes, boxesBefore] = [
    await countBoxes(db, reach, { first: period.date_from, last: period.date_to, cut_at: null, timezone }),
    await countBoxes(db, reach, {
      first: period.previous_from,
      last: period.previous_to,
      cut_at: period.cut_at,
      timezone,
    }),
  ]
  return { cost: { ...costsOf(sums.now, boxes), previous: costsOf(sums.before, boxesBefore) }, period }
}

const costsOf = (
  { money, coins, units }: Sums,
  { boxes, supplies }: { boxes: number; supplies: number },
): Costs => ({
  money,
  coins,
  units,
  boxes,
  supplies,
  per_unit: shareOf(money, units),
  per_box: shareOf(money, boxes),
  per_supply: shareOf(money, supplies),
})
