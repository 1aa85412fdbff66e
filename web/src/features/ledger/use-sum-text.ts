import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'

/** Formats a sum for use in a sentence. `sign`: with a plus sign if positive. */
export function useSumText(ledger: Ledger): (value: number, sign?: boolean) => string {
  const t = useTranslations('ledger')
  const format = useFormat()
  return (value, sign = false) =>
    ledger === 'money'
      ? format.money(value, { sign })
      : t('coinsText', { count: Math.abs(value), sum: format.coins(value, { sign }) })
}
