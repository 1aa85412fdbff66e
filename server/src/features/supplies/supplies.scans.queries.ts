import type { Scan } from '@artel/contract/supplies'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Draft } from '../../database/db.ts'
import { personOf } from '../../database/person.ts'

const boxNumber: RawBuilder<number> = sql`(
  select number from supply_boxes as box
  where box.company_id = supply_scans.company_id and box.id = supply_scans.box_id
)`

/** Scans of a supply as they are shown. */
export const scanRows = (db: Db, supplyId: number) =>
  db
    .from('supply_scans')
    .select([
      'supply_scans.id',
      'supply_scans.scan_id',
      'supply_scans.box_id',
      'supply_scans.product_id',
      'supply_scans.quantity',
      'supply_scans.user_id',
      'supply_scans.task_id',
      'supply_scans.task_quantity',
      'supply_scans.created_at',
      'supply_scans.taken_back_at',
    ])
    .select([boxNumber.as('box_number'), personOf('supply_scans.user_id').$notNull().as('user')])
    .where('supply_scans.supply_id', '=', supplyId)

const shown = 20

/** The newest scans of a supply. */
export const lastScans = (db: Db, supplyId: number): Promise<Scan[]> =>
  scanRows(db, supplyId).orderBy('supply_scans.id', 'desc').limit(shown).execute()

export const findScan = (db: Db, supplyId: number, scanId: string): Promise<Scan | undefined> =>
  scanRows(db, supplyId).where('supply_scans.scan_id', '=', scanId).executeTakeFirst()

export async function insertScan(db: Db, draft: Draft<'supply_scans'>): Promise<void> {
  await db.insert('supply_scans', draft).execute()
}

export async function stampTakenBack(db: Db, id: number, at: string, by: number): Promise<void> {
  await db.update('supply_scans', { taken_back_at: at, taken_back_by: by }).where('id', '=', id).execute()
}

/** Puts pieces into a box, whose row is held, beside those of the product that are there. */
export async function addPieces(
  db: Db,
  line: { supply_id: number; box_id: number; product_id: number; quantity: number },
): Promise<void> {
  await db.query(sql`
    insert into supply_box_items as present (company_id, supply_id, box_id, product_id, quantity)
    values (${db.companyId}, ${line.supply_id}, ${line.box_id}, ${line.product_id}, ${line.quantity})
    on conflict (company_id, box_id, product_id)
    do update set quantity = present.quantity + excluded.quantity, version = present.version + 1`)
}

type Counted = { id: number; counted: number }

/** Counts pieces into the person's running task of the supply and the product, as far as it goes. */
export async function countIntoTask(
  db: Db,
  userId: number,
  { supply_id, product_id, quantity }: { supply_id: number; product_id: number; quantity: number },
): Promise<Counted | undefined> {
  const [row] = await db.query(sql<Counted>`
    with running as (
      select company_id, id, least(quantity - quantity_done, ${quantity}) as counted from tasks
      where company_id = ${db.companyId} and user_id = ${userId} and status = 'in_progress' and deleted_at is null
        and supply_id = ${supply_id} and product_id = ${product_id}
      for update
    )
    update tasks set quantity_done = tasks.quantity_done + running.counted
    from running where tasks.company_id = running.company_id and tasks.id = running.id
    returning tasks.id, running.counted`)
  return row
}

/** Takes pieces out of a task again, unless it is settled or looked at. @returns whose it is */
export async function countOutOfTask(db: Db, id: number, quantity: number): Promise<number | undefined> {
  const [row] = await db.query(sql<{ user_id: number }>`
    update tasks set quantity_done = greatest(0, quantity_done - ${quantity})
    where company_id = ${db.companyId} and id = ${id} and status in ('in_progress', 'paused') and deleted_at is null
    returning user_id`)
  return row?.user_id
}
