import addressed from 'virtual:addressed-filters'
import { useCallback, useMemo } from 'react'
import type { BodyOf, FilterName, InputOf, ListName } from '../send/calls.ts'
import { useAddress, useChangeAddress } from './address.ts'
import { listStateOf, searchOf, startOf } from './list-search.ts'

type QueryOf<Name extends ListName> = NonNullable<InputOf<Name>['query']>
type FiltersOf<Name extends ListName> = Pick<BodyOf<Name>, Extract<keyof BodyOf<Name>, FilterName<Name>>>

export type ListState<Name extends ListName> = {
  page: number
  limit: number
  sort_by: NonNullable<QueryOf<Name>['sort_by']>
  direction: 'asc' | 'desc'
  search: string
  filters: FiltersOf<Name>
  view_id: number | null
}

/** Search parameters that the address of a list may carry. */
export type ListSearch<Name extends ListName> = Partial<Omit<ListState<Name>, 'filters'>> &
  Partial<FiltersOf<Name>>

/** The state of a list whose address has no parameters. */
export type ListDefaults<Name extends ListName> = Partial<
  Pick<ListState<Name>, 'sort_by' | 'direction' | 'filters'>
> & {
  /** Filters that the address carries for another page with the same list. This page ignores them. */
  ignored?: readonly FilterName<Name>[]
}

const none = {}

/**
 * The state of a list, kept in the address, so that a link reproduces the view. Any change except that of the
 * page goes back to page 1. `limit`: rows per page for this person. `declared` must keep its identity between
 * renders.
 */
export function useListState<Name extends ListName>(
  name: Name,
  limit: number,
  declared: ListDefaults<Name> = none,
) {
  const defaults = useMemo(() => {
    const { ignored = [], ...start } = declared
    const isRead = (filter: string) => !ignored.some((other) => other === filter)
    const filterNames = addressed[name]?.split(' ').filter(isRead) ?? []
    return { ...start, limit, filterNames }
  }, [name, declared, limit])
  const address = useAddress()
  const changeAddress = useChangeAddress()
  // Anybody may have written the address. The server checks the values and answers 422 if they are invalid.
  const state = useMemo(
    () => listStateOf(address, defaults) as unknown as ListState<Name>,
    [address, defaults],
  )

  const change = useCallback(
    (patch: Partial<ListState<Name>>) => {
      const next = { ...state, page: 1, ...patch }
      changeAddress((present) => searchOf(present, next, defaults), {
        // Typing replaces the history entry, because otherwise each letter would add one.
        replaces: patch.search !== undefined && patch.filters === undefined,
      })
    },
    [state, changeAddress, defaults],
  )

  // The same shape as the state; the compiler cannot check it either.
  const start = useMemo(() => startOf(defaults) as unknown as ListState<Name>, [defaults])
  return { state, start, input: inputOf(state), change }
}

function inputOf<Name extends ListName>(state: ListState<Name>): InputOf<Name> {
  const { filters, search, view_id: _, ...query } = state
  const body = search === '' ? filters : { ...filters, search }
  // The call above types both parts; the compiler cannot join them for a generic name.
  return { query, body } as unknown as InputOf<Name>
}
