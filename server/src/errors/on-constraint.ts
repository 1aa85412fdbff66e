import type { ApiError } from './errors.ts'

/** Errors by the name of a constraint, or by an error code of PostgreSQL. */
type Meanings = Readonly<Record<string, () => ApiError>>

/**
 * Handles a refusal of the database, which happens if another request was faster than the check before the write.
 * The thrown error has a `cause`, because the transaction has failed: nothing more can be written in it.
 * @throws the error that `meanings` gives; any other error unchanged
 */
export const onConstraint =
  (meanings: Meanings) =>
  (error: unknown): never => {
    const { constraint = '', code = '' } = error as { constraint?: string; code?: string } // as the driver's have
    const meaning = meanings[constraint] ?? meanings[code]
    if (!meaning) throw error
    throw Object.assign(meaning(), { cause: error })
  }
