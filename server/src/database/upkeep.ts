import { type RawBuilder, sql } from 'kysely'
import type { Root, Tables } from './connection/open.ts'

/** Rows per statement. A larger statement might exceed the statement timeout of the database. */
export const upkeepBatch = 5000

/**
 * Repeats a statement that processes up to `upkeepBatch` rows until it finds fewer. Outside a transaction
 * each statement commits by itself, so an interrupted run keeps its progress.
 * @param importBatch returns the number of processed rows
 */
export async function inBatches(
  importBatch: (most: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if ((await importBatch(upkeepBatch)) < upkeepBatch) return
}

/** Deletes rows of all companies in batches. Locked rows remain until the next run. */
export const deleteRows = (
  root: Root,
  table: keyof Tables,
  where: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> =>
  inBatches(async (most) => {
    const rows = sql.table(table)
    const { numAffectedRows } = await sql`
      delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${where} limit ${most} for update skip locked
      ))`.execute(root)
    return Number(numAffectedRows ?? 0)
  }, signal)
