import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'

/**
 * Marks items to be compared with our rows again: at most `most`, from the first id after `after`.
 * @returns the last id; null if there are no more
 */
export async function wakeAfter(db: Db, after: number, most: number): Promise<number | null> {
  const [row] = await db.query(sql<{ seen: number; last: number | null }>`
    with batch as materialized (
      select id from moysklad_items where company_id = ${db.companyId} and id > ${after} order by id limit ${most}
    ), woken as (
      update moysklad_items set is_waiting = true, is_planned = false from batch
      where company_id = ${db.companyId} and moysklad_items.id = batch.id
        and gone_at is null and not (is_waiting and not is_planned)
    )
    select count(*) as seen, max(id) as last from batch`)
  return row && row.seen === most ? row.last : null
}
