import { isRelative, resolveDays } from './days.ts'

let offsetMs = 0
let stoppedAtMs: number | null = null

/** The server's clock. Every stored instant comes from it, so that tests can move it. */
export const now = (): Date => new Date(stoppedAtMs ?? Date.now() + offsetMs)

/** The current time in the format of the API: ISO 8601 in UTC with milliseconds. */
export const nowIso = (): string => now().toISOString()

/** Moves the clock by `ms` from the real time, forward or back. 0 resets it. Only for tests. */
export function moveClock(ms: number): void {
  offsetMs = ms
}

/** Stops the clock at an instant. Null restarts it. Only for tests. */
export function stopClockAt(instant: string | null): void {
  stoppedAtMs = instant === null ? null : Date.parse(instant)
}

const hourMs = 3_600_000

/** The instant when a day, or a relative span of days, begins in a company's timezone (hours from UTC). */
export const dayStart = (bound: string, timezone: number): string =>
  midnight(firstDay(bound, timezone), timezone, 0)

/** The instant when a day or a relative span of days ends: the beginning of the next day. */
export const dayEnd = (bound: string, timezone: number): string =>
  midnight(lastDay(bound, timezone), timezone, 24)

/** The day itself, or the first day of a relative span. */
export const firstDay = (bound: string, timezone: number): string =>
  isRelative(bound) ? resolveDays(bound, today(timezone)).first : bound

/** The day itself, or the last day of a relative span. */
export const lastDay = (bound: string, timezone: number): string =>
  isRelative(bound) ? resolveDays(bound, today(timezone)).last : bound

const midnight = (day: string, timezone: number, afterHours: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + (afterHours - timezone) * hourMs).toISOString()

/** The current calendar day in a company's timezone. */
export const today = (timezone: number): string => wallClock(nowIso(), timezone).toISOString().slice(0, 10)

/** The local time of an instant in a timezone, as a Date whose UTC fields show it. */
export const wallClock = (instant: string, timezone: number): Date =>
  new Date(Date.parse(instant) + timezone * hourMs)

/** The latest of instants in ISO format, of which all but the first may be missing. */
export const latest = (first: string, ...others: (string | null)[]): string =>
  others.reduce<string>((last, other) => (other !== null && other > last ? other : last), first)
