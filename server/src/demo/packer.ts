import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

type Work = {
  user_id: number
  supply_id: number
  product_id: number
  /** Pieces of the product that this user has packed in the supply, and pieces that are left. */
  packed: number
  left: number
}

/**
 * Changes the user's running task into packing a supply, so that scans count into it. @returns the task's id
 */
export async function packInSupply(db: Db, work: Work): Promise<number | null> {
  const { user_id, packed, left, ...fields } = work
  const rates = ['name', 'money', 'coins', 'norm_seconds'] as const
  const product = await db
    .from('products')
    .select(rates)
    .where('id', '=', work.product_id)
    .executeTakeFirstOrThrow()
  const quantity = packed + left
  const task = await db
    .update('tasks', {
      ...fields,
      title: product.name,
      quantity,
      quantity_done: packed,
      scanned: packed,
      money: product.money * quantity,
      coins: product.coins * quantity,
      norm_seconds: sql<number>`${product.norm_seconds}::integer * ${quantity}::integer`,
    })
    .where('user_id', '=', user_id)
    .where('status', '=', 'in_progress')
    .returning('id')
    .executeTakeFirst()
  return task?.id ?? null
}

type Packed = Omit<Work, 'packed' | 'left'> & {
  pieces: number
  /** Pieces that were packed without a scan, and the reason that the packer gives. */
  unscanned?: { pieces: number; reason: string }
  by: number
  finishedAt: number
}

const hourMs = 3_600_000

/** Inserts the task that counts scanned pieces. It is done, or in review if some pieces were not scanned. */
export async function insertPackedTask(db: Db, packed: Packed): Promise<number> {
  const { product_id, pieces, unscanned, by, finishedAt, ...fields } = packed
  const product = await db
    .from('products')
    .select(['name', 'money', 'coins'])
    .where('id', '=', product_id)
    .executeTakeFirstOrThrow()
  const supply = await db
    .from('supplies')
    .select('warehouse_id')
    .where('id', '=', packed.supply_id)
    .executeTakeFirstOrThrow()
  const quantity = pieces + (unscanned?.pieces ?? 0)
  const { id } = await db
    .insert('tasks', {
      ...fields,
      warehouse_id: supply.warehouse_id,
      product_id,
      title: product.name,
      status: unscanned ? 'review' : 'done',
      quantity,
      quantity_done: quantity,
      scanned: pieces,
      unscanned_reason: unscanned?.reason ?? null,
      money: product.money * quantity,
      coins: product.coins * quantity,
      requires_review: false,
      created_by: by,
      priced_by: by,
      created_at: iso(finishedAt - 3 * hourMs),
      started_at: iso(finishedAt - 2 * hourMs),
      finished_at: iso(finishedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const iso = (ms: number): string => new Date(ms).toISOString()
