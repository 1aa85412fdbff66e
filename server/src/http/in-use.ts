import { ApiError } from './errors.ts'

const foreignKeyViolation = '23503'

/** Deletes what may be referred to: whatever has it does so by a foreign key. @throws ApiError in_use */
export const deleteUnused = <Result>(deleting: Promise<Result>): Promise<Result> =>
  deleting.catch((error: { code?: string }) => {
    throw error.code === foreignKeyViolation ? new ApiError('in_use') : error
  })
