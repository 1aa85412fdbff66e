import { searchForm } from '@artel/contract/shapes/keyboard'
import { withoutPasted } from '@artel/contract/shapes/visible'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { likePattern } from './list.ts'

/** Maximum words of a search. Further words are ignored. */
const maxWords = 8

/**
 * Whether `column` contains every word of `text`, in any order. It needs a trigram index on `search_form` of
 * exactly the same expression.
 */
export const containsWords = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  everyWord(text, (word) => contains(column, word))

/**
 * The same, but a word may also be in the name of the user that `userId` refers to. The subquery gets the
 * company as a parameter, not from the row, so it runs once per statement and not once per row.
 */
export const containsWordsOrName = (
  { companyId }: Pick<Db, 'companyId'>,
  userId: RawBuilder<unknown>,
  column: RawBuilder<unknown> | null,
  text: string,
): RawBuilder<boolean> =>
  everyWord(text, (word) => {
    const inName = sql`${userId} in (
      select people.id from users as people where people.company_id = ${companyId}
        and ${contains(sql`people.full_name || ' ' || coalesce(people.nick_name, '')`, word)})`
    return column ? sql`(${contains(column, word)} or ${inName})` : inName
  })

/**
 * The same for a search on every keystroke. One or two letters match only the beginning of a word, because
 * the trigram index finds texts shorter than three letters only there.
 */
export const containsBeginnings = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  everyWord(text, (word) => {
    if (!/^[\p{L}\p{N}]{1,2}$/u.test(word)) return contains(column, word)
    const form = sql`search_form(${column})`
    return sql`(${form} like ${`${word}%`} or ${form} like ${`% ${word}%`})`
  })

function everyWord(text: string, condition: (word: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const words = searchForm(text).split(/\s+/).filter(Boolean).slice(0, maxWords)
  return sql<boolean>`(${sql.join(
    words.map((word) => asTypedOrSeen(word, condition)),
    sql` and `,
  )})`
}

/** A word copied from a page may contain invisible characters, so it is searched with and without them. */
function asTypedOrSeen(word: string, condition: (word: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const seen = withoutPasted(word)
  return seen === word || seen === '' ? condition(word) : sql`(${condition(word)} or ${condition(seen)})`
}

const contains = (column: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  sql`search_form(${column}) like ${likePattern(word)}`

/** Whether the text contains a letter or digit. Other characters are in no index. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
