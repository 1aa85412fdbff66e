import type { StatSpan } from '@artel/contract/stats/stats'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/send/failure.ts'
import { ErrorState } from '../../ui/states/states.tsx'
import { MetricChart } from './charts/metric-chart.tsx'
import { MetricStrip } from './metrics/metric-strip.tsx'
import { shownMetrics } from './metrics/metrics.ts'
import { useRowsPanel } from './rows/use-rows-panel.ts'
import type { useFigures } from './use-figures.ts'
import { useChosenMetric } from './use-stats-state.ts'

type FiguresOverviewProps = {
  found: ReturnType<typeof useFigures>
}

/** The strip of figures, and the chart of the chosen one. */
export function FiguresOverview({ found: { asked, data, error, refetch } }: FiguresOverviewProps) {
  const t = useTranslations('stats')
  const [metric, choose] = useChosenMetric()
  const [, open] = useRowsPanel()
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  const { user_id, ...common } = asked
  const graphed = { ...common, ...(user_id !== undefined && { user_ids: [user_id] }) }
  const openSpan = ({ date_from, date_to, hour }: StatSpan) =>
    open({ ...asked, metric, date_from, date_to, ...(hour !== null && { hour }) })
  return (
    <>
      <MetricStrip
        metrics={shownMetrics}
        figures={data?.stats}
        period={data?.period}
        chosen={metric}
        onChoose={choose}
        onOpen={(opened) => open({ ...asked, metric: opened })}
        asked={graphed}
      />
      <MetricChart asked={{ ...graphed, metric }} onOpen={openSpan} />
    </>
  )
}
