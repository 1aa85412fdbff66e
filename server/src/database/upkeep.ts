import { type RawBuilder, sql } from 'kysely'
import type { Root, Tables } from './open.ts'

/** Rows that one statement of upkeep takes, because more might not end before the database loses patience. */
export const upkeepBatch = 5000

/**
 * Repeats a statement that takes `upkeepBatch` rows at most until it finds fewer. Each commits by itself where it runs
 * outside a transaction, so that work which is given up is not done again.
 * @param takeBatch answers how many rows it has taken
 */
export async function inBatches(
  takeBatch: (most: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if ((await takeBatch(upkeepBatch)) < upkeepBatch) return
}

/** Deletes rows of all companies in batches. Rows that are locked stay until the next time. */
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
