import type { AnswerOf, BodyOf } from '@artel/contract/call'
import type { StatPeriod, StatSpan, stats } from '@artel/contract/stats/stats'
import { maxDaysBy, type StatMetric } from '@artel/contract/stats/stats.metrics'
import type { Person } from '@artel/contract/users/users'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { wallClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../errors/errors.ts'
import { toSee } from './stats.policy.ts'
import { divide, percentOf, type SumColumn, spanBefore } from './stats.rules.ts'
import { type Point, type Reach, sumLatePoints, sumPoints } from './stats.sums.queries.ts'
import { cutOf, readPeriod } from './stats.ts'

type Body = BodyOf<typeof stats.graph>
type Answer = Omit<AnswerOf<typeof stats.graph>, 'status'>

const columnsOf = (metric: StatMetric): { value: SumColumn; of: SumColumn | null } =>
  metric === 'norm_percent' ? { value: 'norm_seconds', of: 'spent_seconds' } : { value: metric, of: null }

/** A metric over time: one series for all people, or one for each given. @throws ApiError forbidden; 422 */
export async function drawGraph(db: Db, actor: Actor, body: Body): Promise<Answer> {
  const { metric, group, warehouse_id, product_id, compare } = body
  const period = readPeriod(actor, body, maxDaysBy[group])
  const people = await findPeople(db, actor, body.user_ids)
  const reach = { user_ids: people?.map(({ id }) => id), warehouse_id, product_id }
  const of = { ...columnsOf(metric), byUser: people !== null, byHour: group === 'hour' }
  const { labels, spans } = divide(period.date_from, period.date_to, group)
  const points = await readPoints(db, actor, { reach, period, of, compare })
  const cutHour = period.cut_at === null ? null : wallClock(period.cut_at, actor.timezone).getUTCHours()
  const before = compare ? spans.map((span) => spanBefore(period, span, cutHour)) : null
  const valueIn = (held: Held, span: StatSpan | null) => span && valueWithin(metric, held, span)
  return {
    graph: {
      labels,
      spans,
      previous_spans: before,
      series: (people ?? [null]).map((user) => {
        const held = hold(points, user?.id ?? null)
        return {
          user,
          values: spans.map((span) => valueIn(held, span)),
          previous: before?.map((span) => valueIn(held, span)) ?? null,
        }
      }),
    },
    period,
  }
}

/** The people of the series; null: one series of all. @throws ApiError forbidden; 422 at an unknown person */
async function findPeople(db: Db, actor: Actor, asked: Body['user_ids']): Promise<Person[] | null> {
  if (!asked && isAdmin(actor)) return null
  const ids = [...new Set((asked ?? [actor.userId]).map((id) => toSee(actor, id) ?? id))]
  const found = await db.from('users').select(['id', 'full_name', 'avatar']).where('id', 'in', ids).execute()
  return ids.map((id, index) => {
    const person = found.find((user) => user.id === id)
    if (!person) throw fieldError(`user_ids.${index}`, 'no_such_user')
    return person
  })
}

type Read = {
  reach: Reach
  period: StatPeriod
  of: Parameters<typeof sumPoints>[3]
  compare: boolean
}

async function readPoints(db: Db, actor: Actor, { reach, period, of, compare }: Read): Promise<Point[]> {
  const { date_from, date_to, previous_from, previous_to } = period
  const points = await sumPoints(db, reach, { first: date_from, last: date_to }, of)
  if (!compare) return points
  const cut = cutOf(actor, period)
  const late = cut ? await sumLatePoints(db, reach, cut, of) : []
  return [
    ...points,
    ...(await sumPoints(db, reach, { first: previous_from, last: previous_to }, of)),
    ...late.map((point) => ({ ...point, value: -point.value, of: -point.of })),
  ]
}

type Sum = { value: number; of: number }
/** Sums by day, and by hour if the graph has hours. */
type Held = Map<string, Sum>

function hold(points: readonly Point[], userId: number | null): Held {
  const held: Held = new Map()
  for (const { user_id, day, hour, value, of } of points) {
    if (user_id !== userId) continue
    const key = `${day} ${hour}`
    const sum = held.get(key)
    held.set(key, { value: value + (sum?.value ?? 0), of: of + (sum?.of ?? 0) })
  }
  return held
}

function valueWithin(metric: StatMetric, held: Held, { date_from, date_to, hour }: StatSpan): number | null {
  const sum = { value: 0, of: 0 }
  for (let at = Date.parse(date_from); at <= Date.parse(date_to); at += 86_400_000) {
    const found = held.get(`${new Date(at).toISOString().slice(0, 10)} ${hour}`)
    sum.value += found?.value ?? 0
    sum.of += found?.of ?? 0
  }
  return metric === 'norm_percent' ? percentOf(sum.value, sum.of) : sum.value
}
