import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import classes from './priority-mark.module.css'

export type PriorityName = 'low' | 'normal' | 'high' | 'urgent'

const names = {
  low: 'priorityLow',
  normal: 'priorityNormal',
  high: 'priorityHigh',
  urgent: 'priorityUrgent',
} as const
const raised = { low: 1, normal: 2, high: 3 } as const
const bars = [
  { x: 1, y: 9, height: 4 },
  { x: 5.5, y: 6, height: 7 },
  { x: 10, y: 2.5, height: 10.5 },
] as const

/**
 * One, two or three rising bars; urgent is a red square. `quiet`: no label, because the word is beside it.
 */
export function PriorityMark({ priority, quiet = false }: { priority: PriorityName; quiet?: boolean }) {
  const t = useTranslations('ui')
  const drawing = priority === 'urgent' ? <UrgentSquare /> : <Bars priority={priority} />
  if (quiet) return drawing
  return (
    <span role="img" aria-label={t(names[priority])} title={t(names[priority])} className={classes.mark}>
      {drawing}
    </span>
  )
}

function Bars({ priority }: { priority: keyof typeof raised }) {
  return (
    <svg className={classes[priority]} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {bars.map((bar, index) => (
        <rect
          key={bar.x}
          className={clsx(index >= raised[priority] && classes.pale)}
          x={bar.x}
          y={bar.y}
          width="3"
          height={bar.height}
          rx="1"
          fill="currentColor"
        />
      ))}
    </svg>
  )
}

function UrgentSquare() {
  return (
    <svg className={classes.urgent} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <rect x="0.5" y="0.5" width="13" height="13" rx="3" fill="currentColor" />
      <path d="M7 3.5 V7.6" stroke="var(--a-sheet)" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="7" cy="10.3" r="1.05" fill="var(--a-sheet)" />
    </svg>
  )
}
