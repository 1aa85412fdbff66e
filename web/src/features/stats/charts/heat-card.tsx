import { maxHeatDays } from '@artel/contract/stats/stats.metrics'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { daysOf } from '../../../ui/dates/periods.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { StatCard } from '../metrics/stat-card.tsx'
import { useRowsPanel } from '../rows/use-rows-panel.ts'
import type { StatsState } from '../use-stats-state.ts'
import { useWeekdays } from '../use-weekdays.ts'
import classes from './chart.module.css'
import { peakOf, weekdaysOf } from './heat.ts'
import { HeatMap } from './heat-map.tsx'

type HeatCardProps = { state: StatsState; userId: number | null }

/** When people are on shift. Each hour opens the shifts that it counts. */
export function HeatCard({ state: { asked, days }, userId }: HeatCardProps) {
  const t = useTranslations('stats')
  const { short } = useWeekdays()
  const [, open] = useRowsPanel()
  // Shifts belong to no product.
  const { product_id: _, ...common } = asked
  const whose = { ...common, ...(userId !== null && { user_id: userId }) }
  const isTooLong = daysOf(days).length > maxHeatDays
  const { data, error, refetch } = useCall(
    'stats.heat',
    { body: whose },
    { keepsAnswer: true, enabled: !isTooLong },
  )
  const cells = data?.heat.cells ?? []
  const peak = peakOf(cells)
  return (
    <StatCard title={t('heat')} hint={t('heatHint')}>
      {isTooLong && <EmptyState title={t('heatTooLong')} />}
      {error && !data && (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      )}
      {!isTooLong && !error && !data && <SkeletonRows rows={7} height={34} cells={[{ kind: 'text' }]} />}
      {data && !peak && <EmptyState title={t('heatEmpty')} />}
      {peak && (
        <>
          <HeatMap
            label={t('heatLabel')}
            cells={cells}
            weekdays={weekdaysOf(data?.heat.days ?? [])}
            onOpen={(weekday, hour) => open({ ...whose, metric: 'on_shift_seconds', weekday, hour })}
          />
          <p className={classes.peak}>
            {t('heatPeak', { weekday: short(peak.weekday), from: String(peak.from), to: String(peak.to) })}
          </p>
        </>
      )}
    </StatCard>
  )
}
