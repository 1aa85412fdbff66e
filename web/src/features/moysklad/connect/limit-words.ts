/** From this time on requests with an employee's token weigh four times as much, by the rules of MoySklad. */
const weightGrowsAt = Date.parse('2026-12-01T00:00:00+03:00')

/**
 * The rate limit in words that a person can read.
 * @param now ms since 1970
 */
export function limitWords(limit: { units: number; window_ms: number; cost: number }, now: number) {
  const cost = Math.max(1, limit.cost)
  const requests = Math.max(1, Math.floor(limit.units / cost))
  const seconds = Math.max(1, Math.round(limit.window_ms / 1000))
  return { requests, seconds, cost, growsSoon: now < weightGrowsAt }
}
