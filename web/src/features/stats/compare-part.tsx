import { maxCompared, type StatMetric } from '@artel/contract/stats/stats.metrics'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useAddress, useChangeAddress } from '../../api/list/address.ts'
import { useFilters } from '../../ui/list/use-filters.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { usePeopleOptions } from '../users/users.tsx'
import classes from './charts/chart.module.css'
import { MetricChart } from './charts/metric-chart.tsx'
import { shownMetrics } from './metrics/metrics.ts'
import { StatCard } from './metrics/stat-card.tsx'
import { useMetricWords } from './metrics/use-metric-words.ts'
import { OpenNumber } from './rows/open-number.tsx'
import { useRowsPanel } from './rows/use-rows-panel.ts'
import { StatsFrame } from './stats-frame.tsx'
import { useFigures } from './use-figures.ts'
import { useStatsFilters } from './use-stats-filters.ts'
import { type StatsState, useChosenMetric } from './use-stats-state.ts'

/** Compares up to six people: one line each in the chart, and their figures in a table. */
export function ComparePart({ state }: { state: StatsState }) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const [chosen, setPeople] = useCompared()
  const { people, isComing } = useShown(state, chosen)
  const [metric, choose] = useChosenMetric()
  const [, open] = useRowsPanel()
  const options = usePeopleOptions()
  const { many } = useFilters({ people: chosen }, ({ people }) => setPeople(people))
  const who = many('people', t('choosePeople'), options)
  return (
    <StatsFrame state={state} part="compare" filters={[who, ...useStatsFilters(state)]}>
      {isComing ? (
        <SkeletonRows rows={6} height={52} />
      ) : people.length === 0 ? (
        <EmptyState title={t('chooseFirst')} text={t('chooseHint')} />
      ) : (
        <>
          {chosen.length === 0 && <p className={classes.hint}>{t('compareFirst')}</p>}
          <NativeSelect
            w={260}
            aria-label={t('chooseMetric')}
            data={shownMetrics.map((value) => ({ value, label: words.name(value) }))}
            value={metric}
            onChange={({ currentTarget: { value } }) =>
              choose(shownMetrics.find((one) => one === value) ?? metric)
            }
          />
          <MetricChart
            asked={{ ...state.asked, metric, user_ids: people }}
            isComparison
            onOpen={({ date_from, date_to, hour }, userId) =>
              open({
                ...state.asked,
                metric,
                date_from,
                date_to,
                ...(hour !== null && { hour }),
                ...(userId !== undefined && { user_id: userId }),
              })
            }
          />
          <StatCard title={t('compareTitle')}>
            <div className={classes.wide}>
              <PlainTable
                head={
                  <>
                    <th scope="col">{t('person')}</th>
                    {shownMetrics.map((one) => (
                      <th key={one} scope="col" data-figure data-extra={one === metric ? undefined : true}>
                        {words.name(one)}
                      </th>
                    ))}
                  </>
                }
              >
                {people.map((id) => (
                  <Compared
                    key={id}
                    id={id}
                    name={options.find(({ value }) => value === id)?.label ?? ''}
                    metric={metric}
                    state={state}
                  />
                ))}
              </PlainTable>
            </div>
          </StatCard>
        </>
      )}
    </StatsFrame>
  )
}

const firstShown = 3

/** The chosen people. Without a choice the first of the ranking, so that the page is not empty. */
function useShown({ asked }: StatsState, chosen: number[]): { people: number[]; isComing: boolean } {
  const isOpen = chosen.length === 0
  const first = useCall('stats.command', { query: { limit: firstShown }, body: asked }, { enabled: isOpen })
  const leaders = first.data?.team.map(({ user }) => user.id) ?? []
  return { people: isOpen ? leaders : chosen, isComing: isOpen && first.isPending }
}

type ComparedProps = { id: number; name: string; metric: StatMetric; state: StatsState }

function Compared({ id, name, metric, state }: ComparedProps) {
  const { asked, data } = useFigures(state, id)
  return (
    <tr>
      <td>{name}</td>
      {shownMetrics.map((one) => (
        <td key={one} data-figure data-extra={one === metric ? undefined : true}>
          {data && <OpenNumber rows={{ ...asked, metric: one }} value={data.stats[one]} />}
        </td>
      ))}
    </tr>
  )
}

/** The compared people from the address. */
function useCompared(): [number[], (people: number[]) => void] {
  const { people: found } = useAddress()
  const changeAddress = useChangeAddress()
  const people = (Array.isArray(found) ? found : []).filter((id) => Number.isSafeInteger(id) && id > 0)
  return [
    people.slice(0, maxCompared),
    (chosen) =>
      changeAddress(
        { people: chosen.length === 0 ? undefined : chosen.slice(0, maxCompared) },
        { replaces: true },
      ),
  ]
}
