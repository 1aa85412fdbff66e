import type { FormatLocale } from '../ui/format.ts'
import { readInstant } from './date-time-text.ts'

/**
 * A calendar day as it is typed, `31.01.2020`, `2020-01-31`, in English also `1/31/2020`; null where it is none, or
 * not whole yet. Without its year a day could be of any.
 */
export function readDay(text: string, locale: FormatLocale): string | null {
  if (!/\d{4}/.test(text)) return null
  const read = readInstant(text, { timezone: 0, locale, now: 0 })
  return read.valid ? (read.value?.slice(0, 10) ?? null) : null
}
