let offsetMs = 0

/** The server's clock: every instant that is stored comes from here, so that tests can move it. */
export const now = (): Date => new Date(Date.now() + offsetMs)

/** The clock as the wire writes it: ISO 8601 in UTC with milliseconds. */
export const nowIso = (): string => now().toISOString()

/** Moves the clock forward (or back) from the real time; 0 sets it right again. Tests only. */
export function moveClock(ms: number): void {
  offsetMs = ms
}

const hourMs = 3_600_000

/** The instant at which a calendar day begins in a company's timezone (hours from UTC). */
export const dayStart = (day: string, timezone: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - timezone * hourMs).toISOString()

/** The instant at which a calendar day ends: the first of the next day. */
export const dayEnd = (day: string, timezone: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs - timezone * hourMs).toISOString()

/** The instant as clocks of the timezone show it, told as if they stood in UTC. */
export const wallClock = (instant: string, timezone: number): Date =>
  new Date(Date.parse(instant) + timezone * hourMs)
