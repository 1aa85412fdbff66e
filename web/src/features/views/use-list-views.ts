import type { ViewScreen } from '@artel/contract/views.screens'
import type { ListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { activeFilters, type Filter } from '../../ui/filter-types.ts'
import { isSame, type ListOf, type ListView, listViewOf, nearestOf, type ViewedState } from './list-view.ts'

/** A view that a list brings along; the last of them, or another, holds no filters and so always stands. */
export type BuiltInView = { key: string; name: string; filters: object; isTrouble: boolean }

type List<Screen extends ViewScreen> = {
  state: ListState<ListOf<Screen>>
  /** The list as it stands without an address. */
  start: ListState<ListOf<Screen>>
  change: (patch: Partial<ListState<ListOf<Screen>>>) => void
}

/** All that a person keeps in one list may not be more. */
const mostViews = 200

export type ListViews = ReturnType<typeof useListViews>

/** The views of a list: its own, the shared ones and the person's. The address says which is open. */
export function useListViews<Screen extends ViewScreen>(
  screen: Screen,
  builtIn: readonly BuiltInView[],
  { state, start, change }: List<Screen>,
) {
  const { data } = useCall('views.list', {
    query: { limit: mostViews, sort_by: 'name', direction: 'asc' },
    body: { screen },
  })
  const usual = { sort_by: start.sort_by, direction: start.direction }
  const ownViews = builtIn.map(
    ({ filters, ...view }): ListView => ({ ...view, state: { filters, search: '', ...usual }, kept: null }),
  )
  const kept = (data?.views ?? []).map((view) => listViewOf(view, usual))
  const shared = kept.filter((view) => view.kept?.is_shared)
  const mine = kept.filter((view) => !view.kept?.is_shared)
  const opened = kept.find((view) => view.kept?.id === state.view_id)
  const open = opened ?? nearestOf(ownViews, state.filters)
  // What a view keeps was checked against the very list that it is of.
  const show = (shown: ViewedState, id: number | null) =>
    change({ ...shown, view_id: id } as Parameters<typeof change>[0])
  const isChanged = open === undefined || !isSame(open.state, viewedOf(state))
  /** Back to what the open view says. */
  const reset = () => {
    if (open) show(open.state, open.kept?.id ?? null)
  }
  return {
    screen,
    builtIn: ownViews,
    shared,
    mine,
    state: viewedOf(state),
    open,
    isChanged,
    /** Whether a filter is part of a view's name already, so that no chip need say it again. */
    isSaid: (filter: string) => opened === undefined && open !== undefined && filter in open.state.filters,
    /** Shows the list as the view says. */
    choose: (view: ListView) => show(view.state, view.kept?.id ?? null),
    /** The list stays as it is, and is now this view. */
    settle: (id: number) => show(viewedOf(state), id),
    /** What of the filters and the search may have hidden the rows: nothing, where the list is as the view says. */
    filtered: (filters: readonly Filter[]) => ({
      filters: isChanged ? activeFilters(filters) : [],
      search: isChanged ? state.search : '',
      onClear: reset,
    }),
    reset,
  }
}

const viewedOf = ({ filters, search, sort_by, direction }: ViewedState): ViewedState => ({
  filters,
  search,
  sort_by,
  direction,
})
