import type { DayFilter } from '@artel/contract/shapes/days'
import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../figures/format-context.tsx'
import { Popup } from '../popup/popup.tsx'
import { LazyBoundary } from '../states/lazy-boundary.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import { SkeletonRows } from '../states/skeleton.tsx'
import classes from './period-picker.module.css'
import { PeriodStepper } from './period-stepper.tsx'
import { fixedDays, kindOf, type PeriodKind, periodOf, stepPeriod } from './periods.ts'

// Loaded at the first opening, because the calendar alone is larger than a list.
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar)

const kinds = ['day', 'week', 'month', 'own'] as const satisfies readonly PeriodKind[]

type PeriodPickerProps = { value: DayFilter; onChange: (value: DayFilter) => void }

/** A choice of a day, a week, a month or any days, with buttons for the previous and the next period. */
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const today = format.today()
  const fixed = fixedDays(value, today)
  const kind = kindOf(value, today)
  const name = fixed ? format.days(fixed, { month: kind === 'month' }) : t('periodAll')
  const choose = (chosen: PeriodKind) => {
    if (chosen === 'own') return setIsOpen(true)
    // Starts from today if it is among the shown days, otherwise from the first of them.
    const holdsToday = !fixed || (fixed.from <= today && today <= fixed.to)
    onChange(periodOf(chosen, holdsToday ? today : fixed.from, today))
  }
  return (
    <span className={classes.picker}>
      <SegmentedControl<PeriodKind>
        aria-label={t('periodKind')}
        data={kinds.map((kindName) => ({ value: kindName, label: t(`period_${kindName}`) }))}
        value={kind}
        onChange={choose}
      />
      <PeriodStepper canStep={fixed !== null} onStep={(to) => onChange(stepPeriod(value, to, today))}>
        <DaysPopover
          name={name}
          value={fixed ?? value}
          isOpen={isOpen}
          onToggle={setIsOpen}
          onChange={onChange}
        />
      </PeriodStepper>
    </span>
  )
}

type DaysPopoverProps = PeriodPickerProps & {
  name: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The name of the period; pressing it opens the calendar. */
function DaysPopover({ name, value, isOpen, onToggle, onChange }: DaysPopoverProps) {
  const t = useTranslations('ui')
  return (
    <Popup
      target={
        <UnstyledButton className={classes.name} aria-label={t('periodDays', { days: name })}>
          {name}
        </UnstyledButton>
      }
      label={t('period_own')}
      position="bottom"
      className={classes.days}
      isOpen={isOpen}
      onChange={onToggle}
    >
      <LazyBoundary fallback={<SkeletonRows rows={7} height={36} cells={[{ kind: 'text' }]} />}>
        <DayCalendar
          value={value}
          onChange={(days) => {
            onChange(days)
            onToggle(false)
          }}
        />
      </LazyBoundary>
    </Popup>
  )
}
