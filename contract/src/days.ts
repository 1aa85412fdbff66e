// Free of schemas, because the browser's filters offer these words.

/** The first calendar day that the API takes and answers. */
export const earliestDay = '1900-01-01'

/**
 * Days that move with the calendar, each a word in place of a fixed day: as the beginning of a filter it is the first
 * of its days, as the end the last. Weeks begin on Monday; the last seven days end today.
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

/** The filters that the API names `<name>_from` and `<name>_to`. */
export type DayFilter = { from: string | null; to: string | null }
