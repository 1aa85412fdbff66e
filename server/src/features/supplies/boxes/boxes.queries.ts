import type { Box, BoxLine, SupplyBox, SupplyCount } from '@artel/contract/supplies/supplies'
import { shownBoxes, shownLines } from '@artel/contract/supplies/supplies.line'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Actor } from '../../../access/actor.ts'
import type { Change, Db, Draft } from '../../../database/db.ts'
import { personOf } from '../../../database/queries/person.ts'
import { statement } from '../../../database/queries/statement.ts'
import { sumOf } from '../../../database/queries/sums.ts'
import { productOf } from '../../products/products.ts'

const boxColumns = [
  'supply_boxes.id',
  'supply_boxes.supply_id',
  'supply_boxes.number',
  'supply_boxes.barcode',
  'supply_boxes.weight_g',
  'supply_boxes.units_count',
  'supply_boxes.packed_by',
  'supply_boxes.sealed_at',
  'supply_boxes.sealed_by',
  'supply_boxes.version',
  'supply_boxes.created_at',
] as const

const shownColumns = [
  ...boxColumns,
  sql<number | null>`nullif(supply_boxes.planned_count, 0)`.as('planned_count'),
  personOf('supply_boxes.packed_by').as('packer'),
  // Open boxes, into which people scan, stand on no pallet and read none.
  sql<Box['pallet']>`case when supply_boxes.pallet_id is not null then (
    select jsonb_build_object('id', pallet.id, 'number', pallet.number) from supply_pallets as pallet
    where pallet.company_id = supply_boxes.company_id and pallet.id = supply_boxes.pallet_id
  ) end`.as('pallet'),
] as const

/** The boxes of a supply that are not deleted. */
export const presentBoxes = (db: Db, supplyId: number) =>
  db
    .from('supply_boxes')
    .where('supply_boxes.supply_id', '=', supplyId)
    .where('supply_boxes.deleted_at', 'is', null)

/** Boxes of a supply that are not deleted, with the columns that calls show, without their lines. */
export const boxRows = (db: Db, supplyId: number) => presentBoxes(db, supplyId).select(shownColumns)

/**
 * The first boxes by number, with all their lines. The maximum number of lines limits the number of boxes.
 */
export async function firstBoxes(db: Db, supplyId: number): Promise<SupplyBox[]> {
  const first = await boxRows(db, supplyId).orderBy('number').limit(shownBoxes).execute()
  const rows = await cutByLines(db, first)
  if (rows.length === 0) return []
  // Only a single box can have more lines than the limit.
  const items = await db
    .from('supply_box_items')
    .select(['box_id', 'id', 'product_id', 'quantity', 'planned', 'expires_on'])
    .where(
      'box_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .limit(shownLines)
    .execute()
  const byBox = groupByBox(items)
  return rows.map((row) => ({ ...row, items: byBox.get(row.id) ?? [] }))
}

/**
 * The first boxes that have at most 5000 lines together, but at least one. Counts lines before it reads any.
 */
async function cutByLines<Row extends { id: number }>(db: Db, boxes: readonly Row[]) {
  const counts = await countLines(
    db,
    boxes.map(({ id }) => id),
  )
  const counted = boxes.map((box) => ({ ...box, items_count: counts.get(box.id) ?? 0 }))
  let sum = 0
  const end = counted.findIndex(({ items_count }, index) => {
    sum += items_count
    return index > 0 && sum > shownLines
  })
  return end === -1 ? counted : counted.slice(0, end)
}

async function countLines(db: Db, boxIds: readonly number[]): Promise<Map<number, number>> {
  if (boxIds.length === 0) return new Map()
  const counts = await db
    .from('supply_box_items')
    .select(['box_id', sql<number>`count(*)::integer`.as('lines')])
    .where('box_id', 'in', boxIds)
    .groupBy('box_id')
    .execute()
  return new Map(counts.map(({ box_id, lines }) => [box_id, lines]))
}

function groupByBox<Row extends { box_id: number }>(
  rows: readonly Row[],
): Map<number, Omit<Row, 'box_id'>[]> {
  const groups = new Map<number, Omit<Row, 'box_id'>[]>()
  for (const { box_id, ...row } of rows) {
    const group = groups.get(box_id)
    if (group) group.push(row)
    else groups.set(box_id, [row])
  }
  return groups
}

const lineColumns = [
  'supply_box_items.id',
  'supply_box_items.product_id',
  'supply_box_items.quantity',
  'supply_box_items.planned',
  'supply_box_items.expires_on',
  productOf('supply_box_items.product_id').$notNull().as('product'),
] as const

const lineRows = (db: Db) => db.from('supply_box_items').select(['box_id', ...lineColumns])

/**
 * The response to a scan: its box with its lines, and the supply's planned and packed pieces of the product.
 */
export const readScanned = statement((db, { id, productId }: { id: number; productId: number }) =>
  db
    .from('supply_boxes')
    .select(shownColumns)
    .select([
      jsonArrayFrom(
        lineRows(db)
          .clearSelect()
          .select(lineColumns)
          .where('box_id', '=', id)
          .orderBy('supply_box_items.id')
          .limit(shownLines),
      ).as('items'),
      sql<number>`(
        select count(*)::integer from supply_box_items as line
        where line.company_id = supply_boxes.company_id and line.box_id = supply_boxes.id
      )`.as('items_count'),
      sql<SupplyCount | null>`(
        select jsonb_build_object('product_id', product_id, 'planned', planned, 'packed', packed)
        from supply_products as counted
        where counted.company_id = supply_boxes.company_id and counted.supply_id = supply_boxes.supply_id
          and counted.product_id = ${productId}
      )`.as('counted'),
    ])
    .where('supply_boxes.id', '=', id),
)

/** The line of a product in a box; null: the box has none. */
export async function findLine(db: Db, boxId: number, productId: number): Promise<BoxLine | null> {
  const rows = db.from('supply_box_items').select(lineColumns).where('box_id', '=', boxId)
  return (await rows.where('product_id', '=', productId).executeTakeFirst()) ?? null
}

type Lines = { items: BoxLine[]; items_count: number }

/**
 * Reads the lines of boxes: at most 5000 lines, shared evenly between the boxes.
 * @param room number of boxes that share these lines
 * @returns a function that gives the lines of a box by its id
 */
export async function listLines(
  db: Db,
  boxIds: readonly number[],
  room: number,
): Promise<(boxId: number) => Lines> {
  const counts = await countLines(db, boxIds)
  const share = Math.floor(shownLines / room)
  const isWhole = [...counts.values()].every((count) => count <= share)
  const lines =
    counts.size === 0
      ? []
      : await lineRows(db)
          .where('box_id', 'in', boxIds)
          .$if(!isWhole, (rows) => rows.where(isAmongFirst(db, boxIds, share)))
          .orderBy('id')
          .execute()
  const byBox = groupByBox(lines)
  return (id) => ({ items: byBox.get(id) ?? [], items_count: counts.get(id) ?? 0 })
}

/**
 * Numbers the lines in one pass. If PostgreSQL has no statistics of a company, a subquery for each box would
 * compare with all lines of the company.
 */
const isAmongFirst = (db: Db, boxIds: readonly number[], share: number) => sql<boolean>`
  supply_box_items.id = any (array(
    select id from (
      select id, row_number() over (partition by box_id order by id) as place from supply_box_items
      where company_id = ${db.companyId} and box_id = any(${sql.val([...boxIds])}::bigint[])
    ) as line
    where place <= ${share}
  ))`

/** Locks boxes of a supply until the transaction ends, in the order of their ids. */
export const lockBoxRows = (db: Db, supplyId: number, ids: readonly number[]) =>
  presentBoxes(db, supplyId)
    .select([...boxColumns, 'planned_count', 'pallet_id', 'field_versions'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export type LockedBox = Awaited<ReturnType<typeof lockBoxRows>>[number]

export const listItems = (db: Db, boxId: number) =>
  db
    .from('supply_box_items')
    .select(['id', 'product_id', 'quantity', 'planned', 'expires_on', 'version'])
    .where('box_id', '=', boxId)
    .orderBy('id')
    .execute()

export type Item = Awaited<ReturnType<typeof listItems>>[number]

export async function findPalletNumber(db: Db, supplyId: number, id: number): Promise<number> {
  const pallets = db.from('supply_pallets').select('number').where('supply_id', '=', supplyId)
  return (await pallets.where('id', '=', id).executeTakeFirstOrThrow()).number
}

export async function findLastNumber(db: Db, supplyId: number): Promise<number> {
  const row = await presentBoxes(db, supplyId)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/**
 * For each product of a supply: the sum over its boxes of the packed pieces or the planned ones, whichever are more.
 */
export const listAssigned = (db: Db, supplyId: number) =>
  db
    .from('supply_box_items')
    .select('product_id')
    .select(sumOf(sql`greatest(quantity, coalesce(planned, 0))`).as('pieces'))
    .where('supply_id', '=', supplyId)
    .groupBy('product_id')
    .execute()

/** Ids of at most `limit` open boxes without content and without a plan, in the order of their numbers. */
export async function findEmptyBoxes(db: Db, supplyId: number, limit: number): Promise<number[]> {
  const rows = await presentBoxes(db, supplyId)
    .select('id')
    .where('sealed_at', 'is', null)
    .where('units_count', '=', 0)
    .where('planned_count', '=', 0)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns their ids in the order of their numbers */
export async function insertBoxes(db: Db, drafts: readonly Draft<'supply_boxes'>[]): Promise<number[]> {
  const rows = await db.insert('supply_boxes', drafts).returning(['id', 'number']).execute()
  return rows.sort((a, b) => a.number - b.number).map(({ id }) => id)
}

export async function updateBoxRow(db: Db, id: number, fields: Change<'supply_boxes'>): Promise<void> {
  await db.update('supply_boxes', fields).where('id', '=', id).execute()
}

export async function insertItems(db: Db, drafts: readonly Draft<'supply_box_items'>[]): Promise<void> {
  if (drafts.length > 0) await db.insert('supply_box_items', drafts).execute()
}

export async function removeItems(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.remove('supply_box_items').where('id', 'in', ids).execute()
}

type ItemChange = Pick<Item, 'id' | 'quantity' | 'planned' | 'expires_on'>

/** Writes lines in one statement, so that the database counts pieces that move between them together. */
export async function updateItems(db: Db, changes: readonly ItemChange[]): Promise<void> {
  if (changes.length === 0) return
  await db.query(sql`
    update supply_box_items set quantity = given.quantity, planned = given.planned, expires_on = given.expires_on,
      version = version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)})
      as given (id bigint, quantity integer, planned integer, expires_on date)
    where company_id = ${db.companyId} and supply_box_items.id = given.id`)
}

/** Copies the lines of one box into other boxes. */
export async function copyItems(db: Db, from: number, to: readonly number[]): Promise<void> {
  await db.query(sql`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity, planned, expires_on)
    select company_id, supply_id, made.id, product_id, quantity, planned, expires_on
    from supply_box_items cross join unnest(${sql.val([...to])}::bigint[]) as made (id)
    where company_id = ${db.companyId} and box_id = ${from}`)
}

/**
 * Raises the versions of boxes whose lines have changed. `packer`: who has changed their content; null: only their plan
 * has changed.
 */
export async function touchBoxes(db: Db, packer: Actor | null, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(sql`
    update supply_boxes set version = version + 1,
      packed_by = coalesce(${packer?.userId ?? null}::bigint, packed_by),
      field_versions = field_versions || jsonb_build_object('items', version + 1)
    where company_id = ${db.companyId} and id = any(${sql.val([...ids])}::bigint[])`)
}
