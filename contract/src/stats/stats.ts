import { z } from 'zod'
import { leagues } from '../achievements/achievements.line.ts'
import { call, fileCall } from '../call.ts'
import { entryKinds, ledgers } from '../ledger/ledger.line.ts'
import { asList, fileFormat, pageQuery, pagination } from '../shapes/list.ts'
import { day, dayBound, fieldText, id, instant, sum } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import {
  bestMetrics,
  bestSpans,
  colleagueMetrics,
  maxCompared,
  rowMetrics,
  rowSources,
  statGroups,
  statMetrics,
  teamMetrics,
} from './stats.metrics.ts'

/** A number for each metric; null if it has none, such as a percent without a norm. */
const numbersOf = <const Metrics extends readonly string[]>(metrics: Metrics) =>
  // Keys of an object widen to string, so they are repeated for the type.
  z.object(
    Object.fromEntries(
      metrics.map((metric) => [metric, metric === 'norm_percent' ? sum.nullable() : sum]),
    ) as {
      [Metric in Metrics[number]]: Metric extends 'norm_percent' ? z.ZodNullable<typeof sum> : typeof sum
    },
  )

const figures = numbersOf(statMetrics)
export type Figures = z.infer<typeof figures>

/** The requested days, and the same number of days directly before them. */
const period = z.object({
  date_from: day,
  date_to: day,
  /** The company's current day. */
  today: day,
  previous_from: day,
  /** If the requested days are not over, only as many previous days count as requested days have begun. */
  previous_to: day,
  /**
   * If the requested days are not over, the last of the previous days counts up to this instant, the same
   * time of day as now. Rows of the previous figures are requested with it.
   */
  cut_at: instant.nullable(),
})
export type StatPeriod = z.infer<typeof period>

/** The days of a bar or point, and its hour of the day, if it has one. Its rows are requested with them. */
const span = z.object({ date_from: day, date_to: day, hour: z.int().nullable() })
export type StatSpan = z.infer<typeof span>

// Fixed days are compared here. Only the server knows relative days.
const inOrder = (body: { date_from: string; date_to: string }) =>
  !(/^\d/.test(body.date_from) && /^\d/.test(body.date_to)) || body.date_from <= body.date_to
const reversed = { ...fieldText('dates_reversed'), path: ['date_to'] }

const days = { date_from: dayBound, date_to: dayBound }
const filters = {
  ...days,
  /** Whose figures. Default: staff get their own, admins those of everybody. */
  user_id: id.optional(),
  /** Where the work was done. A fact without a place (a shift, a bonus) counts at its person's warehouse. */
  warehouse_id: id.optional(),
  product_id: id.optional(),
}

const teammate = numbersOf(colleagueMetrics).extend({
  user: person,
  /** Coins earned in these days. */
  points: sum,
  /** By the points of the current month. */
  league: z.enum(leagues),
  /** By points. People with equal points share a rank. */
  rank: z.int(),
  /** The rank by the points of the previous days. */
  rank_before: z.int(),
  /** Credited kopecks; absent for staff. */
  money: sum.optional(),
})
export type Teammate = z.infer<typeof teammate>

/** Medians of the team's numbers; null if nobody has a number. */
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
  /** Title of a task, of a purchased product, of a supply, or the comment of an entry. */
  title: z.string().nullable(),
  /** Only of an entry. */
  ledger: z.enum(ledgers).nullable(),
  kind: z.enum(entryKinds).nullable(),
  /** The task of a time or an entry, and the supply of a box. */
  task_id: id.nullable(),
  supply_id: id.nullable(),
  /** The day and hour on which it counts, and when it happened; null for a person. */
  day: day.nullable(),
  hour: z.int().nullable(),
  at: instant.nullable(),
  /** The part that it adds to the number; for a percent, its own percent. */
  value: sum.nullable(),
  /** The parts of a percent: the norm of the work, and the time that the work took. */
  norm_seconds: sum.nullable(),
  spent_seconds: sum.nullable(),
})
export type StatRow = z.infer<typeof row>

const best = z.object({
  metric: z.enum(bestMetrics),
  /** Null if there was nothing yet. */
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
  /** Credited kopecks, and coins. */
  money: sum,
  coins: sum,
  units: sum,
  /** Sealed boxes, and their supplies. */
  boxes: sum,
  supplies: sum,
  /** In kopecks; null if there is nothing to divide by. */
  per_unit: sum.nullable(),
  per_box: sum.nullable(),
  per_supply: sum.nullable(),
})
export type Costs = z.infer<typeof costs>

const graphFilters = {
  ...days,
  metric: z.enum(statMetrics),
  group: z.enum(statGroups),
  /** One series for each person. Default: one series for everybody, for staff their own. */
  user_ids: z.array(id).min(1).max(maxCompared).optional(),
  warehouse_id: id.optional(),
  product_id: id.optional(),
  /** Adds the previous days to each series. */
  compare: z.boolean().default(false),
}
const costFilters = { ...days, warehouse_id: id.optional() }

const tooMany = { errors: ['too_many_requests'] } as const

export const stats = {
  find: call({
    method: 'POST',
    path: '/stats',
    access: 'staff',
    shows: [],
    effect: 'read',
    body: z.strictObject(filters).refine(inOrder, reversed),
    answer: { stats: figures.extend({ previous: figures }), period },
    ...tooMany,
  }),
  /** The board: active staff by their points. Staff see neither money nor people who hide from the board. */
  command: asList(
    call({
      method: 'POST',
      path: '/stats/command',
      access: 'staff',
      shows: ['coins'],
      effect: 'read',
      query: pageQuery(['points', 'full_name', ...teamMetrics], 'points', 50),
      body: z
        .strictObject({
          ...days,
          warehouse_id: id.optional(),
          product_id: id.optional(),
          league: z.enum(leagues).optional(),
          /** Only the rows around this person: as many above and below as a board shows at once. */
          around: id.optional(),
        })
        .refine(inOrder, reversed),
      answer: {
        team: z.array(teammate),
        pagination,
        medians,
        /** Number of team members in each league. */
        leagues: z.record(z.enum(leagues), z.int()),
        period,
      },
      ...tooMany,
    }),
    ['date_from', 'date_to', 'warehouse_id', 'product_id', 'league'],
  ),
  graph: call({
    method: 'POST',
    path: '/stats/graph',
    access: 'staff',
    shows: [],
    effect: 'read',
    body: z.strictObject(graphFilters).refine(inOrder, reversed),
    answer: {
      graph: z.object({
        /**
         * Start of each span: `YYYY-MM-DD`, a week by its Monday, a month by its first day; an hour as
         * `YYYY-MM-DDTHH`.
         */
        labels: z.array(z.string()),
        spans: z.array(span),
        /**
         * The previous days, one span for each span; null beyond the previous days that count.
         */
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
  /** The rows of a number, with the filters of its request. */
  rows: asList(
    call({
      method: 'POST',
      path: '/stats/rows',
      access: 'staff',
      shows: [],
      effect: 'read',
      query: pageQuery(['at', 'value'], 'at', 25),
      body: z
        .strictObject({
          ...filters,
          metric: z.enum(rowMetrics),
          /** This hour of each day, or of each such weekday if one is given. */
          hour: z.int().min(0).max(23).optional(),
          /** 1 is Monday. */
          weekday: z.int().min(1).max(7).optional(),
          /** The last day counts up to this instant. */
          cut_at: instant.optional(),
          /** People of the board, each with their value. A median is computed from these values. */
          by: z.literal('person').optional(),
        })
        .refine(inOrder, reversed),
      answer: {
        rows: z.array(row),
        /** The number itself; null for a percent without a norm. */
        total: sum.nullable(),
        /** Only for rows of people. */
        median: sum.nullable(),
        pagination,
      },
      ...tooMany,
    }),
  ),
  /** A person's best day, week and month ever. Default: one's own. */
  best: call({
    method: 'POST',
    path: '/stats/best',
    access: 'staff',
    shows: [],
    effect: 'read',
    body: z.strictObject({ user_id: id.optional() }),
    answer: { best: z.array(best) },
    ...tooMany,
  }),
  /** Number of people on shift at each hour of the week. */
  heat: call({
    method: 'POST',
    path: '/stats/heat',
    access: 'admin',
    shows: [],
    effect: 'read',
    body: z
      .strictObject({ ...days, user_id: id.optional(), warehouse_id: id.optional() })
      .refine(inOrder, reversed),
    answer: {
      heat: z.object({
        /**
         * All 168 hours, Monday first. `seconds`: the sum of the rows of `on_shift_seconds`. `people`: the
         * average number of people, rounded to hundredths.
         */
        cells: z.array(z.object({ weekday: z.int(), hour: z.int(), seconds: sum, people: z.number() })),
        /** Number of each weekday, Monday first. Future days do not count. */
        days: z.array(z.int()),
      }),
    },
    ...tooMany,
  }),
  /** Work done, by product. */
  products: asList(
    call({
      method: 'POST',
      path: '/stats/products',
      access: 'staff',
      shows: [],
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
    ['date_from', 'date_to', 'warehouse_id', 'product_id'],
  ),
  /**
   * How many pieces of each packer were counted again by inspections of these days, and how many of them were
   * missing: the first 200 people, most missing first.
   */
  accuracy: call({
    method: 'POST',
    path: '/stats/accuracy',
    access: 'admin',
    shows: ['supply'],
    effect: 'read',
    body: z
      .strictObject({ ...days, warehouse_id: id.optional(), product_id: id.optional() })
      .refine(inOrder, reversed),
    answer: { accuracy: z.array(z.object({ user: person, pieces: sum, missing: sum })) },
    ...tooMany,
  }),
  /** Costs of work per result. */
  cost: call({
    method: 'POST',
    path: '/stats/cost',
    access: 'owner',
    shows: [],
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
