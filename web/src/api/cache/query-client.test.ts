import { expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '../send/failure.ts'
import { mayRetry } from './query-client.ts'

it.each([
  [0, new NetworkFailure(), true],
  [2, new ApiFailure({}, 503), true],
  [3, new NetworkFailure(), false],
  [0, new ApiFailure({}, 500), false],
  [0, new ApiFailure({}, 404), false],
  [0, new ApiFailure({}, 429), false],
  [0, new Error('ours'), false],
])('after %i retries, may retry %o: %s', (failedBefore, failure, expected) => {
  expect(mayRetry(failedBefore, failure)).toBe(expected)
})
