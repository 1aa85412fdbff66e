import { QueryClient } from '@tanstack/react-query'
import { isConnectionLost } from '../send/connection.ts'
import { ApiFailure, NetworkFailure } from '../send/failure.ts'

const maxRetries = 3

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a request fails at once, instead of waiting for one: the screen then shows what is kept, or
    // says what is missing. The page itself reads again when the connection is back (follow-connection.ts).
    queries: { retry: mayRetry, staleTime: 2000, networkMode: 'always', refetchOnReconnect: false },
    // A step that was pressed is not sent at some later moment, when nobody expects it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Retries only failures that may pass: a request without an answer, unless the connection is known to be lost, and
 * 503 from a server without its database.
 */
export function mayRetry(failedBefore: number, error: unknown): boolean {
  if (failedBefore >= maxRetries) return false
  if (error instanceof NetworkFailure) return !isConnectionLost()
  return error instanceof ApiFailure && error.statusCode === 503
}
