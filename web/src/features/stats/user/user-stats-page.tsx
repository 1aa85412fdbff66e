import { useParams } from '@tanstack/react-router'
import { PeriodPicker } from '../../../ui/dates/period-picker.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { FiguresOverview } from '../figures-overview.tsx'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { RowsPanel } from '../rows/rows-panel.tsx'
import classes from '../stats-frame.module.css'
import { Bests } from '../team/bests.tsx'
import { useFigures } from '../use-figures.ts'
import { useStatsFilters } from '../use-stats-filters.ts'
import { useStatsState } from '../use-stats-state.ts'

/** The figures of one person, in that person's folder. */
export function UserStatsPage() {
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const words = useMetricWords()
  const state = useStatsState()
  const found = useFigures(state, userId)
  const filters = useStatsFilters(state)
  return (
    <div className={classes.ground}>
      <div className={classes.filters}>
        <PeriodPicker value={state.period} onChange={state.setPeriod} />
        <span className={classes.before}>{found.data && words.before(found.data.period)}</span>
        <FilterBar filters={filters} />
      </div>
      <FiguresOverview found={found} />
      <Bests userId={userId} />
      <RowsPanel />
    </div>
  )
}
