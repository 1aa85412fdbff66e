import type { FieldTextKey } from '@artel/contract/errors.en'
import { type Locale, locales } from '@artel/contract/primitives'
import { findTextMistake } from '@artel/contract/texts.check'
import type { FlatTexts } from '@artel/contract/texts.fit'
import { ApiError } from '../../http/errors.ts'
import { mapInSlices } from '../../slices.ts'
import { isOffered } from '../../texts/said-texts.ts'

/** What a company says, in both languages; null: the default stands. */
export type Pair = { en: string | null; ru: string | null }
/** What is to be said; undefined: as it was. */
export type Wanted = { en?: string | null | undefined; ru?: string | null | undefined }
type TextFault = { field: 'key' | Locale; key: FieldTextKey; values?: Record<string, string> }

type Planned = { next: Pair; faults: TextFault[] }

/**
 * What a text becomes, and what is wrong with it. `given`: the default in whose place it stands; null: there is none,
 * and the two languages have to fit each other. What the default says already is no text of the company's own.
 */
export function planText(before: Pair, wanted: Wanted, given: { en: string; ru: string } | null): Planned {
  const said = (language: Locale) => {
    const text = wanted[language] === undefined ? before[language] : wanted[language] || null
    return given && text === given[language] ? null : text
  }
  const next = { en: said('en'), ru: said('ru') }
  const faults = locales.flatMap((language): TextFault[] => {
    const text = next[language]
    if (text === null || text === before[language]) return []
    const fault = findTextMistake(language, text, baseOf(language, next, given))
    return fault ? [{ field: language, ...fault }] : []
  })
  if (!given && next.en === null && next.ru === null) faults.push({ field: 'en', key: 'required' })
  return { next, faults: faults.length > 0 ? faults : misfitting(before, next, given) }
}

/** Of a text without a default the Russian one follows the English. */
const baseOf = (language: Locale, next: Pair, given: { en: string; ru: string } | null): string | null =>
  given ? given[language] : language === 'ru' ? next.en : null

// The other language was not touched, and may be what does not fit any more.
function misfitting(before: Pair, next: Pair, given: object | null): TextFault[] {
  if (given || next.ru === null || next.ru !== before.ru || next.en === before.en) return []
  const fault = findTextMistake('ru', next.ru, next.en)
  return fault ? [{ field: 'en', ...fault }] : []
}

/** Bytes of all texts of a language together; beyond, nobody would wait for their file. */
export const mostBytes = 2_097_152

/** Before they are read: what is checked and compiled must have a bound. @throws ApiError too_large */
export function assertShort(bytes: Record<Locale, number>): void {
  if (locales.some((one) => bytes[one] > mostBytes)) throw new ApiError('too_large')
}

type Published = { key: string } & Pair & { default_en: string | null; default_ru: string | null }

/** Texts that can be shown, as they are written: what does not fit the default of by now, or is not offered, is left out. */
export async function showable(rows: readonly Published[]): Promise<Record<Locale, FlatTexts>> {
  const of = async (language: Locale) => {
    const entries = await mapInSlices(rows, (row): [string, string][] => {
      const text = row[language]
      if (
        text === null ||
        !isOffered(row.key) ||
        findTextMistake(language, text, givenOf(row, language)) !== null
      )
        return []
      return [[row.key, text]]
    })
    return Object.fromEntries(entries.flat())
  }
  return { en: await of('en'), ru: await of('ru') }
}

const givenOf = (row: Published, language: Locale): string | null =>
  row[`default_${language}`] ?? (language === 'ru' ? row.en : null)
