import type { Inspection } from '@artel/contract/supplies/supplies'
import { sql } from 'kysely'
import type { Db, Draft } from '../../../database/db.ts'
import { personOf } from '../../../database/queries/person.ts'
import { runningSum, sumOf } from '../../../database/queries/sums.ts'
import { fixedMediaOf, type MediaOwner } from '../../multimedia/multimedia.ts'
import { productOf } from '../../products/products.ts'
import { countedOf, hasTask } from '../scans/counted-pieces.ts'

const shownInspections = 20

const lines = sql<Inspection['lines']>`coalesce((
  select jsonb_agg(jsonb_build_object('product', ${productOf('line.product_id')}, 'packed', line.packed,
    'found', line.found) order by line.product_id)
  from box_inspection_lines as line
  where line.company_id = box_inspections.company_id and line.inspection_id = box_inspections.id
), '[]')`

const people = sql<Inspection['people']>`coalesce((
  select jsonb_agg(jsonb_build_object('user', ${personOf('counted.user_id')}, 'pieces', counted.pieces,
    'missing', counted.missing) order by counted.user_id)
  from (
    select company_id, user_id, ${sumOf('pieces')} as pieces, ${sumOf('missing')} as missing
    from box_inspection_people as each
    where each.company_id = box_inspections.company_id and each.inspection_id = box_inspections.id
    group by company_id, user_id
  ) as counted
), '[]')`

export const inspectionMedia: MediaOwner = { table: 'box_inspection_multimedia', owner: 'inspection_id' }

/** The newest inspections of a box. */
export const listInspections = (db: Db, boxId: number): Promise<Inspection[]> =>
  db
    .from('box_inspections')
    .select(['box_inspections.id', 'box_inspections.comment', 'box_inspections.created_at'])
    .select([personOf('box_inspections.user_id').$notNull().as('user'), lines.as('lines')])
    .select([people.as('people'), fixedMediaOf(inspectionMedia, 'box_inspections.id').as('multimedia')])
    .where('box_id', '=', boxId)
    .orderBy('box_inspections.id', 'desc')
    .limit(sql.lit(shownInspections))
    .execute()

/** The fewest pieces of each product that earlier inspections of the box in this version have found. */
export async function findFewest(db: Db, boxId: number, version: number): Promise<Map<number, number>> {
  const rows = await db.query(sql<{ product_id: number; found: number }>`
    select line.product_id, min(line.found) as found from box_inspections as made
    join box_inspection_lines as line on line.company_id = made.company_id and line.inspection_id = made.id
    where made.company_id = ${db.companyId} and made.box_id = ${boxId} and made.box_version = ${version}
    group by line.product_id`)
  return new Map(rows.map(({ product_id, found }) => [product_id, found]))
}

/** The newest scan up to which an inspection has settled the scans of a box; null: it was never inspected. */
export async function findSettledScan(db: Db, boxId: number): Promise<number | null> {
  const row = await db
    .from('box_inspections')
    .select(({ fn }) => fn.max('last_scan_id').as('last'))
    .where('box_id', '=', boxId)
    .executeTakeFirst()
  return row?.last ?? null
}

export async function findLastScan(db: Db, boxId: number): Promise<number | null> {
  const row = await db
    .from('supply_scans')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('box_id', '=', boxId)
    .executeTakeFirst()
  return row?.last ?? null
}

/** Whether there is a photo or a video among these media. */
export async function hasPicture(db: Db, mediaIds: readonly number[]): Promise<boolean> {
  if (mediaIds.length === 0) return false
  const pictures = db.from('multimedia').select('id').where('id', 'in', mediaIds).where('type', '!=', 'link')
  return (await pictures.limit(1).executeTakeFirst()) !== undefined
}

export async function insertInspection(db: Db, draft: Draft<'box_inspections'>): Promise<number> {
  return (await db.insert('box_inspections', draft).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertLines(db: Db, drafts: readonly Draft<'box_inspection_lines'>[]): Promise<void> {
  await db.insert('box_inspection_lines', drafts).execute()
}

type Loss = { task_id: number; pieces: number }
type Missing = { product_id: number; missing: number }
/**
 * Takes missing pieces out of the scans of a box, the newest first, and writes down whose scans were counted
 * again. The caller has locked the supply, so nobody scans meanwhile.
 * @param found each product of the box, with its missing pieces
 * @returns the pieces that each task loses, in the order of the tasks
 */
export const takeMissing = (
  db: Db,
  { inspectionId, boxId }: { inspectionId: number; boxId: number },
  found: readonly Missing[],
): Promise<Loss[]> =>
  db.query(sql<Loss>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(found)}) as x (product_id bigint, missing integer)
    ), whole as (
      select id, user_id, product_id, task_id, task_quantity, quantity, supply_scans.missing as before,
        quantity - supply_scans.missing as pieces, found.missing as wanted, ${hasTask} as is_counted,
        ${runningSum(sql`quantity - supply_scans.missing`, sql`(partition by product_id order by id desc)`)} as upto
      from supply_scans join found using (product_id)
      where company_id = ${db.companyId} and box_id = ${boxId} and taken_back_at is null
        and quantity > supply_scans.missing
    ), open as (
      select *, greatest(0, least(pieces, wanted - (upto - pieces)))::integer as lost from whole
    ), lost as (
      update supply_scans set missing = open.before + open.lost from open
      where supply_scans.company_id = ${db.companyId} and supply_scans.id = open.id and open.lost > 0
    ), people as (
      insert into box_inspection_people (company_id, inspection_id, user_id, product_id, pieces, missing)
      select ${db.companyId}, ${inspectionId}, user_id, product_id, ${sumOf('pieces')}, ${sumOf('lost')}
      from open
      group by user_id, product_id
    )
    select task_id, ${sumOf('pieces')} as pieces from (
      select task_id, ${countedOf(sql`open.before`)} - ${countedOf(sql`open.before + open.lost`)} as pieces
      from open where is_counted and lost > 0
    ) as taken
    where pieces > 0 group by task_id order by task_id`)
