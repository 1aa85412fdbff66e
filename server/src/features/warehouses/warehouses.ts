import type { Warehouse } from '@artel/contract/warehouses'
import type { Db } from '../../database/db.ts'

/** All warehouses of the company by name: the app keeps the whole list to offer it in forms. */
export const listWarehouses = (db: Db): Promise<Warehouse[]> =>
  db.from('warehouses').select(['id', 'name', 'address', 'is_active']).orderBy('name').limit(1000).execute()

export async function isWarehouse(db: Db, id: number): Promise<boolean> {
  const row = await db.from('warehouses').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
