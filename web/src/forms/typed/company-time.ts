/** Converts an instant to the company's clock, such as `2026-11-20T16:00`. `timezone`: hours east of UTC. */
export function toCompanyClock(instant: string, timezone: number): string {
  return new Date(Date.parse(instant) + timezone * 3_600_000).toISOString().slice(0, 16)
}

/** Converts a time of the company's clock to an instant; null for an invalid date. */
export function fromCompanyClock(clock: string, timezone: number): string | null {
  const ms = Date.parse(`${clock.replace(' ', 'T').slice(0, 16)}:00.000Z`)
  return Number.isNaN(ms) ? null : new Date(ms - timezone * 3_600_000).toISOString()
}

/** Writes an offset from UTC: `+3`, `−9:30`. */
export function writeOffset(timezone: number): string {
  const minutes = Math.round(Math.abs(timezone) * 60)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${timezone < 0 ? '\u2212' : '+'}${Math.floor(minutes / 60)}${rest}`
}
