// Without schemas, because the browser's filters use these words.

/** The first calendar day that the API accepts and returns. */
export const earliestDay = '1900-01-01'

/**
 * Relative days: each word stands for days that move with the calendar. As the start of a filter it means its
 * first day, as the end its last day. Weeks begin on Monday; the last seven days end today.
 */
export const relativeDays = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_7_days',
  'this_month',
  'last_month',
] as const
export type RelativeDays = (typeof relativeDays)[number]

/** A filter that the API names `<name>_from` and `<name>_to`. */
export type DayFilter = { from: string | null; to: string | null }
