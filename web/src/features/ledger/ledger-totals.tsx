import type { LedgerTotals } from '@artel/contract/ledger'
import type { Ledger } from '@artel/contract/ledger.line'
import { useTranslations } from 'use-intl'
import { Figure, FigureStrip } from '../../ui/figure-strip.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { dayAt, fixedDays } from '../../ui/periods.ts'
import { Sum } from './entry-parts.tsx'

type LedgerTotalsProps = {
  ledger: Ledger
  /** Absent until the first answer; null where too many are found to add up. */
  totals: LedgerTotals | null | undefined
  /** The last day that is looked at, or a word for it. */
  lastDay: string | undefined
  /** The balance is somebody's own, and what the page is about. */
  isOfOne: boolean
  /** The page says already what there is now. */
  isBalanceAbove: boolean
}

/** What the entries that are found have given and taken, and what there is at their end. */
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

/** What is there now, or at the end of the day up to which is looked. */
function useBalanceName(lastDay: string | undefined): string {
  const t = useTranslations('ledger')
  const format = useFormat()
  const today = dayAt(format.now(), format.timezone)
  const day = lastDay === undefined ? null : (fixedDays({ from: lastDay, to: lastDay }, today)?.to ?? null)
  return day === null || day >= today ? t('balanceNow') : t('balanceOn', { day: format.date(day) })
}
