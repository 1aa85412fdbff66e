import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import type { FieldProps } from '../../../forms/fields/field-frame.tsx'
import { MoneyField, NumberField } from '../../../forms/fields/number-fields.tsx'

/** The contract accepts at most this many coins. */
const maxCoins = 1_000_000_000

/** An amount in the unit of its ledger. */
export function AmountField({ ledger, ...props }: FieldProps<number | null> & { ledger: Ledger }) {
  const t = useTranslations('ledger')
  if (ledger === 'money') return <MoneyField {...props} />
  return <NumberField {...props} max={maxCoins} unit={t('coinsUnit')} />
}
