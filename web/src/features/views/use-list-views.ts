import type { TableColumns } from '@artel/contract/users/users'
import type { ViewScreen } from '@artel/contract/views/views.screens'
import { useCall } from '../../api/cache/query.ts'
import type { ListState } from '../../api/list/list-state.ts'
import type { useTableSettings } from '../../api/list/table-settings.ts'
import { activeFilters, type Filter } from '../../ui/list/filter-types.ts'
import { isSame, type ListOf, type ListView, listViewOf, nearestOf, type ViewedState } from './list-view.ts'
import { setUnsavedColumns, useUnsavedColumns } from './unsaved-columns.ts'

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

type Table = ReturnType<typeof useTableSettings>['props']

/**
 * The views of a list: built in, shared and own. The address says which is open. `table`: the person's own settings
 * of the table, if the screen has one.
 */
export function useListViews<Screen extends ViewScreen, Own extends Table | undefined = undefined>(
  screen: Screen,
  builtIn: readonly BuiltInView[],
  { state, start, change }: List<Screen>,
  table?: Own,
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
  const columns = useColumns(opened, table)
  // A saved view was validated against this same list, so the cast holds.
  const show = ({ columns: _, ...shown }: ViewedState, id: number | null) => {
    if (id !== null) setUnsavedColumns(id, null)
    change({ ...shown, view_id: id } as Parameters<typeof change>[0])
  }
  const shown = { ...viewedOf(state), ...(columns && { columns: columns.shown }) }
  const isChanged = open === undefined || !isSame(open.state, shown)
  const hasOtherRows = open === undefined || !isSame({ ...open.state, columns: undefined }, shown)
  /** Restores the state of the open view. */
  const reset = () => {
    if (open) show(open.state, open.kept?.id ?? null)
  }
  return {
    screen,
    builtIn: ownViews,
    shared,
    mine,
    state: shown,
    /** Settings of the table while this view is open. */
    table: (columns?.table ?? table) as Own, // there are columns if there is a table
    open,
    isChanged,
    /** Whether the open view already implies a filter, so that it needs no chip. */
    isSaid: (filter: string) => opened === undefined && open !== undefined && filter in open.state.filters,
    /** Shows the list in the state of the view. */
    choose: (view: ListView) => show(view.state, view.kept?.id ?? null),
    /** Opens this view without changing the list. */
    settle: (id: number) => show(shown, id),
    /**
     * The filters and the search that may have hidden the rows;
     * none while the list has the rows of its view.
     */
    filtered: (filters: readonly Filter[]) => ({
      filters: hasOtherRows ? activeFilters(filters) : [],
      search: hasOtherRows ? state.search : '',
      onClear: reset,
    }),
    reset,
  }
}

/**
 * The columns that are shown: those of the open view, or else the person's own. What is changed while a view with
 * columns is open is a change of the view, and the person's own columns stay as they are.
 */
function useColumns(opened: ListView | undefined, table: Table | undefined) {
  const kept = opened?.kept && opened.state.columns
  const unsaved = useUnsavedColumns(opened?.kept?.id)
  if (!table) return undefined
  const { hidden, order, widths } = table
  if (!opened?.kept || !kept) return { shown: { hidden, order, widths }, table }
  const { id } = opened.kept
  const shown: TableColumns = unsaved ?? kept
  const set = (changed: TableColumns) => setUnsavedColumns(id, { ...shown, ...changed })
  return {
    shown,
    table: {
      ...table,
      hidden: shown.hidden ?? [],
      onHiddenChange: (hidden: string[]) => set({ hidden }),
      order: shown.order ?? [],
      onOrderChange: (order: string[]) => set({ order }),
      widths: shown.widths ?? {},
      onWidthChange: (column: string, width: number | null) =>
        set({ widths: { ...shown.widths, [column]: width } }),
    },
  }
}

const viewedOf = ({ filters, search, sort_by, direction }: ViewedState): ViewedState => ({
  filters,
  search,
  sort_by,
  direction,
})
