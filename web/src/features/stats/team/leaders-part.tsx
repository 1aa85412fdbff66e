import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { useListFile } from '../../../api/list/list-file.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { usePeopleOptions } from '../../users/users.tsx'
import { HeatCard } from '../charts/heat-card.tsx'
import { LineUp } from '../charts/line-up.tsx'
import { LoadCard } from '../charts/load-card.tsx'
import { FiguresOverview } from '../figures-overview.tsx'
import classes from '../stats-frame.module.css'
import { StatsFrame } from '../stats-frame.tsx'
import { useFigures } from '../use-figures.ts'
import { useStatsFilters } from '../use-stats-filters.ts'
import type { StatsState } from '../use-stats-state.ts'
import { useStatsViews } from '../use-stats-views.ts'
import { TeamSection } from './team-section.tsx'
import { useLeagueFilter } from './use-league-filter.ts'

/** The team for admins: the totals, the ranking, and the hours on shift. */
export function LeadersPart({ state }: { state: StatsState }) {
  const [personId, setPerson] = useAddressNumber('person')
  const found = useFigures(state, personId)
  const person = usePersonFilter(personId, setPerson)
  const common = useStatsFilters(state)
  const league = useLeagueFilter(state)
  const file = useListFile('stats.command', { body: state.asked })
  // For one person there is no ranking.
  const isOfAll = personId === null
  return (
    <StatsFrame
      state={state}
      part="team"
      filters={isOfAll ? [person, ...common, league] : [person, ...common]}
      views={useStatsViews(state)}
      period={found.data?.period}
      file={file}
    >
      <FiguresOverview found={found} />
      <div className={classes.pair}>
        {isOfAll && <TeamSection part="all" state={state} />}
        <div className={classes.column}>
          <HeatCard state={state} userId={personId} />
          {found.data && <LoadCard figures={found.data.stats} asked={found.asked} />}
          {isOfAll && <LineUp state={state} isOpen />}
        </div>
      </div>
    </StatsFrame>
  )
}

function usePersonFilter(personId: number | null, setPerson: (id: number | null) => void): Filter {
  const t = useTranslations('stats')
  const { one } = useFilters({ person: personId ?? undefined }, ({ person = null }) => setPerson(person))
  return one('person', t('person'), usePeopleOptions())
}
