import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AnySearch, SearchName } from './page-searches.ts'

/**
 * Search parameters of the address. Anybody may have written them, so the code that reads a value checks it.
 */
export type Address = { readonly [Name in SearchName]?: unknown }

export const useAddress = (): Address => useSearch({ strict: false })

type Change = AnySearch | ((present: Address) => object)

/**
 * Changes the search parameters of the open page. An object changes single names (undefined removes a name);
 * a function returns all parameters. `replaces`: adds no entry to the browser history.
 */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (change: Change, { replaces = false }: { replaces?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: (present: Address) =>
          // The types here do not know which page is open.
          (typeof change === 'function' ? change(present) : { ...present, ...change }) as never,
        replace: replaces,
        resetScroll: false,
      }),
    [navigate],
  )
}
