const hourMs = 3_600_000

/** The instant at which a calendar day begins in a company's timezone (hours from UTC). */
export const dayStart = (day: string, timezone: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - timezone * hourMs).toISOString()

/** The instant at which a calendar day ends: the first of the next day. */
export const dayEnd = (day: string, timezone: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs - timezone * hourMs).toISOString()
