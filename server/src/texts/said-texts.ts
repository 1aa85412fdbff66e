import { achievementNames } from '@artel/contract/achievements/achievements.names'
import { auditWordsEn } from '@artel/contract/audit/audit.words.en'
import { auditWordsRu } from '@artel/contract/audit/audit.words.ru'
import type { AchievementCode } from '@artel/contract/company/company.line'
import type { ErrorCode } from '@artel/contract/errors/errors'
import { errorTextsEn, type FieldTextKey, fieldTextsEn } from '@artel/contract/errors/errors.en'
import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors/errors.ru'
import type { NotificationWord } from '@artel/contract/notifications/notifications.line'
import { notificationWordsEn } from '@artel/contract/notifications/notifications.words.en'
import { notificationWordsRu } from '@artel/contract/notifications/notifications.words.ru'
import { isolatedValues } from '@artel/contract/shapes/isolate'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import { maxText } from '@artel/contract/texts/localizations'
import { compileTexts } from '@artel/contract/texts/texts.compile'
import { type FlatTexts, fittingTexts } from '@artel/contract/texts/texts.fit'
import { isOfLog } from '@artel/contract/texts/texts.kept'
import { createTranslator } from 'use-intl/core'
import { type SharedKey, sharedWords } from './shared-words.ts'

/** A key of a text that the server says. Pages use some of these keys too. */
export type SaidKey =
  | `errors.${ErrorCode}`
  | `fields.${FieldTextKey}`
  | `auditWords.${keyof typeof auditWordsEn}`
  | `achievementNames.${AchievementCode}`
  | `notificationWords.${NotificationWord}`
  | SharedKey

export type TextValues = Record<string, number | string>

/** Says a text in a language, with its placeholders filled in. */
export type Say = (language: Locale, key: SaidKey, values?: TextValues) => string

type Namespaces = Record<string, Record<string, string>>

const namesIn = (language: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(achievementNames).map(([code, names]) => [code, names[language]]))

const catalogues: Record<Locale, Namespaces> = {
  en: {
    errors: errorTextsEn,
    fields: fieldTextsEn,
    auditWords: auditWordsEn,
    achievementNames: namesIn('en'),
    notificationWords: notificationWordsEn,
    ...sharedWords.en,
  },
  ru: {
    errors: errorTextsRu,
    fields: fieldTextsRu,
    auditWords: auditWordsRu,
    achievementNames: namesIn('ru'),
    notificationWords: notificationWordsRu,
    ...sharedWords.ru,
  },
}

const flatten = (namespaces: Namespaces): FlatTexts =>
  Object.fromEntries(
    Object.entries(namespaces).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${namespace}.${name}`, text]),
    ),
  )

const defaults: Record<Locale, FlatTexts> = { en: flatten(catalogues.en), ru: flatten(catalogues.ru) }

/** Whether the server has this text. A stored key may come from another version of the code. */
export const isSaid = (key: string): key is SaidKey => Object.hasOwn(defaults.en, key)

/**
 * Texts that no company can change: texts for guests, texts said before the user is known, and texts said
 * when the database is down. A company's version could be shown never, or only sometimes.
 */
const ofNobody: ReadonlySet<string> = new Set<SaidKey>([
  'errors.unauthenticated',
  'errors.company_inactive',
  'errors.csrf_mismatch',
  'errors.headers_too_large',
  'errors.too_many_requests',
  'errors.unavailable',
  'fields.bad_credentials',
  'fields.bad_token',
])

/** Whether companies may replace a text. */
export const isOffered = (key: string): boolean => !ofNobody.has(key) && !isOfLog(key)

// The library types the arguments by key. Here the key and the values are data.
type Translate = (key: string, values: TextValues | undefined) => string

/**
 * Isolates inserted values, so that their writing direction does not affect the rest of the sentence. A text
 * without values is formatted once, because a file says the same few words in each of its rows.
 */
function translatorOf(language: Locale, messages: Namespaces, onError?: (error: Error) => void): Translate {
  const options = { locale: language, messages, ...(onError && { onError }) }
  const translate = createTranslator(options) as unknown as Translate
  const said = new Map<string, string>()
  return (key, values) => {
    if (values) return translate(key, isolatedValues(values))
    const text = said.get(key) ?? translate(key, {})
    said.set(key, text)
    return text
  }
}

const usual: Record<Locale, Translate> = {
  en: translatorOf('en', catalogues.en),
  ru: translatorOf('ru', catalogues.ru),
}

/** Says the default text, for guests and wherever the company is unknown. */
export const sayDefault: Say = (language, key, values) => usual[language](key, values)

/**
 * Says the company's text instead of the default. An entry that is not a string or does not fit the default
 * is ignored. Each text is compiled at first use, because compiling all of them takes seconds.
 * @param own the stored company texts of each language, by key
 * @returns also `size`: the number of characters in the cache
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
  const say: Say = (language, key, values) => {
    try {
      return translatorAt(language, key)?.(key, values) ?? sayDefault(language, key, values)
    } catch {
      return sayDefault(language, key, values)
    }
  }
  return { say, size }
}

/** The company texts that the server may say. No call writes a longer one, but an archive may, and parsing it takes long. */
function saidIn(own: unknown): ReadonlyMap<string, string> {
  if (typeof own !== 'object' || own === null) return new Map()
  const entries: [string, unknown][] = Object.entries(own)
  return new Map(
    entries.filter(
      (entry): entry is [string, string] =>
        isSaid(entry[0]) && isOffered(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= maxText,
    ),
  )
}

function fits(language: Locale, key: string, text: string): boolean {
  try {
    const given = compileTexts({ [key]: defaults[language][key] ?? '' })
    return Object.hasOwn(fittingTexts(compileTexts({ [key]: text }), given), key)
  } catch {
    return false // not an ICU message
  }
}

function ownTranslator(language: Locale, key: string, text: string): Translate {
  const [namespace = '', name = ''] = key.split('.')
  // Without this, the library would return the bare key on an error.
  return translatorOf(language, { [namespace]: { [name]: text } }, (error) => {
    throw error
  })
}
