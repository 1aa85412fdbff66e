import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Address = Record<string, unknown>

/** A number that the address carries under `name`, so that a link leads to it, and how it is changed. */
export function useAddressNumber(name: string): [number | null, (value: number | null) => void] {
  const address: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const found = address[name]
  const set = useCallback(
    (value: number | null) =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...others }: Address) =>
          value === null ? others : { ...others, [name]: value },
        // Closing is not one more step to go back over.
        replace: value === null,
        resetScroll: false,
      }),
    [name, navigate],
  )
  return [typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : null, set]
}
