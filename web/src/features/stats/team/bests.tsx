import type { Best } from '@artel/contract/stats/stats'
import { bestSpans } from '@artel/contract/stats/stats.metrics'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import classes from '../charts/chart.module.css'
import { StatCard } from '../metrics/stat-card.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'

/** A person's best day, week and month ever. Each leads to the rows of that time. */
export function Bests({ userId }: { userId: number }) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const { data } = useCall('stats.best', { body: { user_id: userId } })
  const known = (data?.best ?? []).filter((best) => bestSpans.some((span) => best[span] !== null))
  if (known.length === 0) return null
  return (
    <StatCard title={t('bests')} hint={t('bestsHint')}>
      <ul className={classes.bests}>
        {known.map((best) => (
          <li key={best.metric}>
            <span className={classes.bestName}>{words.name(best.metric)}</span>
            {bestSpans.map((span) => (
              <BestOf key={span} best={best} span={span} userId={userId} />
            ))}
          </li>
        ))}
      </ul>
    </StatCard>
  )
}

type BestOfProps = { best: Best; span: (typeof bestSpans)[number]; userId: number }

function BestOf({ best: { metric, ...spans }, span, userId }: BestOfProps) {
  const t = useTranslations('stats')
  const format = useFormat()
  const best = spans[span]
  const days = best && { from: best.date_from, to: best.date_to }
  return (
    <span className={classes.best}>
      <span className={classes.hint}>{t(`best_${span}`)}</span>
      {best === null ? (
        <Blank />
      ) : (
        <OpenNumber
          rows={{ metric, date_from: best.date_from, date_to: best.date_to, user_id: userId }}
          value={best.value}
        />
      )}
      {days && <span className={classes.hint}>{format.days(days, { month: span === 'month' })}</span>}
    </span>
  )
}
