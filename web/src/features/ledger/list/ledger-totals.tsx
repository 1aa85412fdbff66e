import type { LedgerTotals } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { fixedDays } from '../../../ui/dates/periods.ts'
import { Figure, FigureStrip } from '../../../ui/figures/figure-strip.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
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
  /** A note below the debited sum. */
  outNote?: ReactNode
}

/** Credited and debited sums of the filtered entries, and the balance at their end. */
export function LedgerTotalsStrip({ isOfOne, isBalanceAbove, outNote, ...props }: LedgerTotalsProps) {
  const { ledger, totals, lastDay } = props
  const t = useTranslations('ledger')
  const balance = useBalance(lastDay)
  const sum = (value: number | undefined, look: 'change' | 'balance') => {
    if (totals === null) return '—'
    return value === undefined ? '\u00a0' : <Sum ledger={ledger} value={value} look={look} />
  }
  return (
    <FigureStrip label={t('totals')}>
      {(balance.isPast || !isBalanceAbove) && (
        <Figure
          name={balance.name}
          value={sum(totals?.balance, 'balance')}
          isBalance={isOfOne && !isBalanceAbove}
        >
          {totals === null && t('totalsTooMany')}
        </Figure>
      )}
      <Figure name={t('totalIn')} value={sum(totals?.in, 'change')} />
      <Figure name={t('totalOut')} value={sum(totals ? -totals.out : undefined, 'change')}>
        {outNote}
      </Figure>
    </FigureStrip>
  )
}

/** The name of the balance: now, or at the end of the last day of the filter. */
function useBalance(lastDay: string | undefined) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const today = format.today()
  const day = lastDay === undefined ? null : (fixedDays({ from: lastDay, to: lastDay }, today)?.to ?? null)
  if (day === null || day >= today) return { isPast: false, name: t('balanceNow') }
  return { isPast: true, name: t('balanceOn', { day: format.date(day) }) }
}

type PaidOutProps = {
  userId: number | undefined
  days: Pick<NonNullable<InputOf<'money.list'>['body']>, 'date_from' | 'date_to'>
}

/** How much of the debited sum was paid out. */
export function PaidOut({ userId, days }: PaidOutProps) {
  const t = useTranslations('ledger')
  const format = useFormat()
  // A list returns at least one row, and only the totals are needed.
  const { data } = useCall('money.list', {
    query: { limit: 1 },
    body: { ...days, user_id: userId, kind: 'payout' },
  })
  const sum = data?.totals?.out
  return sum === undefined ? '\u00a0' : t('paidOut', { sum: format.money(sum, { kopecks: 'always' }) })
}
