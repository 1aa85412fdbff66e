import { useCallback } from 'react'
import { useAddress, useChangeAddress } from './address.ts'
import type { AnySearch, SearchName } from './page-searches.ts'

type NumberName = { [Name in SearchName]: number extends AnySearch[Name] ? Name : never }[SearchName]

/** A number that the address carries under `name`, so that a link leads to it, and how it is changed. */
export function useAddressNumber(name: NumberName): [number | null, (value: number | null) => void] {
  const found = useAddress()[name]
  const change = useChangeAddress()
  const set = useCallback(
    (value: number | null) =>
      // Closing is not one more step to go back over.
      change((present) => ({ ...present, [name]: value ?? undefined }), { replaces: value === null }),
    [name, change],
  )
  return [typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : null, set]
}
