import type { FormatLocale } from '../../ui/figures/format.ts'
import { readInstant } from './date-time-text.ts'

/**
 * Parses a typed calendar day: `31.01.2020`, `2020-01-31`, in English also `1/31/2020`; null for an invalid
 * or incomplete day. The year is required, because without it the day could be of any year.
 */
export function readDay(text: string, locale: FormatLocale): string | null {
  if (!/\d{4}/.test(text)) return null
  const read = readInstant(text, { timezone: 0, locale, now: 0 })
  return read.valid ? (read.value?.slice(0, 10) ?? null) : null
}
