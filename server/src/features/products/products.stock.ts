import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { numbers } from '../../database/queries/arrays.ts'
import { writeForeign } from '../audit/audit.ts'

/** The pieces of a product in the warehouse. */
type StockCell = { product_id: number; quantity: number }

export type StockChange = { id: number; name: string; before: number; after: number }

const batch = 1000
/** Maximum number of announced products. Lists reload after the first announcement. */
const maxTold = 20

/**
 * Sets the stock of the given products in a warehouse, as counted by another service. Skips deleted products.
 * @returns the quantities that changed
 */
export async function countStock(
  db: Db,
  warehouseId: number,
  cells: readonly StockCell[],
): Promise<StockChange[]> {
  const changes: StockChange[] = []
  for (let from = 0; from < cells.length; from += batch)
    changes.push(...(await countBatch(db, warehouseId, cells.slice(from, from + batch))))
  for (const { id } of changes.slice(0, maxTold))
    db.announce({ entity: 'product', id, action: 'update' }, 'everyone')
  return changes
}

async function countBatch(db: Db, warehouseId: number, cells: readonly StockCell[]): Promise<StockChange[]> {
  const ids = numbers(cells.map(({ product_id }) => product_id))
  // Lock the products, because an edit locks its product and replaces the whole stock.
  await db.query(sql`
    select id from products where company_id = ${db.companyId} and id = any(${ids}) order by id for no key update`)
  const changes = await db.query(sql<StockChange>`
    with given as materialized (
      select given.product_id, given.quantity, products.name, coalesce(kept.quantity, 0) as before
      from unnest(${ids}, ${cells.map(({ quantity }) => quantity)}::integer[]) as given (product_id, quantity)
      join products on products.company_id = ${db.companyId} and products.id = given.product_id
      left join product_stock as kept on kept.company_id = products.company_id and kept.product_id = products.id
        and kept.warehouse_id = ${warehouseId}
      where coalesce(kept.quantity, 0) <> given.quantity
    ), counted as (
      insert into product_stock (company_id, product_id, warehouse_id, quantity)
      select ${db.companyId}, product_id, ${warehouseId}, quantity from given
      on conflict (company_id, product_id, warehouse_id) do update set quantity = excluded.quantity
    ), told as (
      update products set version = products.version + 1,
        field_versions = products.field_versions || jsonb_build_object('stock', products.version + 1)
      from given where products.company_id = ${db.companyId} and products.id = given.product_id
    )
    select product_id as id, name, before, quantity as after from given order by product_id`)
  const stock = (quantity: number) => ({ stock: [{ warehouse_id: warehouseId, quantity }] })
  await writeForeign(
    db,
    'MoySklad',
    changes.map(({ id, name, before, after }) => ({
      action: 'update' as const,
      entity: 'product' as const,
      id,
      title: name,
      before: stock(before),
      after: stock(after),
    })),
  )
  return changes
}
