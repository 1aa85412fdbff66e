import { achievementNames } from '@artel/contract/achievements.names'
import { auditWordsEn } from '@artel/contract/audit.words.en'
import { auditWordsRu } from '@artel/contract/audit.words.ru'
import type { AchievementCode } from '@artel/contract/company.line'
import type { ErrorCode } from '@artel/contract/errors'
import { errorTextsEn, type FieldTextKey, fieldTextsEn } from '@artel/contract/errors.en'
import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors.ru'
import { isolatedValues } from '@artel/contract/isolate'
import type { NotificationWord } from '@artel/contract/notifications.line'
import { notificationWordsEn } from '@artel/contract/notifications.words.en'
import { notificationWordsRu } from '@artel/contract/notifications.words.ru'
import { type Locale, locales } from '@artel/contract/primitives'
import { compileTexts } from '@artel/contract/texts.compile'
import { type FlatTexts, fittingTexts } from '@artel/contract/texts.fit'
import { isOfLog } from '@artel/contract/texts.kept'
import { createTranslator } from 'use-intl/core'

/** A text that the server says; pages say some of them, too, by the same keys. */
export type SaidKey =
  | `errors.${ErrorCode}`
  | `fields.${FieldTextKey}`
  | `auditWords.${keyof typeof auditWordsEn}`
  | `achievementNames.${AchievementCode}`
  | `notificationWords.${NotificationWord}`

export type TextValues = Record<string, number | string>

/** Says a text in a language, with the values that it names. */
export type Say = (language: Locale, key: SaidKey, values?: TextValues) => string

type Namespaces = Record<string, Record<string, string>>

const namesIn = (language: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(achievementNames).map(([code, names]) => [code, names[language]]))

const catalogues: Record<Locale, Namespaces> = {
  en: {
    ...{ errors: errorTextsEn, fields: fieldTextsEn, auditWords: auditWordsEn },
    ...{ achievementNames: namesIn('en'), notificationWords: notificationWordsEn },
  },
  ru: {
    ...{ errors: errorTextsRu, fields: fieldTextsRu, auditWords: auditWordsRu },
    ...{ achievementNames: namesIn('ru'), notificationWords: notificationWordsRu },
  },
}

const flatten = (namespaces: Namespaces): FlatTexts =>
  Object.fromEntries(
    Object.entries(namespaces).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${namespace}.${name}`, text]),
    ),
  )

const defaults: Record<Locale, FlatTexts> = { en: flatten(catalogues.en), ru: flatten(catalogues.ru) }

/** Whether the server has such a text; what a row names may be of another version of the code. */
export const isSaid = (key: string): key is SaidKey => Object.hasOwn(defaults.en, key)

/**
 * What guests alone are told, what is said before it is known who asks, and what is said for want of the database: it
 * could be in nobody's own words, or only at times.
 */
const ofNobody: ReadonlySet<string> = new Set<SaidKey>([
  ...(['errors.unauthenticated', 'errors.company_inactive', 'errors.csrf_mismatch'] as const),
  ...(['errors.headers_too_large', 'errors.too_many_requests', 'errors.unavailable'] as const),
  ...(['fields.bad_credentials', 'fields.bad_token'] as const),
])

/** Whether companies may say a text in their own way. */
export const isOffered = (key: string): boolean => !ofNobody.has(key) && !isOfLog(key)

// The keys' own arguments differ from text to text; here both arrive as data.
type Translate = (key: string, values: TextValues) => string

/** What people wrote stands in a sentence without turning what is around it. */
function translatorOf(language: Locale, messages: Namespaces, onError?: (error: Error) => void): Translate {
  const options = { locale: language, messages, ...(onError && { onError }) }
  const translate = createTranslator(options) as unknown as Translate
  return (key, values) => translate(key, isolatedValues(values))
}

const usual: Record<Locale, Translate> = {
  en: translatorOf('en', catalogues.en),
  ru: translatorOf('ru', catalogues.ru),
}

/** As the code has it, for guests and wherever it is not known who listens. */
export const sayDefault: Say = (language, key, values = {}) => usual[language](key, values)

/**
 * Says what a company has written in place of the default. What is no text, or does not fit the default, is as if it
 * were not there. Each text is read when it is first said, because all of them together take seconds to read.
 * @param own what it says in each language, by key, as it is stored
 * @returns besides, how many characters of them are kept
 */
export function sayOwn(own: Record<Locale, unknown>): { say: Say; size: number } {
  const texts = { en: saidIn(own.en), ru: saidIn(own.ru) }
  const size = locales.flatMap((one) => [...texts[one]].flat()).reduce((sum, part) => sum + part.length, 0)
  if (locales.every((one) => texts[one].size === 0)) return { say: sayDefault, size }
  const translators = new Map<string, Translate | null>()
  const translatorAt = (language: Locale, key: string): Translate | null => {
    const name = `${language} ${key}`
    const known = translators.get(name)
    if (known !== undefined) return known
    const text = texts[language].get(key)
    const made = text !== undefined && fits(language, key, text) ? ownTranslator(language, key, text) : null
    translators.set(name, made)
    return made
  }
  const say: Say = (language, key, values = {}) => {
    try {
      return translatorAt(language, key)?.(key, values) ?? sayDefault(language, key, values)
    } catch {
      return sayDefault(language, key, values)
    }
  }
  return { say, size }
}

/** What of the own texts the server may say. */
function saidIn(own: unknown): ReadonlyMap<string, string> {
  if (typeof own !== 'object' || own === null) return new Map()
  const entries: [string, unknown][] = Object.entries(own)
  return new Map(
    entries.filter(
      (entry): entry is [string, string] =>
        isSaid(entry[0]) && isOffered(entry[0]) && typeof entry[1] === 'string',
    ),
  )
}

function fits(language: Locale, key: string, text: string): boolean {
  try {
    const given = compileTexts({ [key]: defaults[language][key] ?? '' })
    return Object.hasOwn(fittingTexts(compileTexts({ [key]: text }), given), key)
  } catch {
    return false // no ICU message
  }
}

function ownTranslator(language: Locale, key: string, text: string): Translate {
  const [namespace = '', name = ''] = key.split('.')
  // Otherwise what goes wrong would be said as the bare key.
  return translatorOf(language, { [namespace]: { [name]: text } }, (error) => {
    throw error
  })
}
