import type { LedgerTotals } from '@artel/contract/ledger'
import type { Ledger } from '@artel/contract/ledger.line'
import { useTranslations } from 'use-intl'
import { Figure, FigureStrip } from '../../../ui/figure-strip.tsx'
import { useFormat } from '../../../ui/format-context.tsx'
import { dayAt, fixedDays } from '../../../ui/periods.ts'
import { Sum } from '../entry/entry-parts.tsx'

type LedgerTotalsProps = {
  ledger: Ledger
  /** undefined before the first response; null if there are too many entries to sum. */
  totals: LedgerTotals | null | undefined
  /** The last day of the filter, as a date or a relative word. */
  lastDay: string | undefined
  /** The list is about one person, whose balance it shows. */
  isOfOne: boolean
  /** The page already shows the present balance. */
  isBalanceAbove: boolean
}

/** Credited and debited sums of the filtered entries, and the balance at their end. */
export function LedgerTotalsStrip({ isOfOne, isBalanceAbove, ...props }: LedgerTotalsProps) {
  const { ledger, totals, lastDay } = props
  const t = useTranslations('ledger')
  const name = useBalanceName(lastDay)
  const sum = (value: number | undefined, look: 'change' | 'balance') => {
    if (totals === null) return '—'
    return value === undefined ? '\u00a0' : <Sum ledger={ledger} value={value} look={look} />
  }
  return (
    <FigureStrip label={t('totals')}>
      {(lastDay !== undefined || !isBalanceAbove) && (
        <Figure name={name} value={sum(totals?.balance, 'balance')} isBalance={isOfOne}>
          {totals === null && t('totalsTooMany')}
        </Figure>
      )}
      <Figure name={t('totalIn')} value={sum(totals?.in, 'change')} />
      <Figure name={t('totalOut')} value={sum(totals ? -totals.out : undefined, 'change')} />
    </FigureStrip>
  )
}

/** The name of the balance: now, or at the end of the last day of the filter. */
function useBalanceName(lastDay: string | undefined): string {
  const t = useTranslations('ledger')
  const format = useFormat()
  const today = dayAt(format.now(), format.timezone)
  const day = lastDay === undefined ? null : (fixedDays({ from: lastDay, to: lastDay }, today)?.to ?? null)
  return day === null || day >= today ? t('balanceNow') : t('balanceOn', { day: format.date(day) })
}
