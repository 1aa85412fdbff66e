import type { ErrorCode } from '@artel/contract/errors'
import { ApiError } from './errors.ts'

// A foreign key refuses (23503), or a trigger of a table that is only added to (23001), which a deletion reaches first
// where its rows would go along.
const violations = new Set(['23503', '23001'])

/** Deletes what may be referred to. @throws ApiError `code` where anything does */
export const deleteUnused = <Result>(
  deleting: Promise<Result>,
  code: ErrorCode = 'in_use',
): Promise<Result> =>
  deleting.catch((error: { code?: string }) => {
    throw violations.has(error.code ?? '') ? new ApiError(code) : error
  })
