import type { Figures } from '@artel/contract/stats/stats'
import { useTranslations } from 'use-intl'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { StatCard } from '../metrics/stat-card.tsx'
import { OpenNumber } from '../rows/open-number.tsx'
import type { StatsState } from '../use-stats-state.ts'
import classes from './chart.module.css'

type LoadCardProps = { figures: Figures; asked: StatsState['asked'] & { user_id?: number } }

/** The share of shift time that is spent on tasks. */
export function LoadCard({ figures: { task_seconds, worked_seconds }, asked }: LoadCardProps) {
  const t = useTranslations('stats')
  const format = useFormat()
  const load = worked_seconds > 0 ? task_seconds / worked_seconds : null
  return (
    <StatCard title={t('load')} hint={t('loadHint')}>
      <p className={classes.figure}>{load === null ? <Blank /> : format.share(load)}</p>
      <Ruler value={load ?? 0} height={12} />
      {load !== null && load > 1 && <p className={classes.hint}>{t('loadOver')}</p>}
      <dl className={classes.parts}>
        <div>
          <dt>{t('metric_task_seconds')}</dt>
          <dd>
            <OpenNumber rows={{ ...asked, metric: 'task_seconds' }} value={task_seconds} />
          </dd>
        </div>
        <div>
          <dt>{t('metric_worked_seconds')}</dt>
          <dd>
            <OpenNumber rows={{ ...asked, metric: 'worked_seconds' }} value={worked_seconds} />
          </dd>
        </div>
      </dl>
    </StatCard>
  )
}
