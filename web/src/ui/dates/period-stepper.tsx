import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './period-stepper.module.css'

type PeriodStepperProps = {
  /** False: there is no previous or next period. */
  canStep?: boolean
  /** False: there is no next period. */
  canStepOn?: boolean
  onStep: (direction: -1 | 1) => void
  /** The name of the period. */
  children: ReactNode
}

/** ‹ 16–22 ноября › */
export function PeriodStepper({ canStep = true, canStepOn = canStep, onStep, children }: PeriodStepperProps) {
  const t = useTranslations('ui')
  const step = (label: string, direction: -1 | 1, icon: ReactNode) => (
    <ActionIcon
      aria-label={label}
      title={label}
      disabled={!(direction < 0 ? canStep : canStepOn)}
      onClick={() => onStep(direction)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <span className={classes.stepper}>
      {step(t('calendarPrevious'), -1, <IconChevronLeft size={16} stroke={1.8} />)}
      {children}
      {step(t('calendarNext'), 1, <IconChevronRight size={16} stroke={1.8} />)}
    </span>
  )
}
