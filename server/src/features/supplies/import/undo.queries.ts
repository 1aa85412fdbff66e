import { sql } from 'kysely'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { runningSum } from '../../../database/queries/sums.ts'
import type { Item } from '../boxes/boxes.queries.ts'

type FoundItem = Item & { is_sealed: boolean }

/** The present lines with these ids. */
export async function findItems(db: Db, ids: readonly number[]): Promise<Map<number, FoundItem>> {
  const rows = await db.query(sql<FoundItem>`
    select item.id, item.product_id, item.quantity, item.planned, item.expires_on, item.version,
      box.sealed_at is not null as is_sealed
    from supply_box_items as item
    join supply_boxes as box on box.company_id = item.company_id and box.id = item.box_id
    where item.company_id = ${db.companyId} and item.id = any(${sql.val([...ids])}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes boxes that the import has created and that are empty now. */
export async function deleteEmptied(db: Db, supplyId: number, importId: number): Promise<void> {
  await db.query(sql`
    update supply_boxes set deleted_at = ${nowIso()}
    where company_id = ${db.companyId} and import_id = ${importId} and supply_id = ${supplyId} and deleted_at is null
      and sealed_at is null and units_count = 0 and planned_count = 0`)
}

/** What one step of an undo reads at most: removals, and lines of them. One removal may have more lines. */
type Most = { removals: number; lines: number }

/** The ids of the next removals of an import after the removal `after`. */
export async function findRemovals(db: Db, importId: number, after: number, most: Most): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`
    select id from (
      select id, row_number() over counted as place,
        ${runningSum(sql`jsonb_array_length(items)`, sql`counted`)} as lines
      from (
        select id, items from import_removals
        where company_id = ${db.companyId} and import_id = ${importId} and id > ${after}
        order by id limit ${most.removals}
      ) as next
      window counted as (order by id)
    ) as removal
    where lines <= ${most.lines} or place = 1
    order by id`)
  return rows.map(({ id }) => id)
}

/** Packed pieces that come back with a removal. `is_gone`: their product is deleted. */
export type LostLine = { product_id: number; quantity: number; is_gone: boolean }
/** A removal, and the lines that its box does not have now. */
export type LostContents = { id: number; lines: LostLine[] }
/** The planned and packed pieces of a product in the supply. */
export type Bound = { planned: number | null; packed: number }

const liveBoxes = (db: Db, supplyId: number) => sql`
  other.company_id = ${db.companyId} and other.supply_id = ${supplyId} and other.deleted_at is null`

/**
 * Finds the removals that can be undone: their box is open, or it was deleted and no other box has its barcode now.
 */
export const findLost = (db: Db, supplyId: number, ids: readonly number[]): Promise<LostContents[]> =>
  db.query(sql<LostContents>`
    select removal.id, (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', line.product_id, 'quantity', line.quantity,
        'is_gone', not exists (
          select from products where products.company_id = ${db.companyId} and products.id = line.product_id
        )) order by line.product_id), '[]')
      from jsonb_to_recordset(removal.items) as line (product_id bigint, quantity integer)
      where not exists (
        select from supply_box_items as present
        where present.company_id = removal.company_id and present.box_id = removal.box_id
          and present.product_id = line.product_id
      )
    ) as lines
    from import_removals as removal
    join supply_boxes as box on box.company_id = removal.company_id and box.id = removal.box_id
    where removal.company_id = ${db.companyId} and removal.id = any(${sql.val([...ids])}::bigint[])
      and box.sealed_at is null and (box.deleted_at is null or removal.is_box and not exists (
        select from supply_boxes as other where ${liveBoxes(db, supplyId)} and other.barcode = box.barcode
      ))
    order by removal.id`)

/** Restores removed boxes, and the lines of boxes. */
export async function putBack(db: Db, supplyId: number, ids: readonly number[]): Promise<void> {
  const removed = sql`removal.company_id = ${db.companyId} and removal.id = any(${sql.val([...ids])}::bigint[])`
  // If another box has the number of a restored one by now, the restored box gets the next free number.
  await db.query(sql`
    with asleep as (
      select box.id, box.number, exists (
        select from supply_boxes as other where ${liveBoxes(db, supplyId)} and other.number = box.number
      ) as is_taken
      from import_removals as removal
      join supply_boxes as box on box.company_id = removal.company_id and box.id = removal.box_id
      where ${removed} and removal.is_box and box.deleted_at is not null
    ), woken as (
      select id, case when is_taken then row_number() over (partition by is_taken order by id) + greatest(
        (select max(number) from asleep),
        (select max(number) from supply_boxes as other where ${liveBoxes(db, supplyId)})
      ) else number end as number
      from asleep
    )
    update supply_boxes set deleted_at = null, number = woken.number from woken
    where supply_boxes.company_id = ${db.companyId} and supply_boxes.id = woken.id`)
  await db.query(sql`
    insert into supply_box_items as present (company_id, supply_id, box_id, product_id, quantity, planned, expires_on)
    select removal.company_id, ${supplyId}, removal.box_id, line.product_id, line.quantity, line.planned, line.expires_on
    from import_removals as removal
    join supply_boxes as box on box.company_id = removal.company_id and box.id = removal.box_id
    cross join lateral jsonb_to_recordset(removal.items) as line
      (product_id bigint, quantity integer, planned integer, expires_on date)
    where ${removed} and box.sealed_at is null and box.deleted_at is null
    order by removal.id, line.product_id
    on conflict (company_id, box_id, product_id) do update
      set planned = excluded.planned, version = present.version + 1
      where present.planned is null and present.quantity = excluded.quantity`)
}
