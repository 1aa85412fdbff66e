import { useTranslations } from 'use-intl'
import type { Answer } from '../../../api/send/calls.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { StatCard } from '../metrics/stat-card.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'
import type { StatsState } from '../use-stats-state.ts'

/** The figures with a median, in this order. */
const told = ['units', 'tasks_done', 'norm_percent', 'worked_seconds', 'money', 'returns'] as const

type MediansCardProps = {
  medians: Answer<'stats.command'>['medians']
  asked: StatsState['asked']
  /** Whether the numbers open their rows. Staff may not see the figures of each colleague. */
  isOpen: boolean
}

/** The medians of the team. */
export function MediansCard({ medians, asked, isOpen }: MediansCardProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const rows = { ...asked, by: 'person' } as const
  const { points } = medians
  return (
    <StatCard title={t('medians')} hint={t('mediansHint')}>
      <PlainTable
        head={
          <>
            <th scope="col">{t('metric')}</th>
            <th scope="col" data-figure>
              {t('median')}
            </th>
          </>
        }
      >
        <tr>
          <td>{t('points')}</td>
          <td data-figure>
            {isOpen ? (
              <OpenNumber rows={{ ...rows, metric: 'coins' }} value={points} name={t('points')} />
            ) : (
              points !== null && format.number(points)
            )}
          </td>
        </tr>
        {told.map((metric) => {
          const value = medians[metric]
          if (value === undefined) return null
          return (
            <tr key={metric}>
              <td>{words.name(metric)}</td>
              <td data-figure>
                {isOpen ? (
                  <OpenNumber rows={{ ...rows, metric }} value={value} />
                ) : (
                  words.value(metric, value)
                )}
              </td>
            </tr>
          )
        })}
      </PlainTable>
    </StatCard>
  )
}
