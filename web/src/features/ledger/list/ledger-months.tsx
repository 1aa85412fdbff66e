import type { DayFilter } from '@artel/contract/shapes/days'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { PeriodStepper } from '../../../ui/dates/period-stepper.tsx'
import { fixedDays, kindOf, stepPeriod } from '../../../ui/dates/periods.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import classes from './ledger-months.module.css'

export const thisMonth = { from: 'this_month', to: 'this_month' } as const

type LedgerMonthsProps = { days: DayFilter; onChange: (days: DayFilter) => void }

/** ‹ ноябрь ›, and the ways to all time and back. */
export function LedgerMonths({ days, onChange }: LedgerMonthsProps) {
  const t = useTranslations('ledger')
  const ui = useTranslations('ui')
  const format = useFormat()
  const today = format.today()
  const fixed = fixedDays(days, today)
  const isAll = days.from === null && days.to === null
  const isPresent = days.from === thisMonth.from && days.to === thisMonth.to
  return (
    <div className={classes.months}>
      <PeriodStepper
        canStep={fixed !== null}
        // Nothing is entered ahead of time.
        canStepOn={fixed !== null && fixed.to < today}
        onStep={(direction) => onChange(stepPeriod(days, direction, today))}
      >
        <span className={classes.name} role="status" aria-label={t('period')}>
          {fixed ? format.days(fixed, { month: kindOf(days, today) === 'month' }) : ui('periodAll')}
        </span>
      </PeriodStepper>
      {!isPresent && (
        <Button variant="subtle" onClick={() => onChange(thisMonth)}>
          {t('thisMonth')}
        </Button>
      )}
      {!isAll && (
        <Button variant="subtle" onClick={() => onChange({ from: null, to: null })}>
          {t('allTime')}
        </Button>
      )}
    </div>
  )
}
