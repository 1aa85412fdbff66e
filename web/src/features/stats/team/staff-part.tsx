import { useCall } from '../../../api/cache/query.ts'
import { useListFile } from '../../../api/list/list-file.ts'
import { useUser } from '../../../api/session/session.ts'
import { LineUp } from '../charts/line-up.tsx'
import classes from '../stats-frame.module.css'
import { StatsFrame } from '../stats-frame.tsx'
import { useStatsFilters } from '../use-stats-filters.ts'
import type { StatsState } from '../use-stats-state.ts'
import { useStatsViews } from '../use-stats-views.ts'
import { HideHint } from './team-hint.tsx'
import { TeamSection } from './team-section.tsx'
import { useLeagueFilter } from './use-league-filter.ts'

/** The team for staff: their own neighbours in the ranking first, and no money. */
export function StaffPart({ state }: { state: StatsState }) {
  const { settings } = useUser()
  const { data } = useCall('stats.command', { body: state.asked, query: { limit: 1 } })
  const file = useListFile('stats.command', { body: state.asked })
  return (
    <StatsFrame
      state={state}
      part="team"
      filters={[...useStatsFilters(state), useLeagueFilter(state)]}
      views={useStatsViews(state)}
      period={data?.period}
      file={file}
    >
      <div className={classes.pair}>
        <div className={classes.column}>
          <TeamSection part="around" state={state} />
          <TeamSection part="all" state={state} />
          <HideHint isHidden={settings.hide_from_boards ?? false} />
        </div>
        <div className={classes.column}>
          <LineUp state={state} isOpen={false} />
        </div>
      </div>
    </StatsFrame>
  )
}
