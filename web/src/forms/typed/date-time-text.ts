import type { FormatLocale } from '../../ui/figures/format.ts'
import { fromCompanyClock, toCompanyClock } from './company-time.ts'

export type Clock = { timezone: number; locale: FormatLocale; now: number }

/** A typed text that was parsed; an empty text is valid with null. */
export type ReadInstant = { valid: true; value: string | null } | { valid: false }

const invalid: ReadInstant = { valid: false }
/** The time of a day that was typed without one, because such a day is due at its end. */
const endOfDay = '23:59'

const time = String.raw`(?:(\d{1,2}):(\d{2})(?::\d{2})?)`
const isoDay = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+${time})?$`)
const writtenDay = new RegExp(String.raw`^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?:,?\s+${time})?$`)
const onlyTime = new RegExp(`^${time}$`)
const hasTime = new RegExp(`${time}$`)

/**
 * Parses an instant of the company's clock as people type it and spreadsheets copy it:
 * `21.11`, `21.11.2026 16:00`, `11/21/2026`, `2026-11-21 16:00`, or `16:00` for today.
 * A day without a year is the next such day.
 */
export function readInstant(text: string, clock: Clock): ReadInstant {
  const typed = text.trim().replaceAll('\u00a0', ' ')
  if (typed === '') return { valid: true, value: null }
  const today = toCompanyClock(new Date(clock.now).toISOString(), clock.timezone).slice(0, 10)
  const iso = isoDay.exec(typed)
  if (iso) return instantAt([iso[1], iso[2], iso[3]], [iso[4], iso[5]], clock)
  const bare = onlyTime.exec(typed)
  if (bare) return instantAt(today.split('-'), [bare[1], bare[2]], clock)
  const written = writtenDay.exec(typed)
  if (!written) return invalid
  const [, first, separator, second, year, hours, minutes] = written
  // Slashes mean month first only in English. With dots the day always comes first.
  const isMonthFirst = separator === '/' && clock.locale === 'en'
  const [month = '', day = ''] = isMonthFirst ? [first, second] : [second, first]
  return instantAt([year ?? nextYearOf(month, day, today), month, day], [hours, minutes], clock)
}

type FieldClock = Clock & {
  /** The value of the field. An empty field has the instant that it suggests; null: it suggests none. */
  present: string | null
}

/**
 * Parses the text of a field for a day and a time: both, only a day, or only a time. The other part stays as it is in
 * `present`. Without `present` it is today, or the end of the day. A day needs its year.
 * @returns an instant in UTC; null if the text is incomplete or invalid
 */
export function readFieldInstant(text: string, { present, ...clock }: FieldClock): string | null {
  const typed = text.trim()
  const isTime = onlyTime.test(typed)
  if (!isTime && !/\d{4}/.test(typed)) return null
  const now = isTime && present !== null ? Date.parse(present) : clock.now
  const given = readInstant(typed, { ...clock, now })
  if (!given.valid || given.value === null) return null
  if (isTime || hasTime.test(typed)) return given.value
  const [day = ''] = toCompanyClock(given.value, clock.timezone).split('T')
  const [, time = endOfDay] = present === null ? [] : toCompanyClock(present, clock.timezone).split('T')
  return fromCompanyClock(`${day}T${time}`, clock.timezone)
}

/** Writes the day and time in a form that `readInstant` parses. */
export function writeInstant(instant: string | null, { timezone, locale }: Omit<Clock, 'now'>): string {
  if (instant === null) return ''
  const [date = '', hour = ''] = toCompanyClock(instant, timezone).split('T')
  const [year, month, day] = date.split('-')
  return locale === 'ru' ? `${day}.${month}.${year} ${hour}` : `${month}/${day}/${year} ${hour}`
}

const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0')

function nextYearOf(month: string, day: string, today: string): string {
  const year = today.slice(0, 4)
  return `${year}-${two(month)}-${two(day)}` < today ? String(Number(year) + 1) : year
}

function instantAt(
  [year = '', month, day]: readonly (string | undefined)[],
  [hours, minutes]: readonly (string | undefined)[],
  { timezone }: Clock,
): ReadInstant {
  const date = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  const at = hours === undefined ? endOfDay : `${two(hours)}:${minutes}`
  const instant = fromCompanyClock(`${date}T${at}`, timezone)
  // A date that rolls over, such as the 31st of November, is invalid.
  if (instant === null || toCompanyClock(instant, timezone) !== `${date}T${at}`) return invalid
  return { valid: true, value: instant }
}
