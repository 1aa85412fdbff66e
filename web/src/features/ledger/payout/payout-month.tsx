import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { fixedDays } from '../../../ui/dates/periods.ts'
import { Figure, FigureStrip } from '../../../ui/figures/figure-strip.tsx'
import { Money } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { thisMonth } from '../list/ledger-months.tsx'
import classes from './payout-run.module.css'

/** What the company has credited and paid out this month, and `due`: all that it owes now, in kopecks. */
export function PayoutMonth({ due }: { due: number }) {
  const t = useTranslations('ledger')
  const format = useFormat()
  const month = fixedDays(thisMonth, format.today())
  const days = { date_from: thisMonth.from, date_to: thisMonth.to }
  // A list returns at least one row, and only the totals are needed.
  const all = useCall('money.list', { query: { limit: 1 }, body: days })
  const paid = useCall('money.list', { query: { limit: 1 }, body: { ...days, kind: 'payout' } })
  const sum = (totals: { in: number; out: number } | null | undefined, side: 'in' | 'out') => {
    if (totals === null) return '—'
    return totals === undefined ? '\u00a0' : <Money value={totals[side]} />
  }
  const name = month ? format.days(month, { month: true }) : ''
  return (
    <div className={classes.month}>
      <FigureStrip label={t('payoutMonth')}>
        <Figure name={t('payoutDue')} value={<Money value={due} />} />
        <Figure name={t('payoutCredited', { month: name })} value={sum(all.data?.totals, 'in')} />
        <Figure name={t('payoutPaid', { month: name })} value={sum(paid.data?.totals, 'out')} />
      </FigureStrip>
    </div>
  )
}
