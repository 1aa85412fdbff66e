import type { StatSpan } from '@artel/contract/stats/stats'
import type { StatGroup, StatMetric } from '@artel/contract/stats/stats.metrics'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useFileCall } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { isCounted, plotScale } from '../metrics/metrics.ts'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { type AskedGraph, type Graph, useGraph } from '../use-graph.ts'
import { useSpanWords } from '../use-span-words.ts'
import classes from './chart.module.css'
import { ChartCard } from './chart-card.tsx'
import { ChartTable } from './chart-table.tsx'
import type { ChartLine, ChartPoint } from './chart-types.ts'

// Lazy, because the chart library is larger than the rest of the page.
const LineChart = lazyPart(async () => (await import('./line-chart.tsx')).LineChart)

/** The chart colors of the design, ordered so that neighbours differ most. */
const colors = [1, 2, 3, 4, 5, 6].map((number) => `var(--a-c${number})`)

type MetricChartProps = {
  asked: AskedGraph
  /** Compares people with each other instead of a figure with its previous days. */
  isComparison?: boolean
  onOpen: (span: StatSpan, userId: number | undefined) => void
}

/** A figure over its days, as lines and as a table. */
export function MetricChart({ asked, isComparison = false, onOpen }: MetricChartProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const { body, data, error, refetch, readAt } = useGraph(asked, { compare: !isComparison })
  const { group } = body
  const { isBusy, start } = useFileCall('stats.graphFile')
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  // As high as the card on a wide screen.
  if (!data) return <SkeletonRows rows={6} height={53} cells={[{ kind: 'text' }]} />
  const title = t(`by_${group}`, { metric: words.name(asked.metric) })
  const updated = t('updated', { time: format.time(new Date(readAt).toISOString()) })
  const drawn = { metric: asked.metric, group, graph: data, title, onOpen }
  return (
    <ChartCard
      title={title}
      hint={`${words.unit(asked.metric)} · ${updated}`}
      lines={linesOf(data, words, format)}
      chart={<Lines {...drawn} />}
      table={<ChartTable {...drawn} />}
      file={{ isBusy, start: (format) => start({ input: { body: { ...body, format } } }) }}
    />
  )
}

export type DrawnGraph = {
  metric: StatMetric
  group: StatGroup
  graph: Graph
  title: string
  onOpen: MetricChartProps['onOpen']
}

function linesOf(
  { lines, period }: Graph,
  words: ReturnType<typeof useMetricWords>,
  format: ReturnType<typeof useFormat>,
): ChartLine[] {
  // Days after today are not drawn.
  const [to = period.today] = [period.date_to, period.today].toSorted()
  const now = format.days({ from: period.date_from, to })
  return lines.flatMap(({ user, before }, index) => [
    { name: before === null && user ? user.full_name : now, color: colors[index % colors.length] ?? '' },
    ...(before ? [{ name: words.days(period), color: '', isBefore: true }] : []),
  ])
}

function Lines({ metric, group, graph, title, onOpen }: DrawnGraph) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const span = useSpanWords(group)
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const height = isPhone ? 220 : 250
  const scale = plotScale(metric)
  const plot = (value: number | null | undefined) => (value == null ? null : value / scale)
  const { spans, spansBefore, lines } = graph
  if (lines.every(({ values, before }) => [...values, ...(before ?? [])].every((value) => !value)))
    return <EmptyState title={t('emptyChart')} />
  const points = spans.map((one, index): ChartPoint => {
    const earlier = spansBefore[index]
    return {
      tick: span.tick(one, spans[0]?.date_from ?? ''),
      title: span.title(one),
      ...(earlier && { beforeTitle: span.title(earlier) }),
      values: lines.flatMap(({ values, before }) => [
        plot(values[index]),
        ...(before ? [plot(before[index])] : []),
      ]),
    }
  })
  return (
    <LazyBoundary fallback={<div className={classes.toCome} style={{ height }} data-to-come />}>
      <LineChart
        label={t('chartLabel', { title })}
        points={points}
        lines={linesOf(graph, words, format)}
        formatTick={words.tick}
        formatValue={(value) => words.plotted(metric, value)}
        height={height}
        isCounted={isCounted(metric)}
        {...(metric === 'norm_percent' && { norm: { at: 100, name: t('norm') } })}
        onOpen={(point) => {
          const opened = spans[point]
          if (opened && lines.length === 1) onOpen(opened, lines[0]?.user?.id)
        }}
      />
    </LazyBoundary>
  )
}
