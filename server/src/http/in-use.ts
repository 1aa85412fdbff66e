import type { ErrorCode } from '@artel/contract/errors'
import { ApiError } from './errors.ts'

// A foreign key refuses the deletion (23503). A trigger of an append-only table (23001) refuses it earlier,
// if the deletion cascades to rows of that table.
const violations = new Set(['23503', '23001'])

/** Deletes a row that other rows may refer to. @throws ApiError `code` if a row refers to it */
export const deleteUnused = <Result>(
  deleting: Promise<Result>,
  code: ErrorCode = 'in_use',
): Promise<Result> =>
  deleting.catch((error: { code?: string }) => {
    throw violations.has(error.code ?? '') ? new ApiError(code) : error
  })
