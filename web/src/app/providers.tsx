import type { Locale } from '@artel/contract/primitives'
import type { CompiledTexts } from '@artel/contract/texts.fit'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCompanyTimezone } from '../api/session.ts'
import { TextsProvider } from '../i18n/texts-provider.tsx'
import { FormatProvider } from '../ui/format-context.tsx'
import { cssVariablesResolver, theme } from '../ui/theme.ts'

type ProvidersProps = {
  locale: Locale
  texts: CompiledTexts
  children: ReactNode
}

/** Providers of every page, the login page included. */
export function Providers({ locale, texts, children }: ProvidersProps) {
  const timezone = useCompanyTimezone()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <TextsProvider locale={locale} texts={texts}>
        <FormatProvider locale={locale} timezone={timezone}>
          {children}
        </FormatProvider>
      </TextsProvider>
    </MantineProvider>
  )
}
