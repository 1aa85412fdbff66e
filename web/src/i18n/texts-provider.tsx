import type { Locale } from '@artel/contract/primitives'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import { type FlatTexts, nestTexts } from './nest-texts.ts'

type TextsProviderProps = { locale: Locale; texts: FlatTexts; children: ReactNode }

export function TextsProvider({ locale, texts, children }: TextsProviderProps) {
  // The file is built from the catalogue that declares Messages; a key it lacks shows as its own name.
  const messages = useMemo(() => nestTexts(texts) as Partial<Messages>, [texts])
  return (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  )
}
