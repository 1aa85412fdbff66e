import type { Pace, Scan } from '@artel/contract/supplies/supplies'
import { fixedStatuses, unfinishedStatuses } from '@artel/contract/tasks/tasks.line'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { personOf } from '../../../database/queries/person.ts'
import { statement } from '../../../database/queries/statement.ts'
import { sumOf } from '../../../database/queries/sums.ts'
import { countedOf } from './counted-pieces.ts'

const boxNumber: RawBuilder<number> = sql`(
  select number from supply_boxes as box
  where box.company_id = supply_scans.company_id and box.id = supply_scans.box_id
)`

/** Scans of a supply with the columns that screens show. */
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

export async function stampTakenBack(db: Db, id: number, at: string, by: number): Promise<void> {
  await db.update('supply_scans', { taken_back_at: at, taken_back_by: by }).where('id', '=', id).execute()
}

/**
 * Locks a box, and locks its supply in share mode, so that others can scan at the same time. Includes deleted
 * rows, because a retry still gets its response.
 */
export const lockForScan = statement((db, { supplyId, boxId }: { supplyId: number; boxId: number }) =>
  db
    .from('supplies')
    .innerJoin('supply_boxes as box', (join) =>
      join.onRef('box.company_id', '=', 'supplies.company_id').onRef('box.supply_id', '=', 'supplies.id'),
    )
    .select(['supplies.id', 'supplies.status', 'supplies.deleted_at'])
    .select(['box.id as box_id', 'box.number', 'box.sealed_at', 'box.planned_count'])
    .select(['box.created_at as box_created_at', 'box.deleted_at as box_deleted_at'])
    .where('supplies.id', '=', supplyId)
    .where('box.id', '=', boxId)
    // The supply first, then the box: all transactions that lock both use this order.
    .forShare(['supplies'])
    .forUpdate(['box']),
)

export type ScannedBox = Awaited<ReturnType<typeof lockForScan>>[number]

type SentScan = { supplyId: number; boxId: number; scanId: string; barcode: string; quantity: number }

/**
 * What is known of a scan before it is counted: the product of its barcode, and whether its `scan_id` was
 * sent before with the same contents. Barcodes are compared as text, because one may have moved to another
 * product since.
 */
export const lookUpScan = statement((db, { supplyId, boxId, scanId, barcode, quantity }: SentScan) =>
  db.company().select([
    sql<number | null>`(
        select product_id from product_barcodes as held
        where held.company_id = companies.id and held.barcode = ${barcode}
      )`.as('product_id'),
    sql<boolean | null>`(
        select sent.box_id = ${boxId} and sent.quantity = ${quantity} and coalesce(sent.barcode = ${barcode}, true)
        from supply_scans as sent
        where sent.company_id = companies.id and sent.supply_id = ${supplyId} and sent.scan_id = ${scanId}
      )`.as('is_same'),
  ]),
)

type AskedBox = { supplyId: number; boxId: number; barcode: string }

/** A box that is not deleted, its supply, and the product with the barcode; null: none has it. */
export const findAskedBox = (db: Db, { supplyId, boxId, barcode }: AskedBox) =>
  db
    .from('supplies')
    .innerJoin('supply_boxes as box', (join) =>
      join.onRef('box.company_id', '=', 'supplies.company_id').onRef('box.supply_id', '=', 'supplies.id'),
    )
    .leftJoin('product_barcodes as held', (join) =>
      join.onRef('held.company_id', '=', 'supplies.company_id').on('held.barcode', '=', barcode),
    )
    .leftJoin('products', (join) =>
      join.onRef('products.company_id', '=', 'held.company_id').onRef('products.id', '=', 'held.product_id'),
    )
    .select(['supplies.id', 'supplies.number', 'supplies.status', 'supplies.deleted_at'])
    .select(['box.number as box_number', 'products.id as product_id', 'products.name as product'])
    .where('supplies.id', '=', supplyId)
    .where('box.id', '=', boxId)
    .where('supplies.deleted_at', 'is', null)
    .where('box.deleted_at', 'is', null)
    .executeTakeFirst()

/** A task in the order of the statuses in which it counts scans. */
const rank = sql`array_position(${sql.val([...unfinishedStatuses])}::text[], status)`
/** Whether a task counts scans. */
export const isCountable = sql`status = any(${sql.val([...unfinishedStatuses])}::text[])`

export type NewScan = {
  box_id: number
  supply_id: number
  product_id: number
  quantity: number
  scan_id: string
  barcode: string
  user_id: number
  /** The instant at which the scan counts. */
  at: string
}

/**
 * Puts pieces into a box, whose row is locked, counts them into the person's task for this supply and product up
 * to the task's quantity, and saves the scan. The running task comes first, then a paused one, then one that is
 * not started yet, which is paused from then on, but not from before its creation; one with room for pieces comes before
 * a full one. It is one statement, because a packer waits for each statement.
 */
export async function countScan(db: Db, scan: NewScan): Promise<Omit<Scan, 'box_number'>> {
  const { box_id, supply_id, product_id, quantity, scan_id, barcode, user_id, at } = scan
  const company = db.companyId
  const [made] = await db.query(sql<Omit<Scan, 'box_number'>>`
    with own as (
      select id, version, status = 'open' as is_open, least(quantity - quantity_done, ${quantity}) as counted,
        greatest(created_at, ${at}) as at
      from tasks
      where company_id = ${company} and user_id = ${user_id} and ${isCountable} and deleted_at is null
        and supply_id = ${supply_id} and product_id = ${product_id}
      order by quantity_done = quantity, ${rank}, id
      limit 1
      for update
    ), task as (
      update tasks set quantity_done = quantity_done + (select counted from own),
        scanned = coalesce(scanned, 0) + (select counted from own),
        status = case status when 'open' then 'paused' else status end,
        started_at = coalesce(started_at, (select at from own)),
        version = version + (status = 'open')::integer
      where company_id = ${company} and id = (select id from own)
      returning id, (select counted from own) as counted
    ), begun as (
      insert into task_events (company_id, task_id, user_id, kind, version, changes, created_at)
      select ${company}, id, ${user_id}, 'recount', version + 1, '{"status": ["open", "paused"]}'::jsonb, at
      from own where is_open
    ), item as (
      insert into supply_box_items as present (company_id, supply_id, box_id, product_id, quantity)
      values (${company}, ${supply_id}, ${box_id}, ${product_id}, ${quantity})
      on conflict (company_id, box_id, product_id)
      do update set quantity = present.quantity + excluded.quantity, version = present.version + 1
    ), box as (
      update supply_boxes set packed_by = ${user_id}, version = version + 1,
        field_versions = field_versions || jsonb_build_object('items', version + 1)
      where company_id = ${company} and id = ${box_id}
    )
    insert into supply_scans (company_id, supply_id, box_id, product_id, scan_id, barcode, quantity, user_id,
      task_id, task_quantity, created_at)
    values (${company}, ${supply_id}, ${box_id}, ${product_id}, ${scan_id}, ${barcode}, ${quantity},
      ${user_id}, (select id from task), coalesce((select counted from task), 0), ${at})
    returning id, scan_id, box_id, product_id, quantity, user_id, task_id, task_quantity, created_at, taken_back_at,
      ${personOf('supply_scans.user_id')} as user`)
  if (!made) throw new Error('A scan was not written')
  return made
}

/** Locks tasks that lose pieces. @returns those whose pay is fixed, because they are in review or done */
export async function lockCounted(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const query = db.from('tasks').select(['id', 'status', 'deleted_at']).where('id', 'in', ids)
  const tasks = await query.orderBy('id').forUpdate().execute()
  const fixed = tasks.filter((task) => task.deleted_at === null && fixedStatuses.includes(task.status))
  return new Set(fixed.map(({ id }) => id))
}

/**
 * Subtracts pieces from a locked task whose pay is not fixed. A task that is cancelled or deleted keeps what was
 * done. @returns the id of its assignee
 */
export async function countOutOfTask(db: Db, id: number, quantity: number): Promise<number | undefined> {
  const [row] = await db.query(sql<{ user_id: number }>`
    update tasks set scanned = scanned - ${quantity},
      quantity_done = case when ${isCountable} and deleted_at is null
        then greatest(0, quantity_done - ${quantity}) else quantity_done end
    where company_id = ${db.companyId} and id = ${id}
    returning user_id`)
  return row?.user_id
}

/**
 * Pieces of a supply that tasks have counted by scans, by task and product. A task never counts more pieces
 * than it reports as done.
 */
const countedPieces = (db: Db, supplyId: number, products: readonly number[]) => sql<{
  task_id: number
  product_id: number
  pieces: number
  is_fixed: boolean
}>`
  select scan.task_id, scan.product_id,
    least(${sumOf(sql`least(scan.task_quantity, scan.quantity - scan.missing)`)}, tasks.quantity_done) as pieces,
    tasks.status in ('review', 'done') as is_fixed
  from supply_scans as scan
  join tasks on tasks.company_id = scan.company_id and tasks.id = scan.task_id and tasks.deleted_at is null
  where scan.company_id = ${db.companyId} and scan.supply_id = ${supplyId}
    and scan.product_id = any(${sql.val([...products])}::bigint[]) and scan.taken_back_at is null
  group by scan.task_id, scan.product_id, tasks.quantity_done, tasks.status`

/**
 * Whether a supply has fewer pieces of one of these products than its scans have counted into tasks whose pay
 * is fixed.
 */
export async function lacksPaidPieces(
  db: Db,
  supplyId: number,
  products: readonly number[],
): Promise<boolean> {
  if (products.length === 0) return false
  const [lacking] = await db.query(sql`
    select from (${countedPieces(db, supplyId, products)}) as counted
    left join supply_products as present on present.company_id = ${db.companyId}
      and present.supply_id = ${supplyId} and present.product_id = counted.product_id
    where counted.is_fixed
    group by counted.product_id, present.packed
    having ${sumOf('counted.pieces')} > coalesce(present.packed, 0)
    limit 1`)
  return lacking !== undefined
}

type PackingTask = { id: number; supply_id: number; product_id: number }

/**
 * Maximum pieces that a task with scans may report: the packed pieces of the supply, without those that other
 * tasks whose pay is fixed have counted. Locks the count of the product, so that nobody takes pieces out
 * meanwhile.
 * @returns Infinity if all pieces of its scans are still packed
 */
export async function countLeftFor(db: Db, { id, supply_id, product_id }: PackingTask): Promise<number> {
  const [present] = await db.query(sql<{ packed: number }>`
    select packed from supply_products
    where company_id = ${db.companyId} and supply_id = ${supply_id} and product_id = ${product_id}
    for update`)
  const [counted] = await db.query(sql<{ others: number; scanned: number }>`
    select ${sumOf('pieces', sql`is_fixed and task_id <> ${id}`)} as others, (
        select ${sumOf(countedOf())} from supply_scans
        where company_id = ${db.companyId} and task_id = ${id} and taken_back_at is null
      ) as scanned
    from (${countedPieces(db, supply_id, [product_id])}) as counted`)
  const { others = 0, scanned = 0 } = counted ?? {}
  const left = Math.max(0, (present?.packed ?? 0) - others)
  return scanned > left ? left : Number.POSITIVE_INFINITY
}

/** A longer time between two scans does not count as packing time. */
const longestGap = sql`interval '15 minutes'`

/**
 * Pieces and seconds that a person has packed in a supply since `from`, and what their tasks pay for them.
 */
export async function readPace(db: Db, supplyId: number, userId: number, from: string): Promise<Pace> {
  const company = db.companyId
  const [row] = await db.query(sql<Pace>`
    with own as (
      select quantity, task_id, ${countedOf()} as task_quantity, created_at - lag(created_at) over (order by created_at, id) as gap
      from supply_scans
      where company_id = ${company} and user_id = ${userId} and supply_id = ${supplyId}
        and created_at >= ${from} and taken_back_at is null
    ), counted as (
      select task_id, ${sumOf('task_quantity')} as pieces from own where task_id is not null group by task_id
    )
    select ${sumOf('quantity')} as units,
      ${sumOf(sql`extract(epoch from gap)`, sql`gap <= ${longestGap}`)} as seconds,
      case when exists (
        select from tasks where company_id = ${company} and user_id = ${userId} and status = 'in_progress'
          and deleted_at is null and supply_id = ${supplyId}
      ) then (
        select jsonb_build_object('money', ${sumOf(sql`div(money::numeric * pieces, quantity)`)},
          'coins', ${sumOf(sql`div(coins::numeric * pieces, quantity)`)})
        from counted join tasks on company_id = ${company} and id = task_id
      ) end as earned
    from own`)
  return row ?? { units: 0, seconds: 0, earned: null }
}
