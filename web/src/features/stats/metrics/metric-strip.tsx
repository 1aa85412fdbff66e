import type { Figures, StatPeriod } from '@artel/contract/stats/stats'
import type { StatMetric } from '@artel/contract/stats/stats.metrics'
import { useMediaQuery } from '@mantine/hooks'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { Sparkline } from '../charts/sparkline.tsx'
import type { AskedGraph } from '../use-graph.ts'
import classes from './metric-strip.module.css'
import { changeOf } from './metrics.ts'
import { useMetricWords } from './use-metric-words.ts'

type MetricStripProps = {
  metrics: readonly StatMetric[]
  figures: (Figures & { previous: Figures }) | undefined
  period: StatPeriod | undefined
  chosen: StatMetric
  onChoose: (metric: StatMetric) => void
  onOpen: (metric: StatMetric) => void
  /** The person and the days of the figures. */
  asked: Omit<AskedGraph, 'metric'>
}

/** Figures side by side. A press on a figure shows its chart below; a press on its number opens its rows. */
export function MetricStrip({ metrics, ...all }: MetricStripProps) {
  const t = useTranslations('stats')
  return (
    <ul className={classes.strip} aria-label={t('strip')}>
      {metrics.map((metric) => (
        <Metric key={metric} metric={metric} {...all} />
      ))}
    </ul>
  )
}

type MetricProps = Omit<MetricStripProps, 'metrics'> & { metric: StatMetric }

function Metric({ metric, figures, period, chosen, onChoose, onOpen, asked }: MetricProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const isNarrow = useMediaQuery('(max-width: 1300px)', undefined, { getInitialValueInEffect: false })
  const isChosen = metric === chosen
  const change = figures ? changeOf(metric, figures[metric], figures.previous[metric]) : null
  const value = figures ? words.value(metric, figures[metric]) : '\u00a0'
  return (
    <li className={clsx(classes.metric, isChosen && classes.chosen)}>
      <button
        type="button"
        className={classes.choose}
        aria-pressed={isChosen}
        title={t('show', { metric: words.name(metric) })}
        onClick={() => onChoose(metric)}
      >
        {words.name(metric)}
      </button>
      <button
        type="button"
        className={classes.value}
        disabled={!figures}
        aria-label={t('openRows', { metric: words.name(metric), value })}
        onClick={() => onOpen(metric)}
      >
        {value}
      </button>
      {!isNarrow && <Sparkline asked={{ ...asked, metric }} isBad={change?.tone === 'bad'} />}
      <span className={classes.change}>
        {change && period && (
          <>
            <b data-tone={change.tone}>{change.by === 0 ? t('same') : words.change(metric, change)}</b>{' '}
            {t('comparedTo', { days: words.days(period) })}
          </>
        )}
      </span>
    </li>
  )
}
