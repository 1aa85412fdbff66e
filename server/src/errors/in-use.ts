import type { ErrorCode } from '@artel/contract/errors/errors'
import { ApiError } from './errors.ts'
import { onConstraint } from './on-constraint.ts'

/**
 * Deletes a row that other rows may refer to. A foreign key refuses the deletion (23503). A trigger of an append-only
 * table (23001) refuses it earlier, if the deletion cascades to rows of that table.
 * @throws ApiError `code` if a row refers to it
 */
export const deleteUnused = <Result>(
  deleting: Promise<Result>,
  code: ErrorCode = 'in_use',
): Promise<Result> =>
  deleting.catch(onConstraint({ '23503': () => new ApiError(code), '23001': () => new ApiError(code) }))
