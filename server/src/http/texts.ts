import type { ErrorCode } from '@artel/contract/errors'
import { errorTextsEn, type FieldTextKey, fieldTextsEn } from '@artel/contract/errors.en'
import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors.ru'
import type { Locale } from '@artel/contract/primitives'
import { createTranslator } from 'use-intl/core'

export type TextValues = Record<string, number | string>

const catalogues = {
  en: { errors: errorTextsEn, fields: fieldTextsEn },
  ru: { errors: errorTextsRu, fields: fieldTextsRu },
}

const translators = {
  en: createTranslator({ locale: 'en', messages: catalogues.en }),
  ru: createTranslator({ locale: 'ru', messages: catalogues.ru }),
}

// The keys' own argument types differ from text to text; here key and values arrive as data, so both
// translators are seen as one plain function.
type Translate = (key: string, values: TextValues) => string

export const errorText = (locale: Locale, code: ErrorCode, values: TextValues = {}): string =>
  (translators[locale] as unknown as Translate)(`errors.${code}`, values)

export const fieldText = (locale: Locale, key: FieldTextKey, values: TextValues = {}): string =>
  (translators[locale] as unknown as Translate)(`fields.${key}`, values)
