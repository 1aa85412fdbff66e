import { useParams } from '@tanstack/react-router'
import type { Answer } from './calls.ts'
import { ApiFailure, listErrorOf } from './failure.ts'
import { type ReadOptions, useCall } from './query.ts'

/** Calls that read one thing, which has a page of its own. */
type OneCall = 'instructions.get' | 'products.get' | 'shop.get' | 'supplies.get' | 'tasks.get'

/**
 * The thing whose number stands in the address. `standing`: why it is not there, as its waiting sheet tells it.
 * `failedTitle` says that it could not be read.
 */
export function useAddressed<Name extends OneCall>(
  name: Name,
  failedTitle: string,
  options?: Omit<ReadOptions, 'enabled'>,
) {
  const { id: text = '' } = useParams({ strict: false })
  const id = Number(text)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useCall<OneCall>(
    name,
    { params: { id } },
    { ...options, enabled: isNumber },
  )
  const isMissing = !isNumber || (error instanceof ApiFailure && error.statusCode === 404)
  return {
    // What is gone is not shown, though it was read before.
    data: isMissing ? undefined : (data as Answer<Name> | undefined), // the answer of that very call
    standing: {
      isMissing,
      failure: error && listErrorOf(error, failedTitle),
      onRetry: () => void refetch(),
    },
  }
}
