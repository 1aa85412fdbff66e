import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { forEachInSlices, mapInSlices } from '../../../slices.ts'
import { countStock, type StockChange } from '../../products/products.ts'
import { writeLog } from '../moysklad.log.queries.ts'
import { findLinkedProducts, findLinkedStores, findStocked } from './stock.queries.ts'

/** Number of pieces of a MoySklad product in a MoySklad store, by MoySklad ids. It may be a fraction. */
export type ReadStock = { product_id: string; store_id: string; quantity: number }

const most = 1_000_000_000
const maxLines = 1000
/** Maximum products in the input or the result of one statement. */
const maxAsked = 5000

/**
 * Writes the stock of linked products in linked stores, in the caller's transaction. `isWhole`: the rows are
 * the full stock, so everything that they do not contain becomes 0.
 * @returns the number of changed cells
 */
export async function writeStock(
  db: Db,
  runId: number,
  rows: readonly ReadStock[],
  isWhole: boolean,
): Promise<number> {
  const byStore = new Map<string, Map<string, number>>()
  await forEachInSlices(rows, ({ product_id, store_id, quantity }) => {
    const cells = byStore.get(store_id) ?? new Map<string, number>()
    cells.set(product_id, whole(quantity))
    byStore.set(store_id, cells)
  })
  let changed = 0
  for (const store of await findLinkedStores(db)) {
    const cells = byStore.get(store.moy_sklad_id)
    if (!cells && !isWhole) continue
    changed += await writeStore(db, runId, store.id, cells ?? new Map(), isWhole)
  }
  return changed
}

// Rounds down, because half a piece cannot be packed. Stock is negative in MoySklad if pieces were sold
// before they came; it counts as 0.
const whole = (quantity: number): number => Math.min(most, Math.max(0, Math.floor(quantity)))

async function writeStore(
  db: Db,
  runId: number,
  warehouseId: number,
  cells: ReadonlyMap<string, number>,
  isWhole: boolean,
): Promise<number> {
  const quantities = new Map<number, number>()
  if (isWhole) await addMissing(db, warehouseId, cells, quantities)
  const ids = [...cells.keys()]
  for (let from = 0; from < ids.length; from += maxAsked)
    for (const { id, moy_sklad_id } of await findLinkedProducts(db, ids.slice(from, from + maxAsked)))
      quantities.set(id, cells.get(moy_sklad_id) ?? 0)
  // All transactions lock products in the same order, so that they do not deadlock.
  const inOrder = Float64Array.from(quantities.keys()).sort()
  const all = await mapInSlices(inOrder, (id) => ({ product_id: id, quantity: quantities.get(id) ?? 0 }))
  const changes = await countStock(db, warehouseId, all)
  await log(db, runId, warehouseId, changes)
  return changes.length
}

/** Adds a quantity of 0 for each product that the warehouse has and the report does not name. */
async function addMissing(
  db: Db,
  warehouseId: number,
  cells: ReadonlyMap<string, number>,
  quantities: Map<number, number>,
): Promise<void> {
  for (let after = 0; ; ) {
    const stocked = await findStocked(db, warehouseId, after, maxAsked)
    for (const { id, moy_sklad_id } of stocked) if (!cells.has(moy_sklad_id)) quantities.set(id, 0)
    const last = stocked.at(-1)
    if (!last) return
    after = last.id
  }
}

async function log(
  db: Db,
  runId: number,
  warehouse_id: number,
  changes: readonly StockChange[],
): Promise<void> {
  const at = nowIso()
  const cell = (quantity: number) => [{ warehouse_id, quantity }]
  const line = ({ id, name, before, after }: StockChange) => ({
    run_id: runId,
    part: 'stock' as const,
    action: 'change' as const,
    title: name,
    our_id: id,
    changes: [{ field: 'stock', before: cell(before), after: cell(after) }],
    created_at: at,
  })
  for (let from = 0; from < changes.length; from += maxLines)
    await writeLog(db, changes.slice(from, from + maxLines).map(line))
}
