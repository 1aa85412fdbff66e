import type { Costs, StatPeriod } from '@artel/contract/stats/stats'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFileCall } from '../../../api/list/list-file.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import classes from '../charts/chart.module.css'
import { toneOf } from '../metrics/metrics.ts'
import { StatCard } from '../metrics/stat-card.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'
import frame from '../stats-frame.module.css'
import { StatsFrame } from '../stats-frame.tsx'
import { useStatsFilters } from '../use-stats-filters.ts'
import type { StatsState } from '../use-stats-state.ts'

const parts = [
  { cost: 'per_unit', count: 'units' },
  { cost: 'per_box', count: 'boxes' },
  { cost: 'per_supply', count: 'supplies' },
] as const

/** Costs against results; for the owner only. */
export function CostPart({ state }: { state: StatsState }) {
  const t = useTranslations('stats')
  // Bonuses belong to no product, so costs are not filtered by product.
  const { product_id: _, ...asked } = state.asked
  const { data, error, refetch } = useCall('stats.cost', { body: asked }, { keepsAnswer: true })
  const { isBusy, start } = useFileCall('stats.costFile')
  const [warehouse] = useStatsFilters(state)
  return (
    <StatsFrame
      state={state}
      part="cost"
      filters={warehouse ? [warehouse] : []}
      period={data?.period}
      file={{ isBusy, start: (format) => start({ input: { body: { ...asked, format } } }) }}
    >
      {error && !data && (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      )}
      {!error && !data && <SkeletonRows rows={3} height={120} cells={[{ kind: 'text' }]} />}
      {data && (
        <div className={frame.triple}>
          {parts.map((part) => (
            <Cost key={part.cost} {...part} costs={data.cost} period={data.period} asked={asked} />
          ))}
        </div>
      )}
    </StatsFrame>
  )
}

type CostProps = (typeof parts)[number] & {
  costs: Costs & { previous: Costs }
  period: StatPeriod
  asked: { date_from: string; date_to: string; warehouse_id?: number }
}

function Cost({ cost, count, costs, period, asked }: CostProps) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const format = useFormat()
  const [now, before] = [costs[cost], costs.previous[cost]]
  return (
    <StatCard title={t(`cost_${cost}`)}>
      <p className={classes.figure}>{now === null ? <Blank /> : format.money(now)}</p>
      {now !== null && before !== null && before > 0 && (
        <p className={classes.moved}>
          <b data-tone={toneOf(now - before, 'less')}>{format.change((now - before) / before)}</b>{' '}
          {words.before(period)}
        </p>
      )}
      <dl className={classes.parts}>
        <div>
          <dt>{words.name('money')}</dt>
          <dd>
            <OpenNumber rows={{ ...asked, metric: 'money' }} value={costs.money} />
          </dd>
        </div>
        <div>
          <dt>{words.name(count)}</dt>
          <dd>
            <OpenNumber rows={{ ...asked, metric: count }} value={costs[count]} />
          </dd>
        </div>
      </dl>
    </StatCard>
  )
}
