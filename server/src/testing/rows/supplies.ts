import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { buildProduct, buildWarehouse, type TestUser } from './build.ts'

// Far above the numbers that boxes get automatically.
let counter = 100_001

/** A supply in packing, without a plan and without boxes. @returns its id */
export async function buildSupply(db: Db, fields: Partial<Draft<'supplies'>> = {}): Promise<number> {
  const at = nowIso()
  const warehouse_id = fields.warehouse_id ?? (await buildWarehouse(db))
  const { id } = await db
    .insert('supplies', {
      number: `T-${counter++}`,
      marketplace: 'wildberries',
      status: 'packing',
      status_at: at,
      created_at: at,
      updated_at: at,
      ...fields,
      warehouse_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An empty box of a supply. @returns its id */
export async function buildBox(
  db: Db,
  supply_id: number,
  fields: Partial<Draft<'supply_boxes'>> = {},
): Promise<number> {
  const { id } = await db
    .insert('supply_boxes', { supply_id, number: counter++, created_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A box with a piece in it, closed by the user. @returns its id */
export async function buildSealedBox(
  db: Db,
  user: TestUser,
  supply_id: number,
  fields: Partial<Draft<'supply_boxes'>> = {},
): Promise<number> {
  const id = await buildBox(db, supply_id, fields)
  await buildItem(db, supply_id, id)
  const seal = { sealed_at: nowIso(), sealed_by: user.id }
  await db.update('supply_boxes', seal).where('id', '=', id).execute()
  return id
}

/** An open pallet without boxes. @returns its id */
export async function buildPallet(
  db: Db,
  supply_id: number,
  fields: Partial<Draft<'supply_pallets'>> = {},
): Promise<number> {
  const { id } = await db
    .insert('supply_pallets', { supply_id, number: counter++, created_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The plan of a supply that has none and no content. */
export async function buildPlan(
  db: Db,
  supply_id: number,
  plan: readonly { product_id: number; quantity: number }[],
): Promise<void> {
  const rows = plan.map(({ product_id, quantity }, position) => ({
    supply_id,
    product_id,
    planned: quantity,
    position,
  }))
  await db.insert('supply_products', rows).execute()
}

/** A product with this barcode. @returns its id */
export const buildScannable = (db: Db, barcode: string): Promise<number> =>
  buildProduct(db, { barcodes: [barcode] })

/** Pieces of a product in a box. @returns the id of the line */
export async function buildItem(
  db: Db,
  supply_id: number,
  box_id: number,
  fields: Partial<Draft<'supply_box_items'>> = {},
): Promise<number> {
  const product_id = fields.product_id ?? (await buildProduct(db))
  const { id } = await db
    .insert('supply_box_items', { supply_id, box_id, quantity: 1, ...fields, product_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A scan by the user. @returns its id */
export async function buildScan(
  db: Db,
  user: TestUser,
  fields: Omit<Draft<'supply_scans'>, 'user_id' | 'created_at' | 'quantity'> & {
    quantity?: number
    created_at?: string
  },
): Promise<number> {
  const { id } = await db
    .insert('supply_scans', { quantity: 1, user_id: user.id, created_at: nowIso(), ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An inspection of a box that nobody has scanned into. @returns its id */
export async function buildInspection(db: Db, by: TestUser): Promise<number> {
  const supply_id = await buildSupply(db)
  const box_id = await buildBox(db, supply_id)
  const row = { supply_id, box_id, user_id: by.id, box_version: 1, created_at: nowIso() }
  return (await db.insert('box_inspections', row).returning('id').executeTakeFirstOrThrow()).id
}
