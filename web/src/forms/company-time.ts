/** `2026-11-20T16:00` of the company's clock, out of an instant; `timezone` in hours east of UTC. */
export function toCompanyClock(instant: string, timezone: number): string {
  return new Date(Date.parse(instant) + timezone * 3_600_000).toISOString().slice(0, 16)
}

/** The instant that the company's clock shows so; null where there is no such date. */
export function fromCompanyClock(clock: string, timezone: number): string | null {
  const ms = Date.parse(`${clock.replace(' ', 'T').slice(0, 16)}:00.000Z`)
  return Number.isNaN(ms) ? null : new Date(ms - timezone * 3_600_000).toISOString()
}

/** `+3`, `−9:30` */
export function writeOffset(timezone: number): string {
  const minutes = Math.round(Math.abs(timezone) * 60)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${timezone < 0 ? '\u2212' : '+'}${Math.floor(minutes / 60)}${rest}`
}
