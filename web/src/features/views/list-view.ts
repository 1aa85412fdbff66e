import type { View, ViewState } from '@artel/contract/views'
import type { ViewScreen } from '@artel/contract/views.screens'
import type { ListName } from '../../api/calls.ts'

/** The list that each screen filters. */
export const lists = {
  tasks: 'tasks.list',
  users: 'users.list',
  stats: 'stats.command',
} as const satisfies Record<ViewScreen, ListName>
export type ListOf<Screen extends ViewScreen> = (typeof lists)[Screen]

/** What a view says of its list. */
export type ViewedState = {
  filters: object
  search: string
  sort_by: string
  direction: 'asc' | 'desc'
}

/** A view as the bar shows it: one that the list brings along, or a kept one. */
export type ListView = {
  key: string
  name: string
  /** Its count is of trouble. */
  isTrouble: boolean
  state: ViewedState
  /** Null: the list brings it along. */
  kept: View | null
}

type Order = Pick<ViewedState, 'sort_by' | 'direction'>

/** A view as it was kept; what it does not say of the order is as usual. */
export function listViewOf(kept: View, usual: Order): ListView {
  const { filters, sort_by = usual.sort_by, direction = usual.direction } = kept.state
  // Of figures nothing is searched.
  const { search = '', ...own }: { search?: string | undefined; [filter: string]: unknown } = filters
  const state = { filters: own, search, sort_by, direction }
  return { key: String(kept.id), name: kept.name, isTrouble: false, state, kept }
}

/** The filters as a list takes them in its body. */
export const bodyOf = ({ filters, search }: Pick<ViewedState, 'filters' | 'search'>): object =>
  search === '' ? filters : { ...filters, search }

/** What is kept of the list as it stands. */
export const keptStateOf = ({ sort_by, direction, ...asked }: ViewedState): ViewState =>
  // The server checks it against the list of its screen.
  ({ filters: bodyOf(asked), sort_by, direction }) as ViewState

/** Whether two states show the same rows in the same order. */
export const isSame = (one: ViewedState, other: ViewedState): boolean => plain(one) === plain(other)

// The database gives the filters back in an order of its own.
const plain = ({ filters, search, sort_by, direction }: ViewedState): string =>
  JSON.stringify([sorted(filters), search, sort_by, direction])

const sorted = (filters: object) => Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The view that the filters begin with: the narrowest of those whose own filters all stand among them. */
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
