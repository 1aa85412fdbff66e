import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { useCompanyTimezone } from '../api/session/session.ts'
import { FormatProvider } from '../ui/figures/format-context.tsx'
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts'

/** Providers of every page of the app, beside the texts: the component library and the formats. */
export function Providers({ children }: { children: ReactNode }) {
  const timezone = useCompanyTimezone()
  const locale = useLocale()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <FormatProvider locale={locale} timezone={timezone}>
        {children}
      </FormatProvider>
    </MantineProvider>
  )
}
