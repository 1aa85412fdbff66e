import { type RawBuilder, sql } from 'kysely'
import type { Root } from './open.ts'

/** So many rows are held at once; the next are fetched while these are worked on. */
const batchSize = 500

/**
 * What the statement finds, batch by batch. `connection` is a transaction of its own; the first batch is here when
 * this returns, so that what fails does so before anything was answered.
 */
export async function openCursor<Row>(
  connection: Root,
  statement: RawBuilder<Row>,
): Promise<AsyncGenerator<readonly Row[]>> {
  // All rows will be read, not the first ones alone.
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
    // Whoever stops here does not hear of its failure; whoever goes on meets it below.
    next.catch(() => undefined)
    yield batch
    batch = await next
  }
  yield batch
}
