import { useCall } from '../../../api/cache/query.ts'
import { LeaguesCard } from '../team/leagues-card.tsx'
import type { StatsState } from '../use-stats-state.ts'
import { MediansCard } from './medians-card.tsx'

/** The medians of the team, and its leagues. `isOpen`: the person may see the figures of each colleague. */
export function LineUp({ state, isOpen }: { state: StatsState; isOpen: boolean }) {
  const { filters } = state.state
  const { data } = useCall('stats.command', { body: state.asked, query: { limit: 1 } })
  if (!data) return null
  return (
    <>
      <MediansCard medians={data.medians} asked={state.asked} isOpen={isOpen} />
      <LeaguesCard
        counts={data.leagues}
        chosen={filters.league}
        onChoose={(league) => state.change({ filters: { ...filters, league } })}
      />
    </>
  )
}
