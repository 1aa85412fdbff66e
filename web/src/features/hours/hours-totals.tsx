import type { HoursTotals } from '@artel/contract/hours/hours'
import type { DayFilter } from '@artel/contract/shapes/days'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../api/session/session.ts'
import { daysOf, fixedDays } from '../../ui/dates/periods.ts'
import { Figure, FigureStrip } from '../../ui/figures/figure-strip.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { plannedSeconds } from './shift/planned-seconds.ts'

/** Longer periods show no plan, because summing the schedule over more than a year is not needed. */
const maxDays = 366

type HoursTotalsProps = { totals: HoursTotals | undefined; period: DayFilter }

/** The totals of a period. Unconfirmed time is shown separately. */
export function HoursTotalsStrip({ totals, period }: HoursTotalsProps) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const figure = (seconds: number | undefined) => (seconds === undefined ? '\u00a0' : format.hours(seconds))
  const doubt = totals?.unconfirmed_seconds ?? 0
  return (
    <FigureStrip label={t('totals')}>
      <Figure name={t('totalWorked')} value={figure(totals?.worked_seconds)}>
        <Plan worked={totals?.worked_seconds ?? 0} period={period} />
      </Figure>
      <Figure name={t('totalUnconfirmed')} value={figure(totals?.unconfirmed_seconds)} isWarning={doubt > 0}>
        {doubt > 0 && t('totalUnconfirmedHint')}
      </Figure>
      <Figure name={t('totalOvertime')} value={figure(totals?.overtime_seconds)} />
      <Figure name={t('totalLate')} value={figure(totals?.late_seconds)} />
    </FigureStrip>
  )
}

function Plan({ worked, period }: { worked: number; period: DayFilter }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const company = useCompany()
  const today = format.today()
  const fixed = fixedDays(period, today)
  const days = fixed ? daysOf(fixed) : []
  if (days.length === 0 || days.length > maxDays) return null
  const plan = plannedSeconds(company, days)
  const soFar = plannedSeconds(
    company,
    days.filter((day) => day <= today),
  )
  if (!plan || soFar === null) return null
  return (
    <>
      <span>{t('totalPlan', { plan: format.hours(plan) })}</span>
      <Ruler value={worked / plan} mark={soFar / plan} />
    </>
  )
}
