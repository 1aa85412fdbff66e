import { type RawBuilder, sql } from 'kysely'
import type { Root } from '../connection/open.ts'

/** Rows per batch. The next batch is fetched while the current one is processed. */
const batchSize = 500

/**
 * Reads the result of a statement in batches. `connection` is a transaction of its own. The first batch is
 * fetched before this returns, so an error occurs before the response has begun.
 */
export async function openCursor<Row>(
  connection: Root,
  statement: RawBuilder<Row>,
): Promise<AsyncGenerator<readonly Row[]>> {
  // The planner should optimize for all rows, not for the first ones.
  await sql`set local cursor_tuple_fraction = 1`.execute(connection)
  await sql`declare reading no scroll cursor for ${statement}`.execute(connection)
  const first = await fetchBatch<Row>(connection)
  return batchesFrom(connection, first)
}

async function fetchBatch<Row>(connection: Root): Promise<readonly Row[]> {
  return (await sql<Row>`fetch ${sql.lit(batchSize)} from reading`.execute(connection)).rows
}

async function* batchesFrom<Row>(connection: Root, first: readonly Row[]) {
  let batch = first
  while (batch.length === batchSize) {
    const next = fetchBatch<Row>(connection)
    // If the consumer stops here, nobody awaits this promise. If it goes on, it gets the error below.
    next.catch(() => undefined)
    yield batch
    batch = await next
  }
  yield batch
}
