import type { Locale } from '@artel/contract/shapes/primitives'
import type { CompiledTexts } from '@artel/contract/texts/texts.fit'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import { nestTexts } from './nest-texts.ts'

type TextsProviderProps = { locale: Locale; texts: CompiledTexts; children: ReactNode }

export function TextsProvider({ locale, texts, children }: TextsProviderProps) {
  // Built from the catalogue that declares Messages, which knows them as they are written; a key that is missing shows
  // as its own name.
  const messages = useMemo(() => nestTexts(texts) as unknown as Partial<Messages>, [texts])
  return (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  )
}
