import { ApiFailure } from './failure.ts'

/** Status codes that say nothing about the request: session ended, timeout, too many or too early requests. */
const passing = [401, 408, 419, 425, 429]

/** Whether the server has refused the request for good. Otherwise the same request may succeed later. */
export const isRefusal = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.statusCode < 500 && !passing.includes(failure.statusCode)
