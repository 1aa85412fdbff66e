import { z } from 'zod'
import { relativeDays } from './days.ts'
import type { FieldTextKey } from './errors.en.ts'
import { unstorable } from './storable.ts'
import { limitSum } from './sums.ts'
import { isVisible } from './visible.ts'

// The browser's content security policy forbids eval, which zod's compiled parsers use; the server keeps them.
z.config({ jitless: 'document' in globalThis })

/** A refinement's message is the key of a sentence; the reader's language is known only where it is shown. */
export const fieldText = (key: FieldTextKey, values: Record<string, number> = {}) => ({
  message: key,
  params: values,
})

/** Trimmed Unicode of 1…`max` characters, of which a person sees at least one. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !unstorable.test(value), fieldText('bad_characters'))
    // An empty text has its own sentence already.
    .refine((value) => value === '' || isVisible(value), fieldText('nothing_visible'))

/** Text of one line: a name goes into mails and files, where a break would begin something else. */
export const line = (max: number) =>
  text(max).refine((value) => !/\p{Cc}/u.test(value), fieldText('bad_characters'))

/** Text of one line that may be left empty. */
export const optionalLine = (max: number) =>
  longText(max).refine((value) => !/\p{Cc}/u.test(value), fieldText('bad_characters'))

/** Text that may be left empty. */
export const longText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !unstorable.test(value), fieldText('bad_characters'))

export const id = z.int().positive()

/**
 * An id that a client chooses or a secret that stands in a path. It takes only characters that no browser, proxy or router
 * rewrites there: `..` would lead to another call.
 */
export const pathKey = z.string().regex(/^[A-Za-z0-9_~-]{1,64}$/, 'bad_path_key' satisfies FieldTextKey)

/** An id as it is written in a path. */
const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(id)

/** What a path parameter of this name takes: names that end in `_key` are texts, all others are ids. */
export const pathParam = (name: string) => (name.endsWith('_key') ? pathKey : pathId)

/** The version that changes are based on; every change of a thing that is edited together makes the next. */
export const version = z.int().positive()

/**
 * The body of a call that judges somebody's work or money: the version that was seen. Where what is judged has become
 * something else since, the call is refused as `stale`.
 */
export const judged = z.strictObject({ version: version.optional() })

/** For each field of a thing that was ever changed the version that changed it last. */
export type FieldVersions = Record<string, number>

// A bound that is added to one of these stands beside the first, and both are told: hence one shape for each bound.
const upTo = (largest: number) => ({
  fromZero: z.int().min(0).max(largest),
  fromOne: z.int().min(1).max(largest),
})

/** Minor units (kopecks), 10⁹ roubles at most. */
export const { fromZero: money, fromOne: positiveMoney } = upTo(100_000_000_000)

export const { fromZero: coins, fromOne: positiveCoins } = upTo(1_000_000_000)

/**
 * What many rows come to, counted by SQL or from such sums: any number that an answer is made with becomes one that it
 * holds. A field that is a row's own has bounds of its own.
 */
export const sum = z.number().overwrite(limitSum).int()

/** Pieces of a product or of work. */
export const quantity = z.int().min(1).max(1_000_000)

/** Seconds that something takes, a year at most. */
export const seconds = z.int().min(1).max(31_536_000)

/** ISO 8601 in UTC with milliseconds, `2026-11-20T09:30:00.000Z`, in the years 2000 to 2199. */
export const instant = z
  .string()
  .regex(/^2[01]\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/)
  .refine((value) => isRealDay(value.slice(0, 10)), fieldText('bad_date'))
  // One form for one instant, so that two of them can be compared as they are. What is written out whole has it.
  // What is refused above comes here as well.
  .overwrite((value) => {
    const at = value.length === 24 ? Number.NaN : Date.parse(value)
    return Number.isNaN(at) ? value : new Date(at).toISOString()
  })

/** A calendar day of the company, `YYYY-MM-DD`, in the years 1900 to 2199. */
export const day = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d$/)
  .refine(isRealDay, fieldText('bad_date'))

/** Where a filter of days begins or ends: a fixed day, or one that moves with the company's calendar. */
export const dayBound = z.union([day, z.enum(relativeDays)])

/** `HH:mm` in the company's timezone. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const locales = ['ru', 'en'] as const
export const locale = z.enum(locales)
export type Locale = z.infer<typeof locale>
export const defaultLocale: Locale = 'ru'

// By hand, as every answer has many of them; and Date would move 2026-02-30 to March.
function isRealDay(value: string): boolean {
  const [year, month, dayOfMonth] = [value.slice(0, 4), value.slice(5, 7), value.slice(8, 10)].map(Number)
  if (!year || !month || !dayOfMonth || month > 12) return false
  return dayOfMonth <= 28 || dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
