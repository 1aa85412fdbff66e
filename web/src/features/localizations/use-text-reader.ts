import type { Locale } from '@artel/contract/shapes/primitives'
import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import { useEffect, useState } from 'react'

type Reader = {
  compileTexts: typeof import('@artel/contract/texts/texts.compile').compileTexts
  findTextMistake: typeof import('@artel/contract/texts/texts.check').findTextMistake
}

let loaded: Reader | null = null

async function load(): Promise<Reader> {
  const [{ compileTexts }, { findTextMistake }] = await Promise.all([
    import('@artel/contract/texts/texts.compile'),
    import('@artel/contract/texts/texts.check'),
  ])
  loaded = { compileTexts, findTextMistake }
  return loaded
}

/** The ICU parser, which only the editor needs; null until it is loaded. */
export function useTextReader(): Reader | null {
  const [reader, setReader] = useState(loaded)
  useEffect(() => {
    if (!reader) load().then(setReader, () => undefined)
  }, [reader])
  return reader
}

/** Signs of a likely slip. The text is saved all the same. */
const textWarnings = ['warnSpace', 'warnSame', 'warnHtml'] as const
export type TextWarning = (typeof textWarnings)[number]

export function findWarnings(locale: Locale, texts: Partial<FlatTexts>): TextWarning[] {
  const own = texts[locale] ?? ''
  const other = texts[locale === 'ru' ? 'en' : 'ru'] ?? ''
  const found: Record<TextWarning, boolean> = {
    warnSpace: own !== own.trim(),
    // A text without letters is the same in all languages.
    warnSame: own !== '' && own === other && /\p{L}/u.test(own.replace(/\{[^}]*\}/g, '')),
    warnHtml: /'<\/?\w+/.test(own) || /&\w+;/.test(own),
  }
  return textWarnings.filter((warning) => found[warning])
}
