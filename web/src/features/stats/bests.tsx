import type { Best } from '@artel/contract/stats'
import { bestSpans } from '@artel/contract/stats.metrics'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/query.ts'
import { Blank } from '../../ui/figures.tsx'
import { useFormat } from '../../ui/format-context.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import classes from './chart.module.css'
import { OpenNumber } from './open-number.tsx'
import { StatCard } from './stat-card.tsx'
import { useMetricWords } from './use-metric-words.ts'

/** The best day, week and month somebody ever had, each as the way to what was done then. */
export function Bests({ userId }: { userId: number }) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const { data } = useCall('stats.best', { body: { user_id: userId } })
  const known = (data?.best ?? []).filter((best) => bestSpans.some((span) => best[span] !== null))
  if (known.length === 0) return null
  return (
    <StatCard title={t('bests')} hint={t('bestsHint')}>
      <PlainTable
        head={
          <>
            <th scope="col">{t('metric')}</th>
            {bestSpans.map((span) => (
              <th key={span} scope="col" data-figure>
                {t(`best_${span}`)}
              </th>
            ))}
          </>
        }
      >
        {known.map((best) => (
          <tr key={best.metric}>
            <td>{words.name(best.metric)}</td>
            {bestSpans.map((span) => (
              <td key={span} data-figure>
                <BestOf best={best} span={span} userId={userId} />
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </StatCard>
  )
}

type BestOfProps = { best: Best; span: (typeof bestSpans)[number]; userId: number }

function BestOf({ best: { metric, ...spans }, span, userId }: BestOfProps) {
  const format = useFormat()
  const best = spans[span]
  if (best === null) return <Blank />
  const { value, date_from, date_to } = best
  return (
    <span className={classes.best}>
      <OpenNumber rows={{ metric, date_from, date_to, user_id: userId }} value={value} />
      <span className={classes.hint}>
        {format.days({ from: date_from, to: date_to }, { month: span === 'month' })}
      </span>
    </span>
  )
}
