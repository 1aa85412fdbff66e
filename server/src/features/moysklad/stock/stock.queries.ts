import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'

type Linked = { id: number; moy_sklad_id: string }

/** Warehouses linked to a store that still exists in MoySklad. */
export const findLinkedStores = (db: Db) =>
  db.query(sql<Linked>`
    select warehouses.id, warehouses.moy_sklad_id from warehouses
    join moysklad_items as theirs on theirs.company_id = warehouses.company_id
      and theirs.moy_sklad_id = warehouses.moy_sklad_id and theirs.kind = 'store' and theirs.gone_at is null
    where warehouses.company_id = ${db.companyId}
    order by warehouses.id`)

/** Products linked to these MoySklad ids. */
export const findLinkedProducts = (db: Db, moySkladIds: readonly string[]) =>
  db.query(sql<Linked>`
    select linked.id, linked.moy_sklad_id from unnest(${sql.val([...moySkladIds])}::text[]) as one, lateral (
      select id, moy_sklad_id from products where company_id = ${db.companyId} and moy_sklad_id = one limit 1) as linked`)

/**
 * Products with stock in a warehouse that are linked to an item that still exists in MoySklad. Ordered by id,
 * from the first id after `after`.
 */
export const findStocked = (db: Db, warehouseId: number, after: number, limit: number) =>
  db.query(sql<Linked>`
    select products.id, products.moy_sklad_id from product_stock as kept
    join products on products.company_id = kept.company_id and products.id = kept.product_id
    join moysklad_items as theirs on theirs.company_id = kept.company_id
      and theirs.moy_sklad_id = products.moy_sklad_id and theirs.gone_at is null
    where kept.company_id = ${db.companyId} and kept.warehouse_id = ${warehouseId} and kept.quantity > 0
      and kept.product_id > ${after}
    order by kept.product_id
    limit ${limit}`)
