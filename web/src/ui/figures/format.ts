import { isBeyondSums, unscaled } from '@artel/contract/shapes/sums'

export type FormatLocale = 'ru' | 'en'

const space = '\u00a0'
const minus = '\u2212'
const dash = '\u2013'
const dayMs = 86_400_000

const signs = {
  ru: { group: space, decimal: ',', percent: `${space}%`, points: `${space}п.${space}п.` },
  en: { group: ',', decimal: '.', percent: '%', points: `${space}pp` },
} as const

/** The sign before a sum that is shown as a limit, because the true sum is beyond it. */
const beyondBefore = (sum: number): string => (isBeyondSums(sum) ? `${sum < 0 ? '<' : '>'}${space}` : '')

/** `sign`: writes a plus before positive numbers. */
export type NumberOptions = { decimals?: number; sign?: boolean }

export function formatNumber(value: number, locale: FormatLocale, options: NumberOptions = {}): string {
  return beyondBefore(value) + groupedNumber(value, locale, options)
}

function groupedNumber(value: number, locale: FormatLocale, options: NumberOptions): string {
  const { decimals = 0, sign = false } = options
  const fixed = Math.abs(value).toFixed(decimals)
  const [whole = '0', fraction] = fixed.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, signs[locale].group)
  const digits = fraction === undefined ? grouped : grouped + signs[locale].decimal + fraction
  return signBefore(Number(fixed) === 0 ? 0 : value, sign) + digits
}

function signBefore(value: number, withPlus: boolean): string {
  if (value < 0) return minus
  return withPlus && value > 0 ? '+' : ''
}

/** `auto`: shows kopecks only if there are any. */
export type MoneyOptions = { kopecks?: 'always' | 'auto'; sign?: boolean }

export function formatMoney(kopecks: number, locale: FormatLocale, options: MoneyOptions = {}): string {
  const { kopecks: shown = 'auto', sign = false } = options
  // Computed in two parts, because the quotient of a large sum loses its last digits.
  const positive = Math.round(Math.abs(kopecks))
  const roubles = groupedNumber(Math.floor(positive / 100), locale, {})
  const rest = signs[locale].decimal + String(positive % 100).padStart(2, '0')
  const digits = shown === 'always' || positive % 100 !== 0 ? roubles + rest : roubles
  const before = beyondBefore(kopecks) + signBefore(kopecks, sign)
  return locale === 'ru' ? `${before}${digits}${space}₽` : `${before}₽${digits}`
}

/** The option for a column of sums, so that all its sums have the same decimals. */
export function kopecksOfColumn(sums: readonly number[]): 'always' | 'auto' {
  return sums.some((sum) => sum % 100 !== 0) ? 'always' : 'auto'
}

export function formatCoins(coins: number, locale: FormatLocale, options: { sign?: boolean } = {}): string {
  return formatNumber(coins, locale, options)
}

const durationUnits = [
  { seconds: 31_536_000, ru: { one: 'год', few: 'года', many: 'лет' }, en: { one: 'year', many: 'years' } },
  { seconds: 86_400, ru: { one: 'день', few: 'дня', many: 'дней' }, en: { one: 'day', many: 'days' } },
  { seconds: 3600, ru: { many: 'ч' }, en: { many: 'h' } },
  { seconds: 60, ru: { many: 'мин' }, en: { many: 'min' } },
  { seconds: 1, ru: { many: 'с' }, en: { many: 's' } },
] as const

const plurals = { ru: new Intl.PluralRules('ru'), en: new Intl.PluralRules('en') }

function unitWord(
  forms: Partial<Record<string, string>> & { many: string },
  count: number,
  locale: FormatLocale,
) {
  return forms[plurals[locale].select(count)] ?? forms.many
}

/** From years (of 365 days) to seconds, without zero units; `units`: how many of the largest are kept. */
export function formatDuration(
  seconds: number,
  locale: FormatLocale,
  options: { units?: number } = {},
): string {
  let rest = Math.floor(Math.abs(seconds))
  const parts: string[] = []
  for (const unit of durationUnits) {
    const count = Math.floor(rest / unit.seconds)
    rest -= count * unit.seconds
    if (count > 0) parts.push(formatNumber(count, locale) + space + unitWord(unit[locale], count, locale))
  }
  if (parts.length === 0) return `0${space}${locale === 'ru' ? 'с' : 's'}`
  return (
    beyondBefore(seconds) +
    signBefore(seconds, false) +
    parts.slice(0, options.units ?? parts.length).join(' ')
  )
}

/** Hours may exceed 24, as usual for working time. Below a minute it shows seconds. */
export function formatHours(seconds: number, locale: FormatLocale): string {
  if (seconds !== 0 && Math.abs(seconds) < 60) return formatDuration(seconds, locale)
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const counts = [
    [Math.floor(minutes / 60), durationUnits[2]],
    [minutes % 60, durationUnits[3]],
  ] as const
  const parts = counts
    .filter(([count], index) => count > 0 || (minutes === 0 && index === 0))
    .map(([count, unit]) => formatNumber(count, locale) + space + unit[locale].many)
  return beyondBefore(seconds) + signBefore(seconds, false) + parts.join(' ')
}

/** Returns `0:47` and `:12` separately, because the seconds are drawn small. Hours may exceed 24. */
export function formatTimer(seconds: number): { main: string; seconds: string } {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    main: `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}`,
    seconds: `:${two(whole % 60)}`,
  }
}

/** `share` of one: 0.81 is 81 %. */
export function formatShare(share: number, locale: FormatLocale): string {
  return formatNumber(unscaled(share, 100), locale) + signs[locale].percent
}

/** `change` of one: 0.084 is +8.4 %; `points` for the difference of two shares. */
export function formatChange(
  change: number,
  locale: FormatLocale,
  options: { unit?: 'percent' | 'points' } = {},
): string {
  const unit = signs[locale][options.unit ?? 'percent']
  return formatNumber(change * 100, locale, { decimals: 1, sign: true }) + unit
}

export type DateContext = {
  /** Hours east of UTC, quarters allowed. */
  timezone: number
  /** Milliseconds since 1970. */
  now: number
  locale: FormatLocale
}

/** `year`: by default shown if it is not the current one. `onPaper`: always the date, with the year. */
export type DateOptions = { withTime?: boolean; year?: boolean; shortMonth?: boolean; onPaper?: boolean }

const today = { ru: 'сегодня', en: 'today' } as const
const calendarDay = /^\d{4}-\d\d-\d\d$/

// Shifts the instant, so that its UTC fields show the company's clock.
function companyClock(ms: number, timezone: number): Date {
  return new Date(ms + timezone * 3_600_000)
}

/** The calendar day of an instant; `timezone` in hours east of UTC. */
export const dayAt = (ms: number, timezone: number): string =>
  companyClock(ms, timezone).toISOString().slice(0, 10)

function clockOf(moment: string, timezone: number): Date {
  return calendarDay.test(moment)
    ? new Date(`${moment}T00:00:00Z`)
    : companyClock(Date.parse(moment), timezone)
}

function sameDay(one: Date, other: Date): boolean {
  return Math.floor(one.getTime() / dayMs) === Math.floor(other.getTime() / dayMs)
}

const monthFormats = {
  ru: { long: monthFormat('ru', 'long'), short: monthFormat('ru', 'short') },
  en: { long: monthFormat('en', 'long'), short: monthFormat('en', 'short') },
} as const

function monthFormat(locale: FormatLocale, month: 'long' | 'short') {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' })
}

export type TimeOptions = { seconds?: boolean }

function timeOf(clock: Date, { seconds = false }: TimeOptions = {}): string {
  return clock.toISOString().slice(11, seconds ? 19 : 16)
}

function dayOf(clock: Date, context: DateContext, options: DateOptions): string {
  const now = companyClock(context.now, context.timezone)
  if (sameDay(clock, now) && !options.onPaper) return today[context.locale]
  const withYear = options.onPaper ?? options.year ?? clock.getUTCFullYear() !== now.getUTCFullYear()
  // A full month name is too long for a column that also shows the year and the time.
  const isShort = options.shortMonth ?? (withYear && options.withTime && !options.onPaper)
  const day = monthFormats[context.locale][isShort ? 'short' : 'long'].format(clock)
  if (!withYear) return day
  return day + (context.locale === 'ru' ? ' ' : ', ') + clock.getUTCFullYear()
}

/** `moment`: an instant, shown in the company's timezone, or a calendar day `YYYY-MM-DD`, shown unchanged. */
export function formatDate(moment: string, context: DateContext, options: DateOptions = {}): string {
  const clock = clockOf(moment, context.timezone)
  const withTime = Boolean(options.withTime) && !calendarDay.test(moment)
  const day = dayOf(clock, context, { ...options, withTime })
  return withTime ? `${day}, ${timeOf(clock)}` : day
}

const weekdayFormats = {
  ru: { long: weekdayFormat('ru', 'long'), short: weekdayFormat('ru', 'short') },
  en: { long: weekdayFormat('en', 'long'), short: weekdayFormat('en', 'short') },
} as const

function weekdayFormat(locale: FormatLocale, weekday: 'long' | 'short') {
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
}

/** The weekday of a calendar day `YYYY-MM-DD`: `пт`, `Fri`. */
export const formatWeekday = (day: string, locale: FormatLocale, length: 'long' | 'short'): string =>
  weekdayFormats[locale][length].format(new Date(`${day}T00:00:00Z`))

const monthNames = { ru: monthNameFormat('ru'), en: monthNameFormat('en') } as const

function monthNameFormat(locale: FormatLocale) {
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
}

/**
 * Calendar days as a period, `16–22 ноября`; `month`: the month of the first day, `ноябрь`. A year other than
 * the current one is added.
 */
export function formatDays(
  days: { from: string; to: string },
  { locale, now, timezone }: DateContext,
  { month = false }: { month?: boolean } = {},
): string {
  const [from, to] = [clockOf(days.from, timezone), clockOf(days.to, timezone)]
  const range = month ? monthNames[locale].format(from) : monthFormats[locale].long.formatRange(from, to)
  // English typography sets no spaces between two numbers, but browsers do.
  const text = range.replace(/(\d)\s*–\s*(?=\d)/, `$1${dash}`)
  const year = to.getUTCFullYear()
  if (year === companyClock(now, timezone).getUTCFullYear()) return text
  return text + (locale === 'ru' || month ? ' ' : ', ') + year
}

/** `09:00` in the company's timezone, with seconds `09:00:07`. */
export const formatTime = (moment: string, timezone: number, options?: TimeOptions): string =>
  timeOf(clockOf(moment, timezone), options)

/** Within one day only the times, `09:00–18:30`; over several days also the dates. */
export function formatRange(from: string, to: string, context: DateContext): string {
  const start = clockOf(from, context.timezone)
  const end = clockOf(to, context.timezone)
  if (calendarDay.test(from)) return `${dayOf(start, context, {})}${dash}${dayOf(end, context, {})}`
  if (sameDay(start, end)) return `${timeOf(start)}${dash}${timeOf(end)}`
  const full = { withTime: true }
  return `${formatDate(from, context, full)}${dash}${formatDate(to, context, full)}`
}
