/** One line or row of bars. `isBefore`: it shows the previous days and has a look of its own. */
export type ChartLine = { name: string; color: string; isBefore?: boolean }

/** A point on the axis, with the value of each line; null: no value. */
export type ChartPoint = {
  /** A short label for the axis. */
  tick: string
  /** The full label. */
  title: string
  /** The previous days that this point is compared with. */
  beforeTitle?: string
  values: readonly (number | null)[]
}
