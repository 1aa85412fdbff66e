import type { BodyOf } from '@artel/contract/call'
import type { stats } from '@artel/contract/stats/stats'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { personOf } from '../../database/queries/person.ts'
import { sumOf } from '../../database/queries/sums.ts'

const maxPeople = 200

/**
 * Pieces of each packer that inspections of these days have counted again, and how many were missing. A day is one
 * of the company; an inspection belongs to the warehouse of its supply.
 */
export function findAccuracy(
  db: Db,
  { timezone }: Actor,
  { date_from, date_to, warehouse_id, product_id }: BodyOf<typeof stats.accuracy>,
) {
  const missing = sumOf('counted.missing')
  const rows = db
    .from('box_inspections')
    .innerJoin('box_inspection_people as counted', (join) =>
      join
        .onRef('counted.company_id', '=', 'box_inspections.company_id')
        .onRef('counted.inspection_id', '=', 'box_inspections.id'),
    )
    .innerJoin('supplies', (join) =>
      join
        .onRef('supplies.company_id', '=', 'box_inspections.company_id')
        .onRef('supplies.id', '=', 'box_inspections.supply_id'),
    )
    .where('box_inspections.created_at', '>=', dayStart(date_from, timezone))
    .where('box_inspections.created_at', '<', dayEnd(date_to, timezone))
    .$if(warehouse_id !== undefined, (all) => all.where('supplies.warehouse_id', '=', warehouse_id ?? 0))
    .$if(product_id !== undefined, (all) => all.where('counted.product_id', '=', product_id ?? 0))
  return rows
    .select([
      personOf('counted.user_id').$notNull().as('user'),
      sumOf('counted.pieces').as('pieces'),
      missing.as('missing'),
    ])
    .groupBy(['counted.company_id', 'counted.user_id'])
    .orderBy(missing, 'desc')
    .orderBy('counted.user_id')
    .limit(sql.lit(maxPeople))
    .execute()
}
