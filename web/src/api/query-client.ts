import { QueryClient } from '@tanstack/react-query'
import { ApiFailure, NetworkFailure } from './failure.ts'

const maxRetries = 3

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 2000 },
    mutations: { retry: false },
  },
})

/** Retries only failures that may pass: a lost connection, and 503 from a server without its database. */
export function mayRetry(failedBefore: number, error: unknown): boolean {
  if (failedBefore >= maxRetries) return false
  return error instanceof NetworkFailure || (error instanceof ApiFailure && error.statusCode === 503)
}
