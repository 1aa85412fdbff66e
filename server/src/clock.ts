import { isRelative, resolveDays } from './days.ts'

let offsetMs = 0
let stoppedAtMs: number | null = null

/** The server's clock: every instant that is stored comes from here, so that tests can move it. */
export const now = (): Date => new Date(stoppedAtMs ?? Date.now() + offsetMs)

/** The clock as the wire writes it: ISO 8601 in UTC with milliseconds. */
export const nowIso = (): string => now().toISOString()

/** Moves the clock forward (or back) from the real time; 0 sets it right again. Tests only. */
export function moveClock(ms: number): void {
  offsetMs = ms
}

/** Stops the clock at an instant; null lets it go on. Tests only. */
export function stopClockAt(instant: string | null): void {
  stoppedAtMs = instant === null ? null : Date.parse(instant)
}

const hourMs = 3_600_000

/** The instant at which a day, or the days that are meant now, begin in a company's timezone (hours from UTC). */
export const dayStart = (bound: string, timezone: number): string =>
  midnight(firstDay(bound, timezone), timezone, 0)

/** The instant at which they end: the first of the day that follows. */
export const dayEnd = (bound: string, timezone: number): string =>
  midnight(lastDay(bound, timezone), timezone, 24)

/** The day itself, or the first of the days that are meant now. */
export const firstDay = (bound: string, timezone: number): string =>
  isRelative(bound) ? resolveDays(bound, today(timezone)).first : bound

/** The day itself, or the last of the days that are meant now. */
export const lastDay = (bound: string, timezone: number): string =>
  isRelative(bound) ? resolveDays(bound, today(timezone)).last : bound

const midnight = (day: string, timezone: number, afterHours: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + (afterHours - timezone) * hourMs).toISOString()

/** The company's calendar day now. */
export const today = (timezone: number): string => wallClock(nowIso(), timezone).toISOString().slice(0, 10)

/** The instant as clocks of the timezone show it, told as if they stood in UTC. */
export const wallClock = (instant: string, timezone: number): Date =>
  new Date(Date.parse(instant) + timezone * hourMs)
