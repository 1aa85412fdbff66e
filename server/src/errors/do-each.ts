import { ApiError } from './errors.ts'

/** Why a row is left as it was, by its id. */
export type Refusals = ReadonlyMap<number, ApiError>

/**
 * Does the work for each row of one transaction. The work throws its refusals before it writes anything.
 * @returns the results, and the refusals by row
 * @throws a refusal of the database (`onConstraint`), because its transaction has failed; any other error
 */
export async function doEach<Row extends { id: number }, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
): Promise<{ results: Result[]; refusals: Refusals }> {
  const [results, refusals]: [Result[], Map<number, ApiError>] = [[], new Map()]
  for (const row of rows) {
    try {
      results.push(await work(row))
    } catch (error) {
      if (!(error instanceof ApiError) || error.cause !== undefined) throw error
      refusals.set(row.id, error)
    }
  }
  return { results, refusals }
}
