import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Address = Record<string, unknown>

/** A word in the address under `name`, one of those that are `known`. */
export function useAddressWord<Word extends string>(name: string, known: readonly Word[], usual: Word) {
  const address: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = useCallback(
    (word: Word) =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...others }: Address) =>
          word === usual ? others : { ...others, [name]: word },
        replace: true,
        resetScroll: false,
      }),
    [name, usual, navigate],
  )
  return [known.find((word) => word === address[name]) ?? usual, choose] as const
}
