import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { applyWithBisection, type DoneRow, type ImportTarget } from '../../imports/imports.ts'
import { findLastNumber, type Item, removeItems, updateItems } from '../boxes/boxes.queries.ts'
import { lockForImport } from './import.ts'

type Refusals = Map<number, 'changed' | 'in_use'>

/** Undoes lines of an import. A line that was changed since, or whose box is sealed, stays as it is. */
export async function undoRows(
  db: Db,
  _: Actor,
  rows: readonly DoneRow[],
  { supplyId }: ImportTarget,
): Promise<Refusals> {
  await lockForImport(db, supplyId)
  // Rows without a version are empty boxes, which are deleted at the end.
  const lines = rows.filter(({ version }) => version !== null)
  const items = await findItems(
    db,
    lines.map(({ entity_id }) => entity_id),
  )
  const refused: Refusals = new Map()
  const made: DoneRow[] = []
  const changed: DoneRow[] = []
  for (const row of lines) {
    const item = items.get(row.entity_id)
    if (item?.version !== row.version || item.is_sealed) refused.set(row.row, 'changed')
    else if (row.action === 'create') made.push(row)
    else changed.push(row)
  }
  await removeItems(
    db,
    made.map(({ entity_id }) => entity_id),
  )
  const restore = (some: readonly DoneRow[]) =>
    updateItems(
      db,
      some.flatMap(({ entity_id, before }) => {
        const item = items.get(entity_id)
        return item && before ? [{ ...item, ...before }] : []
      }),
    )
  // A plan that was set since may allow fewer pieces than the line had.
  for (const row of await applyWithBisection(db, changed, restore)) refused.set(row.row, 'changed')
  return refused
}

type FoundItem = Item & { is_sealed: boolean }

async function findItems(db: Db, ids: readonly number[]): Promise<Map<number, FoundItem>> {
  const rows = await db.query(sql<FoundItem>`
    select item.id, item.product_id, item.quantity, item.planned, item.expires_on, item.version,
      box.sealed_at is not null as is_sealed
    from supply_box_items as item
    join supply_boxes as box on box.company_id = item.company_id and box.id = item.box_id
    where item.company_id = ${db.companyId} and item.id = any(${sql.val([...ids])}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes boxes that the import has created and that are empty now. Restores what the import has removed. */
export async function endUndo(db: Db, _: Actor, { importId, supplyId }: ImportTarget): Promise<void> {
  const id = await lockForImport(db, supplyId)
  await db.query(sql`
    update supply_boxes set deleted_at = ${nowIso()}
    where company_id = ${db.companyId} and import_id = ${importId} and supply_id = ${id} and deleted_at is null
      and sealed_at is null and units_count = 0 and planned_count = 0`)
  const removals = await db
    .from('import_removals')
    .select(['box_id', 'is_box', 'items'])
    .where('import_id', '=', importId)
    .orderBy('id')
    .execute()
  // One at a time: a removed box is not restored if another box has its barcode by now, nor a line of a
  // sealed box.
  for (const removal of removals) await applyWithBisection(db, [removal], ([one]) => putBack(db, id, one))
}

type Removal = { box_id: number; is_box: boolean; items: object[] }

async function putBack(db: Db, supplyId: number, removal: Removal | undefined): Promise<void> {
  if (!removal) return
  const { box_id, is_box, items } = removal
  if (is_box) await wakeBox(db, supplyId, box_id)
  await db.query(sql`
    insert into supply_box_items as present (company_id, supply_id, box_id, product_id, quantity, planned, expires_on)
    select ${db.companyId}, ${supplyId}, ${box_id}, product_id, quantity, planned, expires_on
    from jsonb_to_recordset(${JSON.stringify(items)}) as given
      (product_id bigint, quantity integer, planned integer, expires_on date)
    where not exists (
      select from supply_boxes as box where box.company_id = ${db.companyId} and box.id = ${box_id}
        and (box.sealed_at is not null or box.deleted_at is not null)
    )
    on conflict (company_id, box_id, product_id) do update
      set planned = excluded.planned, version = present.version + 1
      where present.planned is null and present.quantity = excluded.quantity`)
}

/** Restores a deleted box. If another box has its number by now, the box gets the next number. */
async function wakeBox(db: Db, supplyId: number, id: number): Promise<void> {
  const next = (await findLastNumber(db, supplyId)) + 1
  await db.query(sql`
    update supply_boxes set deleted_at = null, number = case when exists (
      select from supply_boxes as other where other.company_id = supply_boxes.company_id
        and other.supply_id = supply_boxes.supply_id and other.number = supply_boxes.number and other.deleted_at is null
    ) then ${next}::integer else number end
    where company_id = ${db.companyId} and id = ${id}`)
}
