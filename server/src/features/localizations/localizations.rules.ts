import type { FieldTextKey } from '@artel/contract/errors/errors.en'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import { findTextMistake } from '@artel/contract/texts/texts.check'
import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import { ApiError } from '../../errors/errors.ts'
import { pickInSlices } from '../../slices.ts'
import { isOffered } from '../../texts/said-texts.ts'

/** A company's own text in both languages; null if the default applies. */
export type Pair = { en: string | null; ru: string | null }
/** The new text; undefined leaves a language as it is. */
export type Wanted = { en?: string | null | undefined; ru?: string | null | undefined }
type TextFault = { field: 'key' | Locale; key: FieldTextKey; values?: Record<string, string> }

type Planned = { next: Pair; faults: TextFault[] }

/**
 * Returns the new text and its faults. `given` is the default that it replaces. If `given` is null, the two
 * languages must fit each other. A text that equals the default is stored as null.
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

/** Without a default, the Russian text must fit the English one. */
const baseOf = (language: Locale, next: Pair, given: { en: string; ru: string } | null): string | null =>
  given ? given[language] : language === 'ru' ? next.en : null

// A new English text may no longer fit the unchanged Russian one.
function misfitting(before: Pair, next: Pair, given: object | null): TextFault[] {
  if (given || next.ru === null || next.ru !== before.ru || next.en === before.en) return []
  const fault = findTextMistake('ru', next.ru, next.en)
  return fault ? [{ field: 'en', ...fault }] : []
}

/** Maximum bytes of all texts of a language together, because a larger file would load too slowly. */
export const maxBytes = 2_097_152

/** Call it before the texts are read, to limit checks and compilation. @throws ApiError too_large */
export function assertShort(bytes: Record<Locale, number>): void {
  if (locales.some((one) => bytes[one] > maxBytes)) throw new ApiError('too_large')
}

type Published = { key: string } & Pair & { default_en: string | null; default_ru: string | null }

/** The source texts that can be shown, without those that misfit the current default or are not offered. */
export async function showable(rows: readonly Published[]): Promise<Record<Locale, FlatTexts>> {
  const of = async (language: Locale) => {
    const entries = await pickInSlices(rows, (row): [string, string] | null => {
      const text = row[language]
      if (
        text === null ||
        !isOffered(row.key) ||
        findTextMistake(language, text, givenOf(row, language)) !== null
      )
        return null
      return [row.key, text]
    })
    return Object.fromEntries(entries)
  }
  return { en: await of('en'), ru: await of('ru') }
}

const givenOf = (row: Published, language: Locale): string | null =>
  row[`default_${language}`] ?? (language === 'ru' ? row.en : null)

/** The folder of addresses at which pages load published texts. */
export const publishedTexts = '/storage/texts/'

/** The address of the texts with this digest. */
export const addressOf = (hash: string): string => `${publishedTexts}${hash}.json`
