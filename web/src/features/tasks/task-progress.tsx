import type { Task } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { DoneOf, Duration } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Ruler } from '../../ui/figures/ruler.tsx'
import { useSpentSeconds } from './running/use-spent-seconds.ts'
import { statusTones } from './status-tones.ts'
import { isOverNorm } from './task-parts.tsx'
import classes from './task-progress.module.css'

/** Done pieces against the quantity, and time worked against the norm. */
export function TaskProgress({ task }: { task: Task }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  const seconds = useSpentSeconds(task)
  const { quantity, quantity_done, norm_seconds: norm, status } = task
  const longest = Math.max(seconds, norm ?? 0)
  const isOver = isOverNorm(task, seconds)
  return (
    <div className={classes.rulers}>
      <div>
        <div className={classes.figures}>
          <span className={classes.figure}>
            <DoneOf done={quantity_done} total={quantity} />
          </span>
          <span className={classes.hint}>{t('left', { count: quantity - quantity_done })}</span>
        </div>
        <Ruler
          value={quantity_done / quantity}
          tone={statusTones[status]}
          height={12}
          label={t('progressLabel', { done: quantity_done, quantity })}
        />
      </div>
      <div>
        <div className={classes.figures}>
          <span className={classes.figure}>
            <Duration seconds={seconds} tone={isOver ? 'bad' : 'plain'} />
          </span>
          <span className={classes.hint}>
            {norm === null ? t('noNorm') : t('norm', { duration: format.duration(norm, { units: 2 }) })}
          </span>
        </div>
        {norm !== null && (
          <Ruler
            value={seconds / longest}
            mark={norm / longest}
            tone={isOver ? 'bad' : 'accent'}
            height={12}
            label={t('timeLabel')}
          />
        )}
      </div>
    </div>
  )
}
