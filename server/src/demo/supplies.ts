import type { SupplyStatus } from '@artel/contract/supplies/supplies.line'
import type { Db, Draft } from '../database/db.ts'
import type { Crew } from './history.ts'
import { insertPackedTask, packInSupply } from './packer.ts'
import type { Random } from './random.ts'
import { type DemoSupply, demoSupplies } from './supply-list.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Ms from one piece to the next. */
const pieceMs = 75_000

const line: readonly SupplyStatus[] = ['draft', 'packing', 'packed', 'shipped', 'accepted']

type Place = { warehouses: readonly number[]; entities: readonly number[]; products: readonly number[] }
type Made = { one: DemoSupply; id: number; at: number }

/**
 * Inserts supplies in every status, with sealed, started and empty boxes. Several users pack those in
 * packing.
 */
export async function insertSupplies(db: Db, random: Random, crew: Crew, at: Date): Promise<void> {
  const place: Place = {
    warehouses: await idsOf(db, 'warehouses'),
    entities: await idsOf(db, 'legal_entities'),
    products: await idsOf(db, 'products'),
  }
  const lead = crew.leads[0] ?? 0
  const year = at.getUTCFullYear()
  for (const [index, one] of demoSupplies.entries()) {
    const number = `${year}-${String(index + 1).padStart(6, '0')}`
    const made = at.getTime() + one.made * dayMs - 40 * minuteMs
    const id = await insertSupply(db, random, place, one, { number, made, lead, at: at.getTime() })
    await fill(db, random, place, crew, { one, id, at: at.getTime() })
    if (one.status === 'accepted') await insertInspections(db, id, lead, at.toISOString())
    if (one.pallets) await insertPallets(db, one.pallets, id, lead, at.toISOString())
    await moveOn(db, one, id, lead, at.toISOString())
  }
  await db.insert('supply_numbers', { year, last: demoSupplies.length }).execute()
}

const idsOf = async (db: Db, table: 'warehouses' | 'legal_entities' | 'products'): Promise<number[]> =>
  (await db.from(table).select('id').orderBy('id').limit(12).execute()).map(({ id }) => id)

type Stamp = { number: string; made: number; lead: number; at: number }

async function insertSupply(
  db: Db,
  random: Random,
  { warehouses, entities }: Place,
  { destination, marketplace, planned, comment = '' }: DemoSupply,
  { number, made, lead, at }: Stamp,
): Promise<number> {
  const stamps = { created_at: iso(made), updated_at: iso(made), status_at: iso(made) }
  const { id } = await db
    .insert('supplies', {
      number,
      destination,
      marketplace,
      comment,
      ...stamps,
      warehouse_id: random.pick(warehouses),
      legal_entity_id: random.pick(entities.slice(0, 2)),
      planned_on: iso(at + planned * dayMs).slice(0, 10),
      created_by: lead,
      updated_by: lead,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Line = {
  box: number
  product_id: number
  quantity: number
  packer: number
  task_id?: number | null
  /** The pieces were scanned one by one. */
  isByPiece?: true
}

/** Fills the boxes. The plan of the supply is the sum of all boxes. */
async function fill(db: Db, random: Random, place: Place, crew: Crew, made: Made): Promise<void> {
  const { one, id } = made
  const lines: Line[] = []
  const plan = new Map<number, number>()
  const packers = crew.assignees.slice(0, 3)
  const wares = [...place.products.slice(0, 5)]
  for (let box = 0; box < Math.max(one.boxes, 6); box += 1) {
    for (const product_id of wares.slice(box % 3, (box % 3) + random.between(1, 2))) {
      const planned = random.between(4, 12)
      plan.set(product_id, (plan.get(product_id) ?? 0) + planned)
      const isBegun = box === one.sealed && one.status === 'packing'
      const packer = packers[box % packers.length] ?? 0
      if (box < one.sealed) lines.push({ box, product_id, quantity: planned, packer })
      else if (isBegun) lines.push({ box, product_id, quantity: Math.ceil(planned / 2), packer })
    }
  }
  const rows = [...plan].map(([product_id, planned], position) => ({
    supply_id: id,
    product_id,
    planned,
    position,
  }))
  await db.insert('supply_products', rows).execute()
  await beAtWork(db, crew, made, lines, plan)
  await payPackers(db, crew, made, lines)
  if (one.boxes > 0) await insertBoxes(db, random, made, lines)
}

/** The staff account with shown credentials packs the started box as its running task. */
async function beAtWork(
  db: Db,
  crew: Crew,
  { one, id }: Made,
  lines: readonly Line[],
  plan: Map<number, number>,
) {
  const begun = lines.find(({ box, packer }) => box === one.sealed && packer === crew.assignees[0])
  if (!begun) return
  const { product_id, packer: user_id, quantity: packed } = begun
  const all = lines.filter((line) => line.product_id === product_id).map(({ quantity }) => quantity)
  const left = (plan.get(product_id) ?? 0) - all.reduce((sum, quantity) => sum + quantity, 0)
  begun.isByPiece = true
  begun.task_id = await packInSupply(db, { user_id, supply_id: id, product_id, packed, left })
}

/**
 * Gives the packers the tasks that pay for what they scanned. In a supply in packing one packer has finished with
 * more than was scanned, and another has scanned without a task.
 */
async function payPackers(db: Db, crew: Crew, { one, id, at }: Made, lines: readonly Line[]): Promise<void> {
  const groups = Map.groupBy(
    lines.filter(({ task_id }) => task_id === undefined),
    ({ packer, product_id }) => `${packer} ${product_id}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    const place = first ? crew.assignees.indexOf(first.packer) : 0
    if (!first || (one.status === 'packing' && place === 2)) continue
    const isOpen = one.status === 'packing' && place === 1
    const task_id = await insertPackedTask(db, {
      user_id: first.packer,
      supply_id: id,
      product_id: first.product_id,
      pieces: group.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(isOpen && { unscanned: { pieces: 3, reason: 'Сканер не читал смятый штрихкод' } }),
      by: crew.leads[0] ?? 0,
      finishedAt: packedAt(one, at, Math.max(...group.map(({ box }) => box))),
    })
    for (const line of group) line.task_id = task_id
  }
}

async function insertBoxes(
  db: Db,
  random: Random,
  { one, id, at }: Made,
  lines: readonly Line[],
): Promise<void> {
  const packerOf = new Map(lines.map(({ box, packer }) => [box, packer]))
  const code = random.between(100_000, 999_999)
  const drafts = Array.from({ length: one.boxes }, (_, index) => ({
    supply_id: id,
    number: index + 1,
    packed_by: packerOf.get(index) ?? null,
    ...(one.marketplace === 'wildberries' && { barcode: `WB_${code}${String(index).padStart(4, '0')}` }),
    weight_g: index < one.sealed ? random.between(6000, 14_000) : null,
    created_at: iso(at + one.made * dayMs),
  }))
  const boxes = await db.insert('supply_boxes', drafts).returning('id').execute()
  const ids = boxes.map((box) => box.id).sort((a, b) => a - b)
  const items = lines.map(({ box, product_id, quantity }) => ({
    supply_id: id,
    box_id: ids[box] ?? 0,
    product_id,
    quantity,
  }))
  if (items.length > 0) await db.insert('supply_box_items', items).execute()
  await insertScans(db, { one, id, at }, lines, ids)
  for (const [index, box] of ids.slice(0, one.sealed).entries()) {
    const seal = { sealed_at: iso(packedAt(one, at, index)), sealed_by: packerOf.get(index) ?? 0 }
    await db.update('supply_boxes', seal).where('id', '=', box).execute()
  }
}

/**
 * When a box was packed: one box every seven minutes. In supplies in packing the last one was packed a few
 * minutes ago.
 */
const packedAt = (one: DemoSupply, at: number, box: number): number => {
  const left = one.sealed - box
  const end = one.status === 'packing' ? at - 3 * minuteMs : at + (one.planned - 1) * dayMs
  return Math.min(end, at - 3 * minuteMs) - left * 7 * minuteMs
}

async function insertScans(db: Db, { one, id, at }: Made, lines: readonly Line[], ids: readonly number[]) {
  const scans: Draft<'supply_scans'>[] = lines.flatMap((line, index) => {
    const { box, product_id, quantity, packer, task_id = null, isByPiece = false } = line
    const end = packedAt(one, at, box) - minuteMs
    const pieces = isByPiece ? Array.from({ length: quantity }, () => 1) : [quantity]
    return pieces.map((piece, place) => ({
      supply_id: id,
      box_id: ids[box] ?? 0,
      product_id,
      quantity: piece,
      user_id: packer,
      task_id,
      task_quantity: task_id === null ? 0 : piece,
      scan_id: `demo-${index}-${place}`,
      created_at: iso(end - (pieces.length - 1 - place) * pieceMs),
    }))
  })
  if (scans.length > 0) await db.insert('supply_scans', scans).execute()
}

/** Somebody has counted the first two boxes again, and found them complete. */
async function insertInspections(db: Db, supply_id: number, user_id: number, created_at: string) {
  const boxes = db.from('supply_boxes').select(['id', 'version']).where('supply_id', '=', supply_id)
  for (const { id: box_id, version } of await boxes.orderBy('number').limit(2).execute()) {
    const scans = await db
      .from('supply_scans')
      .select(['id', 'user_id', 'product_id', 'quantity'])
      .where('box_id', '=', box_id)
      .orderBy('id')
      .execute()
    const draft = { supply_id, box_id, user_id, box_version: version, created_at }
    const { id: inspection_id } = await db
      .insert('box_inspections', { ...draft, last_scan_id: scans.at(-1)?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { user_id: packer, product_id, quantity } of scans) {
      const counted = { inspection_id, product_id }
      await db.insert('box_inspection_lines', { ...counted, packed: quantity, found: quantity }).execute()
      const found = { ...counted, user_id: packer, pieces: quantity, missing: 0 }
      await db.insert('box_inspection_people', found).execute()
    }
  }
}

/** Puts the closed boxes on pallets, the first ones on the first. All but the last pallet are closed. */
async function insertPallets(db: Db, count: number, supply_id: number, by: number, at: string) {
  const rows = db.from('supply_boxes').select('id').where('supply_id', '=', supply_id)
  const boxes = await rows.where('sealed_at', 'is not', null).orderBy('number').execute()
  const each = Math.ceil(boxes.length / count)
  for (let index = 0; index < count; index += 1) {
    const ids = boxes.slice(index * each, (index + 1) * each).map(({ id }) => id)
    const draft = { supply_id, number: index + 1, created_by: by, created_at: at }
    const { id } = await db.insert('supply_pallets', draft).returning('id').executeTakeFirstOrThrow()
    if (ids.length === 0) continue
    await db.update('supply_boxes', { pallet_id: id }).where('id', 'in', ids).execute()
    const closed = { closed_at: at, closed_by: by }
    if (index < count - 1) await db.update('supply_pallets', closed).where('id', '=', id).execute()
  }
}

/** Moves the supply one status after another, because the database allows no jumps. */
async function moveOn(db: Db, { status, isDeleted }: DemoSupply, id: number, by: number, at: string) {
  const set = (fields: object) => db.update('supplies', fields).where('id', '=', id).execute()
  const steps = status === 'cancelled' ? ['cancelled'] : line.slice(1, line.indexOf(status) + 1)
  for (const step of steps) await set({ status: step, status_at: at, updated_at: at })
  if (isDeleted) await set({ deleted_at: at, deleted_by: by })
}

const iso = (ms: number): string => new Date(ms).toISOString()
