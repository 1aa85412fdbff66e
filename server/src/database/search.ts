import { searchForm } from '@artel/contract/keyboard'
import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './list.ts'

/** So many words of a search are looked for; who types more has said enough. */
const mostWords = 8

/**
 * Whether `column` contains every word of `text`, in any order. The index that serves it is one of trigrams on
 * `search_form` of the very same expression.
 */
export function containsWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = searchForm(text).split(/\s+/).filter(Boolean).slice(0, mostWords)
  const conditions = words.map((word) => sql`search_form(${column}) like ${likePattern(word)}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
