import { fieldText } from './primitives.ts'

/**
 * Characters of a value as PostgreSQL counts them in `jsonb::text`, at most. PostgreSQL writes a space after
 * each comma and colon, and escapes what JSON escapes. The constraints of columns count the same way.
 */
export function jsonbLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 0
  const separators = (count: number) => 2 + 2 * Math.max(0, count - 1)
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, one) => sum + jsonbLength(one ?? null), separators(value.length))
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return entries.reduce(
    (sum, [key, one]) => sum + JSON.stringify(key).length + 2 + jsonbLength(one),
    separators(entries.length),
  )
}

/** For `refine`: a value that fits a column which holds this number of characters of JSON. */
export const fitsJson = (most: number) =>
  [(value: unknown) => jsonbLength(value) <= most, fieldText('too_long_together')] as const
