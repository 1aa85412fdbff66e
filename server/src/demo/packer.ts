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
