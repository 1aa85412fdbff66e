import { useCallback } from 'react'
import { useAddress, useChangeAddress } from './address.ts'
import type { SearchName } from './page-searches.ts'

/** The word that the address has under `name` if it is `known`, otherwise the default; and its setter. */
export function useAddressWord<Word extends string>(name: SearchName, known: readonly Word[], usual: Word) {
  const found = useAddress()[name]
  const change = useChangeAddress()
  const choose = useCallback(
    (word: Word) =>
      change((present) => ({ ...present, [name]: word === usual ? undefined : word }), { replaces: true }),
    [name, usual, change],
  )
  return [known.find((word) => word === found) ?? usual, choose] as const
}
