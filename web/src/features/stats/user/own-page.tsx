import { useListFile } from '../../../api/list/list-file.ts'
import { useUser } from '../../../api/session/session.ts'
import { FiguresOverview } from '../figures-overview.tsx'
import { StatsFrame } from '../stats-frame.tsx'
import { Bests } from '../team/bests.tsx'
import { useFigures } from '../use-figures.ts'
import { useStatsFilters } from '../use-stats-filters.ts'
import { useChosenMetric, useStatsState } from '../use-stats-state.ts'
import { useStatsViews } from '../use-stats-views.ts'

/** The figures of the signed-in person, compared with the previous days and with their best. */
export function OwnPage() {
  const { id } = useUser()
  const state = useStatsState()
  const found = useFigures(state, id)
  const [metric] = useChosenMetric()
  const file = useListFile('stats.rows', { body: { ...found.asked, metric } })
  return (
    <StatsFrame
      state={state}
      part="own"
      filters={useStatsFilters(state)}
      views={useStatsViews(state)}
      period={found.data?.period}
      file={file}
    >
      <FiguresOverview found={found} />
      <Bests userId={id} />
    </StatsFrame>
  )
}
