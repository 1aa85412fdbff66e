import { z } from 'zod'
import type { FieldTextKey } from '../errors/errors.en.ts'
import { relativeDays } from './days.ts'
import { unstorable } from './storable.ts'
import { limitSum } from './sums.ts'
import { isVisible } from './visible.ts'

// The browser's content security policy forbids eval, which zod's compiled parsers use; the server keeps them.
z.config({ jitless: 'document' in globalThis })

/** The message of a refinement is the key of a text, because only the output knows the reader's language. */
export const fieldText = (key: FieldTextKey, values: Record<string, number> = {}) => ({
  message: key,
  params: values,
})

/** Trimmed Unicode text of 1…`max` characters, of which at least one is visible. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !unstorable.test(value), fieldText('bad_characters'))
    // An empty text already has its own error.
    .refine((value) => value === '' || isVisible(value), fieldText('nothing_visible'))

/** Text of one line. A name goes into mails and files, where a line break would start another field. */
export const line = (max: number) =>
  text(max).refine((value) => !/\p{Cc}/u.test(value), fieldText('bad_characters'))

/** Text of one line that may be empty. */
export const optionalLine = (max: number) =>
  longText(max).refine((value) => !/\p{Cc}/u.test(value), fieldText('bad_characters'))

/** Text that may be empty. */
export const longText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !unstorable.test(value), fieldText('bad_characters'))

export const id = z.int().positive()

/**
 * An id that a client chooses, or a secret in a path. Only characters that no browser, proxy or router
 * rewrites there, because `..` would lead to another call.
 */
export const pathKey = z.string().regex(/^[A-Za-z0-9_~-]{1,64}$/, 'bad_path_key' satisfies FieldTextKey)

/** An id as it is written in a path. */
const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(id)

/** The schema of a path parameter by its name: names that end in `_key` are texts, all others are ids. */
export const pathParam = (name: string) => (name.endsWith('_key') ? pathKey : pathId)

/**
 * The version that changes are based on. Each change of an item that is edited together makes the next
 * version.
 */
export const version = z.int().positive()

/**
 * The body of a call that judges work or money: the version that the person saw. If the judged fields have
 * changed since, the call is refused as `stale`.
 */
export const judged = z.strictObject({ version: version.optional() })

/** For each field of an item that was ever changed, the version that changed it last. */
export type FieldVersions = Record<string, number>

// A second bound on one of these schemas would report both errors, so each bound has its own schema.
const upTo = (largest: number) => ({
  fromZero: z.int().min(0).max(largest),
  fromOne: z.int().min(1).max(largest),
})

/** Kopecks, at most 10⁹ roubles. */
export const { fromZero: money, fromOne: positiveMoney } = upTo(100_000_000_000)

export const { fromZero: coins, fromOne: positiveCoins } = upTo(1_000_000_000)

/**
 * A sum of many rows, computed by SQL or from such sums. A number beyond the range of an answer is limited to
 * the range. A field of a single row has its own bounds.
 */
export const sum = z.number().overwrite(limitSum).int()

/** Number of pieces of a product or of work. */
export const quantity = z.int().min(1).max(1_000_000)

/** A duration in seconds, at most a year. */
export const seconds = z.int().min(1).max(31_536_000)

/** ISO 8601 in UTC with milliseconds, `2026-11-20T09:30:00.000Z`, in the years 2000 to 2199. */
export const instant = z
  .string()
  .regex(/^2[01]\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/)
  .refine((value) => isRealDay(value.slice(0, 10)), fieldText('bad_date'))
  // Each instant has only one form, so that two instants can be compared as texts. A complete text already
  // has that form. Values that were refused above reach this function too.
  .overwrite((value) => {
    const at = value.length === 24 ? Number.NaN : Date.parse(value)
    return Number.isNaN(at) ? value : new Date(at).toISOString()
  })

/** A calendar day of the company, `YYYY-MM-DD`, in the years 1900 to 2199. */
export const day = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d$/)
  .refine(isRealDay, fieldText('bad_date'))

/** The start or the end of a filter of days: a fixed day, or one that moves with the company's calendar. */
export const dayBound = z.union([day, z.enum(relativeDays)])

/** `HH:mm` in the company's timezone. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const locales = ['ru', 'en'] as const
export const locale = z.enum(locales)
export type Locale = z.infer<typeof locale>
export const defaultLocale: Locale = 'ru'

// Written by hand, because every answer has many days, and because Date would move 2026-02-30 to March.
function isRealDay(value: string): boolean {
  const [year, month, dayOfMonth] = [value.slice(0, 4), value.slice(5, 7), value.slice(8, 10)].map(Number)
  if (!year || !month || !dayOfMonth || month > 12) return false
  return dayOfMonth <= 28 || dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
