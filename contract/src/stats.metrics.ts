// Free of schemas, so that the pages of figures do not carry the checker of all shapes.

/** What is measured of people. Seconds, kopecks and pieces are whole numbers; `norm_percent` is the norm of what was
 * done to the time that it took. */
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

/** What is known of a product; with one as a filter all else is 0. */
export const productMetrics = [
  'tasks_done',
  'units',
  'task_seconds',
  'norm_percent',
  'money',
  'coins',
  'returns',
] as const satisfies readonly StatMetric[]

/** What staff see of their colleagues and compare them by. A metric that is not named here is closed to them. */
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

/** What the board tells admins of each person, and the middle one of the team. */
export const teamMetrics = [...colleagueMetrics, 'money'] as const satisfies readonly StatMetric[]

/** Of what somebody has a best day, week and month. */
export const bestMetrics = [
  'tasks_done',
  'units',
  'worked_seconds',
  'task_seconds',
  'money',
  'coins',
] as const satisfies readonly StatMetric[]
export type BestMetric = (typeof bestMetrics)[number]

/** Whatever opens rows: beside the metrics, time on shift by the hour, and what the owner counts costs by. */
export const rowMetrics = [...statMetrics, 'on_shift_seconds', 'boxes', 'supplies'] as const
export type RowMetric = (typeof rowMetrics)[number]

/** What a row leads to. A return leads to its task; people are rows where a number is made of one for each. */
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

/** So many days figures are of at most, ten years. */
export const mostDays = 3653

/** So many days a graph has at most, by what it is divided into. */
export const mostDaysBy = { hour: 62, day: 1098, week: mostDays, month: mostDays } as const satisfies Record<
  StatGroup,
  number
>

/** So many days the hours of a week are averaged over at most. */
export const mostHeatDays = 366

/** So many people are compared at once. */
export const mostCompared = 6
