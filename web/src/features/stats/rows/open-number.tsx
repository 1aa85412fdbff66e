import { useTranslations } from 'use-intl'
import classes from '../charts/chart.module.css'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { type AskedRows, useRowsPanel } from './use-rows-panel.ts'

type OpenNumberProps = {
  rows: AskedRows
  value: number | null
  /** The name of the number, if the metric alone does not identify it. */
  name?: string
}

/** A number that opens its rows. */
export function OpenNumber({ rows, value, name }: OpenNumberProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const [, open] = useRowsPanel()
  const text = words.value(rows.metric, value)
  return (
    <button
      type="button"
      className={classes.open}
      aria-label={t('openRows', { metric: name ?? words.name(rows.metric), value: text })}
      onClick={() => open(rows)}
    >
      {text}
    </button>
  )
}
