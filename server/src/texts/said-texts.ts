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
import { type CompiledTexts, type FlatTexts, fittingTexts } from '@artel/contract/texts.fit'
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
export const isOffered = (key: string): boolean => !ofNobody.has(key)

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

const compiled: Partial<Record<Locale, CompiledTexts>> = {}

/** What the default texts want, read when a company first says something else. */
function compiledIn(language: Locale): CompiledTexts {
  compiled[language] ??= compileTexts(defaults[language])
  return compiled[language]
}

/**
 * Says what a company has written in place of the default. What is no text, or does not fit the default, is as if it
 * were not there.
 * @param own what it says in each language, by key, as it is stored
 * @returns besides, how many characters of them are kept
 */
export function sayOwn(own: Record<Locale, unknown>): { say: Say; size: number } {
  const fitting = { en: fittingIn('en', own.en), ru: fittingIn('ru', own.ru) }
  const size = locales.reduce((sum, one) => sum + JSON.stringify(fitting[one]).length, 0)
  if (locales.every((one) => Object.keys(fitting[one]).length === 0)) return { say: sayDefault, size }
  const translators = { en: ownTranslator('en', fitting.en), ru: ownTranslator('ru', fitting.ru) }
  const say: Say = (language, key, values = {}) => {
    if (!Object.hasOwn(fitting[language], key)) return sayDefault(language, key, values)
    try {
      return translators[language](key, values)
    } catch {
      return sayDefault(language, key, values)
    }
  }
  return { say, size }
}

function fittingIn(language: Locale, own: unknown): FlatTexts {
  if (typeof own !== 'object' || own === null) return {}
  const read = Object.entries(own).filter(
    ([key, text]) => isSaid(key) && isOffered(key) && typeof text === 'string',
  )
  const fitting = fittingTexts(Object.assign({}, ...read.map(compiledAlone)), compiledIn(language))
  return Object.fromEntries(read.filter(([key]) => Object.hasOwn(fitting, key)))
}

function compiledAlone([key, text]: [string, string]): CompiledTexts {
  try {
    return compileTexts({ [key]: text })
  } catch {
    return {}
  }
}

function ownTranslator(language: Locale, texts: FlatTexts): Translate {
  const namespaces: Namespaces = {}
  for (const [key, text] of Object.entries(texts)) {
    const [namespace = '', name = ''] = key.split('.')
    namespaces[namespace] = { ...namespaces[namespace], [name]: text }
  }
  // Otherwise what goes wrong would be said as the bare key.
  return translatorOf(language, namespaces, (error) => {
    throw error
  })
}
