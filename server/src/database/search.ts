import { searchForm } from '@artel/contract/keyboard'
import { withoutPasted } from '@artel/contract/visible'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { likePattern } from './list.ts'

/** So many words of a search are looked for; who types more has said enough. */
const mostWords = 8

/**
 * Whether `column` contains every word of `text`, in any order. The index that serves it is one of trigrams on
 * `search_form` of the very same expression.
 */
export const containsWords = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  everyWord(text, (word) => contains(column, word))

/**
 * The same, where a word may also be in the name of the person that `userId` refers to. The subquery has the company as
 * a value, not from the row: so it runs once for the statement, not once for each row.
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
 * The same for a search at every key: of one or two letters only words that begin with them count, because what is
 * shorter than a trigram is in the index at the beginning of a word alone.
 */
export const containsBeginnings = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  everyWord(text, (word) => {
    if (!/^[\p{L}\p{N}]{1,2}$/u.test(word)) return contains(column, word)
    const form = sql`search_form(${column})`
    return sql`(${form} like ${`${word}%`} or ${form} like ${`% ${word}%`})`
  })

function everyWord(text: string, condition: (word: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const words = searchForm(text).split(/\s+/).filter(Boolean).slice(0, mostWords)
  return sql<boolean>`(${sql.join(
    words.map((word) => asTypedOrSeen(word, condition)),
    sql` and `,
  )})`
}

/** What was copied from a page may have brought along what nobody sees. */
function asTypedOrSeen(word: string, condition: (word: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const seen = withoutPasted(word)
  return seen === word || seen === '' ? condition(word) : sql`(${condition(word)} or ${condition(seen)})`
}

const contains = (column: RawBuilder<unknown>, word: string): RawBuilder<unknown> =>
  sql`search_form(${column}) like ${likePattern(word)}`

/** Whether there is a word of letters or figures to look up: signs alone are in no index. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
