import type { ViewScreen } from '@artel/contract/views.screens'
import type { ListState } from '../../api/list-state.ts'
import { useCall } from '../../api/query.ts'
import { activeFilters, type Filter } from '../../ui/filter-types.ts'
import { isSame, type ListOf, type ListView, listViewOf, nearestOf, type ViewedState } from './list-view.ts'

/** A built-in view. One of them has no filters, so it always matches. */
export type BuiltInView = { key: string; name: string; filters: object; isTrouble: boolean }

type List<Screen extends ViewScreen> = {
  state: ListState<ListOf<Screen>>
  /** The state of the list without address parameters. */
  start: ListState<ListOf<Screen>>
  change: (patch: Partial<ListState<ListOf<Screen>>>) => void
}

/** The most views that a person can have in one list. */
const maxViews = 200

export type ListViews = ReturnType<typeof useListViews>

/** The views of a list: built in, shared and own. The address says which is open. */
export function useListViews<Screen extends ViewScreen>(
  screen: Screen,
  builtIn: readonly BuiltInView[],
  { state, start, change }: List<Screen>,
) {
  const { data } = useCall('views.list', {
    query: { limit: maxViews, sort_by: 'name', direction: 'asc' },
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
  // A saved view was validated against this same list, so the cast holds.
  const show = (shown: ViewedState, id: number | null) =>
    change({ ...shown, view_id: id } as Parameters<typeof change>[0])
  const isChanged = open === undefined || !isSame(open.state, viewedOf(state))
  /** Restores the state of the open view. */
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
    /** Whether the open view already implies a filter, so that it needs no chip. */
    isSaid: (filter: string) => opened === undefined && open !== undefined && filter in open.state.filters,
    /** Shows the list in the state of the view. */
    choose: (view: ListView) => show(view.state, view.kept?.id ?? null),
    /** Opens this view without changing the list. */
    settle: (id: number) => show(viewedOf(state), id),
    /**
     * The filters and the search that may have hidden the rows;
     * none while the list is in the state of its view.
     */
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
