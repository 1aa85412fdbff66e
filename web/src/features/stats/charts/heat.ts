/** Average number of people on shift at an hour of a weekday; Monday is 1. */
export type HeatCell = { weekday: number; hour: number; people: number }

/** Number of shades for nonzero cells. */
const shades = 5

/** Shade of a cell: 0 for no people, 5 for the peak. */
export const shadeOf = (people: number, most: number): number =>
  people <= 0 || most <= 0 ? 0 : Math.min(shades, Math.ceil((people / most) * shades))

/** Hours that are always shown, even without people. */
const ordinary = { first: 9, last: 17 } as const

/**
 * The hours that the map shows: the ordinary ones, and each other hour in which somebody works on any day. Empty if
 * nobody works. Hours between them without people are left out, so that the columns stay wide.
 */
export function hoursOf(cells: readonly HeatCell[]): number[] {
  const worked = new Set(cells.filter(({ people }) => people > 0).map(({ hour }) => hour))
  if (worked.size === 0) return []
  const isOrdinary = (hour: number) => hour >= ordinary.first && hour <= ordinary.last
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isOrdinary(hour) || worked.has(hour))
}

/** Whether hours before this one are left out. */
export const isAfterGap = (hours: readonly number[], index: number): boolean =>
  index > 0 && (hours[index] ?? 0) - (hours[index - 1] ?? 0) > 1

/** The numbers of the weekdays that occur in the period. */
export const weekdaysOf = (counts: readonly number[]): number[] =>
  counts.flatMap((count, index) => (count > 0 ? [index + 1] : []))

export type Peak = { weekday: number; from: number; to: number; people: number }

/**
 * The fullest hour, extended over the hours after it that are equally full.
 * `to` is the hour at which the peak ends.
 */
export function peakOf(cells: readonly HeatCell[]): Peak | null {
  const most = Math.max(0, ...cells.map(({ people }) => people))
  const first = cells.find(({ people }) => people === most)
  if (!first || most === 0) return null
  const { weekday, hour: from } = first
  const isFull = (at: number) =>
    cells.some((cell) => cell.weekday === weekday && cell.hour === at && cell.people === most)
  let to = from + 1
  while (isFull(to)) to += 1
  return { weekday, from, to, people: most }
}
