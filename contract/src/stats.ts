import { z } from 'zod'
import { leagues } from './achievements.line.ts'
import { call, fileCall } from './call.ts'
import { entryKinds, ledgers } from './ledger.line.ts'
import { asList, fileFormat, pageQuery, pagination } from './list.ts'
import { day, dayBound, fieldText, id, instant, sum } from './primitives.ts'
import {
  bestMetrics,
  bestSpans,
  colleagueMetrics,
  mostCompared,
  rowMetrics,
  rowSources,
  statGroups,
  statMetrics,
  teamMetrics,
} from './stats.metrics.ts'
import { person } from './users.ts'

/** A number of each; null where it has none: a percent of no norm. */
const numbersOf = <const Metrics extends readonly string[]>(metrics: Metrics) =>
  // Keys of an object widen to string, so they are named again for the type.
  z.object(
    Object.fromEntries(
      metrics.map((metric) => [metric, metric === 'norm_percent' ? sum.nullable() : sum]),
    ) as {
      [Metric in Metrics[number]]: Metric extends 'norm_percent' ? z.ZodNullable<typeof sum> : typeof sum
    },
  )

const figures = numbersOf(statMetrics)
export type Figures = z.infer<typeof figures>

/** The days that were asked for, and the equally many right before them. */
const period = z.object({
  date_from: day,
  date_to: day,
  /** The company's day now. */
  today: day,
  previous_from: day,
  /** Before the last of them where the asked days are not over: as many have come as of the asked ones. */
  previous_to: day,
  /** Where the asked days are not over, the last of the previous ones counts up to here: the same time of day as now.
   * Rows of the previous figures are asked for with it. */
  cut_at: instant.nullable(),
})
export type StatPeriod = z.infer<typeof period>

/** The days of a bar or point, and the hour of the day where there is one: what its rows are asked for with. */
const span = z.object({ date_from: day, date_to: day, hour: z.int().nullable() })
export type StatSpan = z.infer<typeof span>

// Named fixed, they are compared here; those that move are known only to the server.
const inOrder = (body: { date_from: string; date_to: string }) =>
  !(/^\d/.test(body.date_from) && /^\d/.test(body.date_to)) || body.date_from <= body.date_to
const reversed = { ...fieldText('dates_reversed'), path: ['date_to'] }

const days = { date_from: dayBound, date_to: dayBound }
const filters = {
  ...days,
  /** Whose; without it staff see their own, and admins everybody's. */
  user_id: id.optional(),
  /** Where it was done; what has no place of its own (a shift, a bonus) is where its person belongs. */
  warehouse_id: id.optional(),
  product_id: id.optional(),
}

const teammate = numbersOf(colleagueMetrics).extend({
  user: person,
  /** Coins earned in these days. */
  points: sum,
  /** By the points of the month that runs. */
  league: z.enum(leagues),
  /** By points; who has as many shares it. */
  rank: z.int(),
  /** The rank by the points of the previous days. */
  rank_before: z.int(),
  /** Kopecks that were credited; nothing of it for staff. */
  money: sum.optional(),
})
export type Teammate = z.infer<typeof teammate>

/** The middle one of the team's numbers; null where nobody has one. */
const medians = z.object({
  points: sum.nullable(),
  ...Object.fromEntries(teamMetrics.map((metric) => [metric, sum.nullable().optional()])),
} as { points: z.ZodNullable<typeof sum> } & {
  [Metric in (typeof teamMetrics)[number]]: z.ZodOptional<z.ZodNullable<typeof sum>>
})

const row = z.object({
  source: z.enum(rowSources),
  id,
  user: person.nullable(),
  /** Of a task, a product that was bought, a supply, or the comment of an entry. */
  title: z.string().nullable(),
  /** Beside an entry. */
  ledger: z.enum(ledgers).nullable(),
  kind: z.enum(entryKinds).nullable(),
  /** The task of a time or of an entry, and the supply of a box. */
  task_id: id.nullable(),
  supply_id: id.nullable(),
  /** The day and the hour on which it counts, and when it happened; none of a person. */
  day: day.nullable(),
  hour: z.int().nullable(),
  at: instant.nullable(),
  /** What it adds to the number; of a percent, its own. */
  value: sum.nullable(),
  /** Of what a percent is made: the norm of what was done, and how long that took. */
  norm_seconds: sum.nullable(),
  spent_seconds: sum.nullable(),
})
export type StatRow = z.infer<typeof row>

const best = z.object({
  metric: z.enum(bestMetrics),
  /** Null where there was nothing yet. */
  ...Object.fromEntries(
    bestSpans.map((name) => [name, z.object({ value: sum, date_from: day, date_to: day }).nullable()]),
  ),
} as { metric: z.ZodEnum<{ [M in (typeof bestMetrics)[number]]: M }> } & {
  [Span in (typeof bestSpans)[number]]: z.ZodNullable<
    z.ZodObject<{ value: typeof sum; date_from: typeof day; date_to: typeof day }>
  >
})
export type Best = z.infer<typeof best>

const productLine = numbersOf(['tasks_done', 'units', 'task_seconds', 'norm_percent', 'returns']).extend({
  product: z.object({ id, name: z.string(), article: z.string() }),
})
export type ProductLine = z.infer<typeof productLine>

const costs = z.object({
  /** Kopecks that were credited, and coins. */
  money: sum,
  coins: sum,
  units: sum,
  /** Boxes that were sealed, and the supplies that they are of. */
  boxes: sum,
  supplies: sum,
  /** Kopecks; null where there is nothing to divide by. */
  per_unit: sum.nullable(),
  per_box: sum.nullable(),
  per_supply: sum.nullable(),
})
export type Costs = z.infer<typeof costs>

const graphFilters = {
  ...days,
  metric: z.enum(statMetrics),
  group: z.enum(statGroups),
  /** A series for each; without them one of everybody, and of staff their own. */
  user_ids: z.array(id).min(1).max(mostCompared).optional(),
  warehouse_id: id.optional(),
  product_id: id.optional(),
  /** With the previous days beside each series. */
  compare: z.boolean().default(false),
}
const costFilters = { ...days, warehouse_id: id.optional() }

const tooMany = { errors: ['too_many_requests'] } as const

export const stats = {
  find: call({
    method: 'POST',
    path: '/stats',
    access: 'staff',
    effect: 'read',
    body: z.strictObject(filters).refine(inOrder, reversed),
    answer: { stats: figures.extend({ previous: figures }), period },
    ...tooMany,
  }),
  /** The board: staff who work here, by their points. Staff see neither money nor who does not want to be shown. */
  command: asList(
    call({
      method: 'POST',
      path: '/stats/command',
      access: 'staff',
      effect: 'read',
      query: pageQuery(['points', 'full_name', ...teamMetrics], 'points', 50),
      body: z
        .strictObject({
          ...days,
          warehouse_id: id.optional(),
          product_id: id.optional(),
          league: z.enum(leagues).optional(),
          /** Only this person's neighbourhood: so many above and below as a board shows at once. */
          around: id.optional(),
        })
        .refine(inOrder, reversed),
      answer: {
        team: z.array(teammate),
        pagination,
        medians,
        /** How many of the team are in each. */
        leagues: z.record(z.enum(leagues), z.int()),
        period,
      },
      ...tooMany,
    }),
  ),
  graph: call({
    method: 'POST',
    path: '/stats/graph',
    access: 'staff',
    effect: 'read',
    body: z.strictObject(graphFilters).refine(inOrder, reversed),
    answer: {
      graph: z.object({
        /** Where each span begins: `YYYY-MM-DD`, a week by its Monday, a month by its first day; an hour as
         * `YYYY-MM-DDTHH`. */
        labels: z.array(z.string()),
        spans: z.array(span),
        /** As many days earlier, one for each span; null for what has not come yet in the previous days' terms. */
        previous_spans: z.array(span.nullable()).nullable(),
        series: z.array(
          z.object({
            user: person.nullable(),
            values: z.array(sum.nullable()),
            previous: z.array(sum.nullable()).nullable(),
          }),
        ),
      }),
      period,
    },
    ...tooMany,
  }),
  /** The series of a graph as a table. */
  graphFile: fileCall({
    method: 'POST',
    path: '/stats/graph/file',
    access: 'staff',
    body: z.strictObject({ ...graphFilters, format: fileFormat }).refine(inOrder, reversed),
  }),
  /** What a number is made of, with the filters that it was asked for with. */
  rows: asList(
    call({
      method: 'POST',
      path: '/stats/rows',
      access: 'staff',
      effect: 'read',
      query: pageQuery(['at', 'value'], 'at', 25),
      body: z
        .strictObject({
          ...filters,
          metric: z.enum(rowMetrics),
          /** Of each day, or, beside a weekday, of each such. */
          hour: z.int().min(0).max(23).optional(),
          /** From 1, Monday. */
          weekday: z.int().min(1).max(7).optional(),
          /** The last day counts up to here. */
          cut_at: instant.optional(),
          /** The people of the board with what each has: what a median is the middle one of. */
          by: z.literal('person').optional(),
        })
        .refine(inOrder, reversed),
      answer: {
        rows: z.array(row),
        /** The number itself; null of a percent without norm. */
        total: sum.nullable(),
        /** Beside people. */
        median: sum.nullable(),
        pagination,
      },
      ...tooMany,
    }),
  ),
  /** Somebody's best day, week and month ever; one's own where nobody is named. */
  best: call({
    method: 'POST',
    path: '/stats/best',
    access: 'staff',
    effect: 'read',
    body: z.strictObject({ user_id: id.optional() }),
    answer: { best: z.array(best) },
    ...tooMany,
  }),
  /** How many are on shift at which hour of the week. */
  heat: call({
    method: 'POST',
    path: '/stats/heat',
    access: 'admin',
    effect: 'read',
    body: z
      .strictObject({ ...days, user_id: id.optional(), warehouse_id: id.optional() })
      .refine(inOrder, reversed),
    answer: {
      heat: z.object({
        /** All 168, Monday's first. `seconds` is what the rows of `on_shift_seconds` come to, `people` how many were
         * there on average, in hundredths. */
        cells: z.array(z.object({ weekday: z.int(), hour: z.int(), seconds: sum, people: z.number() })),
        /** How many of each weekday there were, Monday first; days to come are none. */
        days: z.array(z.int()),
      }),
    },
    ...tooMany,
  }),
  /** What was done of each product. */
  products: asList(
    call({
      method: 'POST',
      path: '/stats/products',
      access: 'staff',
      effect: 'read',
      query: pageQuery(
        ['units', 'tasks_done', 'task_seconds', 'norm_percent', 'returns', 'name'],
        'units',
        25,
      ),
      body: z.strictObject(filters).refine(inOrder, reversed),
      answer: { products: z.array(productLine), pagination },
      ...tooMany,
    }),
  ),
  /** What work costs by what comes of it. */
  cost: call({
    method: 'POST',
    path: '/stats/cost',
    access: 'owner',
    effect: 'read',
    body: z.strictObject(costFilters).refine(inOrder, reversed),
    answer: { cost: costs.extend({ previous: costs }), period },
    ...tooMany,
  }),
  costFile: fileCall({
    method: 'POST',
    path: '/stats/cost/file',
    access: 'owner',
    body: z.strictObject({ ...costFilters, format: fileFormat }).refine(inOrder, reversed),
  }),
}
