import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AnySearch, SearchName } from './page-searches.ts'

/** What stands after the `?` of the address. Anybody may have written it, so whoever reads a value checks it. */
export type Address = { readonly [Name in SearchName]?: unknown }

export const useAddress = (): Address => useSearch({ strict: false })

type Change = AnySearch | ((present: Address) => object)

/**
 * Changes what stands after the `?` of the open page: some names, whose value undefined takes them away, or all of it.
 * `replaces`: it is no step to go back over.
 */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (change: Change, { replaces = false }: { replaces?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: (present: Address) =>
          // No type here knows which page is open.
          (typeof change === 'function' ? change(present) : { ...present, ...change }) as never,
        replace: replaces,
        resetScroll: false,
      }),
    [navigate],
  )
}
