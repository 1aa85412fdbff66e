let offsetMs = 0

/** The server's clock: every instant that is stored comes from here, so that tests can move it. */
export const now = (): Date => new Date(Date.now() + offsetMs)

/** The clock as the wire writes it: ISO 8601 in UTC with milliseconds. */
export const nowIso = (): string => now().toISOString()

/** Moves the clock forward (or back) from the real time; 0 sets it right again. Tests only. */
export function moveClock(ms: number): void {
  offsetMs = ms
}
