// Without schemas, so that the pages of figures do not load the schema library.

/**
 * Metrics of people. Seconds, kopecks and pieces are whole numbers. `norm_percent` is the norm of the work
 * divided by the time that it took.
 */
export const statMetrics = [
  'tasks_done',
  'units',
  'worked_seconds',
  'task_seconds',
  'norm_percent',
  'money',
  'coins',
  'returns',
  'late_days',
  'orders',
] as const
export type StatMetric = (typeof statMetrics)[number]

/** Metrics that are known for a product. With a product as a filter all others are 0. */
export const productMetrics = [
  'tasks_done',
  'units',
  'task_seconds',
  'norm_percent',
  'money',
  'coins',
  'returns',
] as const satisfies readonly StatMetric[]

/** Metrics that staff see of their colleagues and compare. All other metrics are hidden from staff. */
export const colleagueMetrics = [
  'tasks_done',
  'units',
  'worked_seconds',
  'task_seconds',
  'norm_percent',
  'coins',
  'returns',
  'late_days',
] as const satisfies readonly StatMetric[]

/** Metrics that the board shows to admins, for each person and as medians of the team. */
export const teamMetrics = [...colleagueMetrics, 'money'] as const satisfies readonly StatMetric[]

/** Metrics that have a best day, week and month. */
export const bestMetrics = [
  'tasks_done',
  'units',
  'worked_seconds',
  'task_seconds',
  'money',
  'coins',
] as const satisfies readonly StatMetric[]
export type BestMetric = (typeof bestMetrics)[number]

/** Numbers that open rows: the metrics, time on shift by the hour, and the counts behind costs. */
export const rowMetrics = [...statMetrics, 'on_shift_seconds', 'boxes', 'supplies'] as const
export type RowMetric = (typeof rowMetrics)[number]

/**
 * Sources of rows. A return leads to its task. People are rows of a number with one value for each person.
 */
export const rowSources = [
  'task',
  'time',
  'shift',
  'entry',
  'return',
  'order',
  'box',
  'supply',
  'person',
] as const
export type RowSource = (typeof rowSources)[number]

export const statGroups = ['hour', 'day', 'week', 'month'] as const
export type StatGroup = (typeof statGroups)[number]

export const bestSpans = ['day', 'week', 'month'] as const
export type BestSpan = (typeof bestSpans)[number]

/** Maximum number of days of figures, ten years. */
export const maxDays = 3653

/** Maximum number of days of a graph, by its grouping. */
export const maxDaysBy = { hour: 62, day: 1098, week: maxDays, month: maxDays } as const satisfies Record<
  StatGroup,
  number
>

/** Maximum number of days over which the hours of a week are averaged. */
export const maxHeatDays = 366

/** Maximum number of people that are compared. */
export const maxCompared = 6
