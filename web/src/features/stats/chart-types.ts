/** One line of a chart; `isBefore`: it belongs to the days before, and is drawn as such. */
export type ChartLine = { name: string; color: string; isBefore?: boolean }

/** A point on the axis, with the value of each line: null, where there is none. */
export type ChartPoint = {
  /** As short as an axis needs it. */
  tick: string
  /** In full. */
  title: string
  /** Which days of the period before stand against it. */
  beforeTitle?: string
  values: readonly (number | null)[]
}
