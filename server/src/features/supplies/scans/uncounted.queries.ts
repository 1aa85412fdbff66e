import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { personOf } from '../../../database/queries/person.ts'
import { runningSum, sumOf } from '../../../database/queries/sums.ts'
import { productOf } from '../../products/products.ts'
import { countedOf, hasTask } from './counted-pieces.ts'
import { isCountable } from './scans.queries.ts'

/** Pieces of a scan that no task counts. */
const pieces = sql`(quantity - missing - case when ${hasTask} then ${countedOf()} else 0 end)`

/** A scan that was undone is neither counted nor uncounted. */
export const isCounted = (value: boolean): RawBuilder<boolean> =>
  sql`(supply_scans.taken_back_at is null and (${pieces} = 0) = ${value})`

/** Groups that an answer has at most, and tasks of each. */
const [maxGroups, maxTasks] = [200, 20]

type CountingTask = { id: number; title: string; quantity: number; quantity_done: number }

/** Tasks with room for pieces of the person, supply and product of a group of scans, the oldest first. */
const tasksWithRoom = sql<CountingTask[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'quantity', quantity, 'quantity_done', quantity_done)
    order by id)
  from (
    select id, title, quantity, quantity_done from tasks
    where tasks.company_id = supply_scans.company_id and tasks.supply_id = supply_scans.supply_id
      and tasks.user_id = supply_scans.user_id and tasks.product_id = supply_scans.product_id
      and ${isCountable} and tasks.deleted_at is null and quantity_done < quantity
    order by id limit ${sql.lit(maxTasks)}
  ) as open
), '[]')`

/** Uncounted pieces of a supply by person and product. Each row has the sum of all groups, too. */
export const findUncounted = (db: Db, supplyId: number) =>
  db
    .from('supply_scans')
    .select([
      personOf('supply_scans.user_id').$notNull().as('user'),
      productOf('supply_scans.product_id').$notNull().as('product'),
      sumOf(pieces).as('pieces'),
      runningSum(sumOf(pieces), sql`()`).as('all_pieces'),
      tasksWithRoom.as('tasks'),
    ])
    .where('supply_scans.supply_id', '=', supplyId)
    .where(isCounted(false))
    .groupBy([
      'supply_scans.company_id',
      'supply_scans.supply_id',
      'supply_scans.user_id',
      'supply_scans.product_id',
    ])
    .orderBy('supply_scans.user_id')
    .orderBy('supply_scans.product_id')
    .limit(sql.lit(maxGroups))
    .execute()

/** Locks a supply, so that nobody scans into it or undoes a scan until the transaction ends. */
export async function lockScans(db: Db, supplyId: number): Promise<void> {
  await db.from('supplies').select('id').where('id', '=', supplyId).forNoKeyUpdate().execute()
}

export type PackingTask = { id: number; user_id: number; supply_id: number; product_id: number }

/**
 * Gives uncounted scans of the task's person, supply and product to a task whose row is locked, the oldest first,
 * up to `room` pieces. The caller has locked the scans of the supply. A scan that another task counts in part stays with that task.
 * @returns how many pieces the task counts now besides those it had
 */
export async function giveToTask(db: Db, task: PackingTask, room: number): Promise<number> {
  const [given] = await db.query(sql<{ pieces: number }>`
    with open as (
      select id, ${pieces} as pieces, ${hasTask} as is_counted, task_id, task_quantity,
        ${countedOf()} as counted
      from supply_scans
      where company_id = ${db.companyId} and supply_id = ${task.supply_id} and user_id = ${task.user_id}
        and product_id = ${task.product_id} and ${isCounted(false)}
        and (not ${hasTask} or task_id = ${task.id})
      order by id
    ), taken as (
      select id, task_id, task_quantity, counted, is_counted,
        least(pieces, ${room} - (${runningSum(sql`pieces`, sql`(order by id)`)} - pieces)) as pieces
      from open
    ), counted as (
      update supply_scans set task_id = ${task.id},
        task_quantity = taken.pieces + case when taken.is_counted then taken.task_quantity else 0 end
      from taken
      where supply_scans.company_id = ${db.companyId} and supply_scans.id = taken.id and taken.pieces > 0
      returning taken.pieces
    ), ended as (
      update tasks set scanned = scanned - moved.pieces
      from (
        select task_id, ${sumOf('counted')}::integer as pieces from taken
        where pieces > 0 and not is_counted and task_id is not null group by task_id
      ) as moved
      where tasks.company_id = ${db.companyId} and tasks.id = moved.task_id
    )
    select ${sumOf('pieces')} as pieces from counted`)
  return given?.pieces ?? 0
}
