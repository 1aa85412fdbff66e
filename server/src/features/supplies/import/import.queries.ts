import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { sumOf } from '../../../database/queries/sums.ts'
import { fieldError } from '../../../errors/errors.ts'
import type { ImportOptions, Removed, Verdict } from '../../imports/imports.ts'
import { presentBoxes, removeItems, touchBoxes, updateItems } from '../boxes/boxes.queries.ts'
import type { ImportedBox, ImportedBoxes, ImportedItem } from './boxes.ts'
import type { PlannedRow } from './rows.ts'

/** All boxes of a supply that are not deleted, with their lines. */
export async function readBoxes(db: Db, supplyId: number): Promise<ImportedBox[]> {
  const rows = await presentBoxes(db, supplyId)
    .select(['id', 'number', 'barcode', 'sealed_at'])
    .orderBy('number')
    .execute()
  const boxes = rows.map(
    ({ sealed_at, ...row }): ImportedBox => ({
      ...row,
      isSealed: sealed_at !== null,
      isNamed: false,
      items: new Map(),
    }),
  )
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const items = await db
    .from('supply_box_items')
    .select(['box_id', 'id', 'product_id', 'quantity', 'planned', 'expires_on', 'version'])
    .where('supply_id', '=', supplyId)
    .execute()
  for (const { box_id, ...item } of items)
    byId.get(box_id)?.items.set(item.product_id, { ...item, row: null })
  return boxes
}

/** Planned and packed pieces of the supply, by product. */
export async function readBounds(db: Db, supplyId: number) {
  const rows = await db
    .from('supply_products')
    .select(['product_id', 'planned', 'packed'])
    .where('supply_id', '=', supplyId)
    .execute()
  return new Map(rows.map(({ product_id, ...bound }) => [product_id, bound]))
}

/**
 * Removes the plan of a supply, whose row is locked, for a while. @returns a function that restores the plan
 */
export async function liftPlan(db: Db, supplyId: number): Promise<() => Promise<void>> {
  const plan = await db
    .from('supply_products')
    .select(['product_id', 'planned', 'position'])
    .where('supply_id', '=', supplyId)
    .where('planned', 'is not', null)
    .execute()
  if (plan.length === 0) return async () => undefined
  const ofSupply = sql`supply_products.company_id = ${db.companyId} and supply_products.supply_id = ${supplyId}`
  await db.query(sql`update supply_products set planned = null where ${ofSupply}`)
  return async () => {
    await db.query(sql`
      update supply_products set planned = coalesce((
        select planned from jsonb_to_recordset(${JSON.stringify(plan)}) as given (product_id bigint, planned integer)
        where given.product_id = supply_products.product_id
      ), 0) where ${ofSupply}`)
  }
}

type Target = { supplyId: number; importId: number }

/** Writes the boxes and lines that rows have created and changed. @returns the result of each row */
export async function writeBatch(
  db: Db,
  actor: Actor,
  { supplyId, importId }: Target,
  batch: readonly PlannedRow[],
): Promise<Verdict[]> {
  const done = batch.flatMap((row) => (row.action === 'refuse' ? [] : [row]))
  const fresh = [...new Set(done.map(({ box }) => box))].filter(({ id }) => id === null)
  await insertImportedBoxes(db, { supplyId, importId }, fresh)
  const made = done.filter(({ action, item }) => action === 'create' && item !== undefined)
  await insertImportedItems(db, supplyId, made)
  const changed = done.flatMap(({ action, item }) => (action === 'update' && item ? [writable(item)] : []))
  await updateItems(db, changed)
  const touched = done.filter(({ action, item }) => action !== 'skip' && item !== undefined)
  await touchBoxes(db, actor, [...new Set(touched.map(({ box }) => idOf(box)))])
  return batch.map(verdictOf)
}

// A box or line has an id once it is written.
const idOf = ({ id }: { id: number | null }): number => id ?? 0

const writable = (item: ImportedItem) => ({ ...item, id: idOf(item) })

function verdictOf(row: PlannedRow): Verdict {
  if (row.action === 'refuse') return row
  const { action, box, item } = row
  if (!item) return { action, faults: [], entity_id: idOf(box) }
  const verdict = { action, faults: [], entity_id: idOf(item), version: item.version }
  return row.action === 'update' ? { ...verdict, before: row.before } : verdict
}

async function insertImportedBoxes(
  db: Db,
  { supplyId, importId }: Target,
  boxes: readonly ImportedBox[],
): Promise<void> {
  if (boxes.length === 0) return
  const given = boxes.map(({ number, barcode }) => ({ number, barcode }))
  const made = await db.query(sql<{ id: number; barcode: string }>`
    insert into supply_boxes (company_id, supply_id, number, barcode, created_at, import_id)
    select ${db.companyId}, ${supplyId}, number, barcode, ${nowIso()}, ${importId}
    from jsonb_to_recordset(${JSON.stringify(given)}) as given (number integer, barcode text)
    order by number
    returning id, barcode`)
  const ids = new Map(made.map(({ id, barcode }) => [barcode, id]))
  for (const box of boxes) box.id = ids.get(box.barcode) ?? null
}

async function insertImportedItems(
  db: Db,
  supplyId: number,
  rows: readonly { box: ImportedBox; item?: ImportedItem }[],
): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ box, item }) => ({ ...item, box_id: box.id }))
  const made = await db.query(sql<{ id: number; box_id: number; product_id: number }>`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity, planned, expires_on)
    select ${db.companyId}, ${supplyId}, box_id, product_id, quantity, planned, expires_on
    from jsonb_to_recordset(${JSON.stringify(given)}) as given
      (box_id bigint, product_id bigint, quantity integer, planned integer, expires_on date)
    returning id, box_id, product_id`)
  const ids = new Map(made.map(({ id, box_id, product_id }) => [`${box_id} ${product_id}`, id]))
  for (const { box, item } of rows) if (item) item.id = ids.get(`${box.id} ${item.product_id}`) ?? null
}

/**
 * Removes boxes and lines that the overwriting file does not have. If the file is a plan, it removes planned
 * pieces only, and packed pieces stay. @returns what it has removed @throws ApiError 422 if a sealed box would change
 */
export async function removeUnnamed(
  db: Db,
  { importId, isPlan }: ImportOptions,
  boxes: ImportedBoxes,
): Promise<Removed> {
  const removals: Removal[] = []
  const gone: ImportedItem[] = []
  for (const box of boxes.all) {
    const left = [...box.items.values()].filter(
      (item) => item.row === null && (!isPlan || item.planned !== null),
    )
    const stays = isPlan ? [...box.items.values()].some(({ quantity }) => quantity > 0) : false
    const is_box = !box.isNamed && !stays
    if (left.length === 0 && !is_box) continue
    if (box.isSealed) throw fieldError('overwrite', 'sealed_left_out', { number: box.number })
    const items = left.map(({ id: _, row: __, version: ___, ...item }) => item)
    removals.push({ import_id: importId, box_id: idOf(box), is_box, items })
    gone.push(...left)
  }
  if (removals.length === 0) return { boxes: 0, lines: 0, bytes: 0 }
  const kept = isPlan ? gone.filter(({ quantity }) => quantity > 0) : []
  await updateItems(
    db,
    kept.map((item) => ({ ...writable(item), planned: null })),
  )
  await removeItems(db, gone.filter((item) => !kept.includes(item)).map(idOf))
  const lines = removals.flatMap(({ is_box, items }) => (is_box ? [] : items)).length
  const count = removals.filter(({ is_box }) => is_box).length
  return { boxes: count, lines, bytes: await writeRemovals(db, removals) }
}

type Removal = { import_id: number; box_id: number; is_box: boolean; items: readonly object[] }

/** @returns the bytes of the removals */
async function writeRemovals(db: Db, removals: readonly Removal[]): Promise<number> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(removals)})
    as given (import_id bigint, box_id bigint, is_box boolean, items jsonb)`
  const [saved] = await db.query(sql<{ bytes: number }>`
    with saved as (
      insert into import_removals (company_id, import_id, box_id, is_box, items)
      select ${db.companyId}, import_id, box_id, is_box, items from ${given}
      returning pg_column_size(items) as bytes
    )
    select ${sumOf('saved.bytes')} as bytes from saved`)
  await db.query(sql`
    update supply_boxes set deleted_at = ${nowIso()} from ${given}
    where supply_boxes.company_id = ${db.companyId} and supply_boxes.id = given.box_id and given.is_box`)
  return saved?.bytes ?? 0
}
