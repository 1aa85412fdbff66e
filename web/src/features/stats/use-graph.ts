import type { StatMetric } from '@artel/contract/stats/stats.metrics'
import { useCall } from '../../api/cache/query.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { begunOf, groupOf } from './spans.ts'

/** What a chart shows, and for which people; without people for all visible ones. */
export type AskedGraph = {
  metric: StatMetric
  date_from: string
  date_to: string
  warehouse_id?: number
  product_id?: number
  user_ids?: number[]
}

/** Refetch interval, ms. Once a minute is enough, because nobody watches the figures live. */
const refetchInterval = 60_000

/** A figure by spans up to now, each with the value of the previous days. */
export function useGraph(asked: AskedGraph, { compare = true } = {}) {
  const format = useFormat()
  const body = { ...asked, group: groupOf({ from: asked.date_from, to: asked.date_to }), compare }
  const { data, error, refetch, dataUpdatedAt } = useCall(
    'stats.graph',
    { body },
    { keepsAnswer: true, refetchInterval },
  )
  const { graph, period } = data ?? {}
  const hourNow = new Date(format.now() + format.timezone * 3_600_000).getUTCHours()
  const begun = graph && period ? begunOf(graph.spans, period.today, hourNow) : 0
  return {
    body,
    error,
    refetch,
    readAt: dataUpdatedAt,
    data: graph &&
      period && {
        period,
        spans: graph.spans.slice(0, begun),
        spansBefore: graph.previous_spans?.slice(0, begun) ?? [],
        lines: graph.series.map(({ user, values, previous }) => ({
          user,
          values: values.slice(0, begun),
          before: previous?.slice(0, begun) ?? null,
        })),
      },
  }
}

export type Graph = NonNullable<ReturnType<typeof useGraph>['data']>
