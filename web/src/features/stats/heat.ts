/** People on shift on average at an hour of a weekday; Monday is 1. */
export type HeatCell = { weekday: number; hour: number; people: number }

/** So many shades stand for what is not empty. */
const shades = 5

/** 0 where nobody was, up to 5 at the peak. */
export const shadeOf = (people: number, most: number): number =>
  people <= 0 || most <= 0 ? 0 : Math.min(shades, Math.ceil((people / most) * shades))

/** An ordinary day, which is shown however few were there. */
const ordinary = { first: 9, last: 17 } as const

/** The hours from the first to the last at which anybody was there, on any day. */
export function hoursOf(cells: readonly HeatCell[]): number[] {
  const hours = cells.filter(({ people }) => people > 0).map(({ hour }) => hour)
  if (hours.length === 0) return []
  const [first, last] = [Math.min(ordinary.first, ...hours), Math.max(ordinary.last, ...hours)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The weekdays that the asked days have, by their numbers. */
export const weekdaysOf = (counts: readonly number[]): number[] =>
  counts.flatMap((count, index) => (count > 0 ? [index + 1] : []))

export type Peak = { weekday: number; from: number; to: number; people: number }

/** The fullest hour of all, with those beside it that are as full: `to` is the hour at which it ends. */
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
