import { useCallback, useMemo } from 'react'
import { useAddress, useChangeAddress } from './address.ts'
import type { InputOf, ListName } from './calls.ts'
import { listStateOf, searchOf, startOf } from './list-search.ts'

type QueryOf<Name extends ListName> = NonNullable<InputOf<Name>['query']>
type FiltersOf<Name extends ListName> = Omit<NonNullable<InputOf<Name>['body']>, 'search'>

export type ListState<Name extends ListName> = {
  page: number
  limit: number
  sort_by: NonNullable<QueryOf<Name>['sort_by']>
  direction: 'asc' | 'desc'
  search: string
  filters: FiltersOf<Name>
  view_id: number | null
}

/** What the address of a list may carry after its `?`. */
export type ListSearch<Name extends ListName> = Partial<Omit<ListState<Name>, 'filters'>> &
  Partial<FiltersOf<Name>>

/** How a list stands where its address says nothing. */
export type ListDefaults<Name extends ListName> = Partial<
  Pick<ListState<Name>, 'sort_by' | 'direction' | 'filters'>
> & {
  /** The filters that the address may carry. */
  filterNames: readonly (keyof FiltersOf<Name> & string)[]
}

/**
 * The state of a list, kept in the address, so that a link reproduces the view. Any change but that of the page
 * goes back to page 1. `declared` must keep its identity between renders; `limit` is how long this person's pages are.
 */
export function useListState<Name extends ListName>(declared: ListDefaults<Name>, limit: number) {
  const defaults = useMemo(() => ({ ...declared, limit }), [declared, limit])
  const address = useAddress()
  const changeAddress = useChangeAddress()
  // What a stranger's link carries is checked again by the server, which refuses it with 422.
  const state = useMemo(
    () => listStateOf(address, defaults) as unknown as ListState<Name>,
    [address, defaults],
  )

  const change = useCallback(
    (patch: Partial<ListState<Name>>) => {
      const next = { ...state, page: 1, ...patch }
      changeAddress((present) => searchOf(present, next, defaults), {
        // Typing is one step back, not one for each letter.
        replaces: patch.search !== undefined && patch.filters === undefined,
      })
    },
    [state, changeAddress, defaults],
  )

  // Of the same shape as the state, and as little known to the compiler.
  const start = useMemo(() => startOf(defaults) as unknown as ListState<Name>, [defaults])
  return { state, start, input: inputOf(state), change }
}

function inputOf<Name extends ListName>(state: ListState<Name>): InputOf<Name> {
  const { filters, search, view_id: _, ...query } = state
  const body = search === '' ? filters : { ...filters, search }
  // Its parts are typed by the very call above; the compiler cannot put them together through a generic name.
  return { query, body } as unknown as InputOf<Name>
}
