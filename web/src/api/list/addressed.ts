import { useParams } from '@tanstack/react-router'
import { type ReadOptions, useCall } from '../cache/query.ts'
import type { Answer } from '../send/calls.ts'
import { ApiFailure, listErrorOf } from '../send/failure.ts'

/** Calls that read one item with a page of its own. */
type OneCall = 'instructions.get' | 'products.get' | 'shop.get' | 'supplies.get' | 'tasks.get'

/**
 * Reads the item whose id stands in the address. `standing`: why the item is not shown, for its waiting
 * sheet. `failedTitle`: the title when reading fails.
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
    // A deleted item is not shown, although the cache may still have it.
    data: isMissing ? undefined : (data as Answer<Name> | undefined), // the name decides the type
    standing: {
      isMissing,
      failure: error && listErrorOf(error, failedTitle),
      onRetry: () => void refetch(),
    },
  }
}
