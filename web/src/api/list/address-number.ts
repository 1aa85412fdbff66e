import { useCallback } from 'react'
import { useAddress, useChangeAddress } from './address.ts'
import type { AnySearch, SearchName } from './page-searches.ts'

type NumberName = { [Name in SearchName]: number extends AnySearch[Name] ? Name : never }[SearchName]

/**
 * The positive number that the address has under `name`, and a function that changes it. A link can carry it.
 */
export function useAddressNumber(name: NumberName): [number | null, (value: number | null) => void] {
  const found = useAddress()[name]
  const change = useChangeAddress()
  const set = useCallback(
    (value: number | null) =>
      // Closing adds no entry to the browser history.
      change((present) => ({ ...present, [name]: value ?? undefined }), { replaces: value === null }),
    [name, change],
  )
  return [typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : null, set]
}
