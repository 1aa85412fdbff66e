import { useTranslations } from 'use-intl'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { useSpanWords } from '../use-span-words.ts'
import classes from './chart.module.css'
import type { DrawnGraph } from './metric-chart.tsx'

/** The data of the chart as numbers. Each number opens its rows. */
export function ChartTable({ metric, group, graph: { spans, lines }, onOpen }: DrawnGraph) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const span = useSpanWords(group)
  return (
    <div className={classes.scroll}>
      <PlainTable
        head={
          <>
            <th scope="col">{t('when')}</th>
            {lines.map(({ user, before }, line) => [
              <th key={`now ${user?.id ?? line}`} scope="col" data-figure>
                {before === null && user ? user.full_name : words.name(metric)}
              </th>,
              before && (
                <th key="before" scope="col" data-figure>
                  {t('before')}
                </th>
              ),
            ])}
          </>
        }
      >
        {spans.map((one, index) => (
          <tr key={`${one.date_from} ${one.hour}`}>
            <td>{span.title(one)}</td>
            {lines.map(({ user, values, before }, line) => [
              <td key={`now ${user?.id ?? line}`} data-figure>
                <button type="button" className={classes.open} onClick={() => onOpen(one, user?.id)}>
                  {words.value(metric, values[index] ?? null)}
                </button>
              </td>,
              before && (
                <td key="before" data-figure>
                  {words.value(metric, before[index] ?? null)}
                </td>
              ),
            ])}
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}
