import type { TableColumns } from '@artel/contract/users/users'
import type { View, ViewState } from '@artel/contract/views/views'
import type { ViewScreen } from '@artel/contract/views/views.screens'
import type { ListName } from '../../api/send/calls.ts'

/** The list call of each screen. */
export const lists = {
  tasks: 'tasks.list',
  users: 'users.list',
  stats: 'stats.command',
} as const satisfies Record<ViewScreen, ListName>
export type ListOf<Screen extends ViewScreen> = (typeof lists)[Screen]

/** The state of a list that a view sets. */
export type ViewedState = {
  filters: object
  search: string
  sort_by: string
  direction: 'asc' | 'desc'
  /** The columns of the table; without them, a view leaves them as they are. */
  columns?: TableColumns | undefined
}

/** A view in the bar: a built-in view or a saved one. */
export type ListView = {
  key: string
  name: string
  /** The count is of problems, so it is highlighted. */
  isTrouble: boolean
  state: ViewedState
  /** The saved view; null: built in. */
  kept: View | null
}

type Order = Pick<ViewedState, 'sort_by' | 'direction'>

/** The columns that a saved view sets, if it does. */
export const columnsOf = ({ state }: View): TableColumns | undefined =>
  'columns' in state ? state.columns : undefined

/** The list view of a saved view. A missing order means the default order. */
export function listViewOf(kept: View, usual: Order): ListView {
  const { filters, sort_by = usual.sort_by, direction = usual.direction } = kept.state
  // The stats screen has no search.
  const { search = '', ...own }: { search?: string | undefined; [filter: string]: unknown } = filters
  const columns = columnsOf(kept)
  const state = { filters: own, search, sort_by, direction, ...(columns && { columns }) }
  return { key: String(kept.id), name: kept.name, isTrouble: false, state, kept }
}

/** The filters in the shape of the list's body. */
export const bodyOf = ({ filters, search }: Pick<ViewedState, 'filters' | 'search'>): object =>
  search === '' ? filters : { ...filters, search }

/** The state of the list in the shape that is saved. */
export const keptStateOf = ({ sort_by, direction, columns, ...asked }: ViewedState): ViewState =>
  // The server validates it against the list of the screen.
  ({ filters: bodyOf(asked), sort_by, direction, ...(columns && { columns }) }) as ViewState

/** Whether a list shows all that a view sets: the rows in its order, and the columns if it has any. */
export const isSame = (view: ViewedState, shown: ViewedState): boolean =>
  plain(view) === plain(shown) &&
  (!view.columns || plainColumns(view.columns) === plainColumns(shown.columns))

const plainColumns = ({ hidden = [], order = [], widths = {} }: TableColumns = {}): string => {
  const given = Object.fromEntries(Object.entries(widths).filter(([, width]) => width !== null))
  return JSON.stringify([hidden.toSorted(), order, sorted(given)])
}

// Keys are sorted, because the database returns the filters in its own order.
const plain = ({ filters, search, sort_by, direction }: ViewedState): string =>
  JSON.stringify([sorted(filters), search, sort_by, direction])

const sorted = (filters: object) => Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The most specific view whose filters are all among the present filters. */
export function nearestOf(views: readonly ListView[], filters: object): ListView | undefined {
  const standing = new Map(Object.entries(filters).map(([name, value]) => [name, JSON.stringify(value)]))
  const size = (view: ListView) => Object.keys(view.state.filters).length
  return views
    .filter((view) =>
      Object.entries(view.state.filters).every(
        ([name, value]) => standing.get(name) === JSON.stringify(value),
      ),
    )
    .toSorted((a, b) => size(b) - size(a))[0]
}
