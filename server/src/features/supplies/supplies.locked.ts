import { openSupplyStatuses } from '@artel/contract/supplies/supplies.line'
import type { Task } from '@artel/contract/tasks/tasks'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../errors/errors.ts'

/**
 * Locks a supply to which a row is to refer against deletion until the transaction ends. `present`: the
 * supply to which the row refers already, and which may be closed. @throws ApiError 422 at `path`
 */
export async function lockSupplyShared(
  db: Db,
  id: number,
  path: string,
  present: number | null = null,
): Promise<void> {
  if (id === present) return
  const row = await db
    .from('supplies')
    .select(['status', 'deleted_at'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row || row.deleted_at !== null) throw fieldError(path, 'no_such_supply')
  if (!openSupplyStatuses.includes(row.status)) throw fieldError(path, 'supply_closed')
}

/** The supply to which a column refers; null if the column is null. */
export const supplyOf = (column: 'tasks.supply_id') => sql<Task['supply']>`(
  select jsonb_build_object('id', one.id, 'number', one.number, 'status', one.status) from supplies as one
  where one.company_id = ${sql.ref(`${column.split('.')[0]}.company_id`)} and one.id = ${sql.ref(column)}
)`

/** The instant of the person's last scan or seal between `from` and `to`, as evidence of work; null: none. */
export async function findLastPacking(
  db: Db,
  userId: number,
  from: string,
  to: string,
): Promise<string | null> {
  const [row] = await db.query(sql<{ at: string | null }>`
    select max(at) as at from (
      select max(created_at) as at from supply_scans
      where company_id = ${db.companyId} and user_id = ${userId} and created_at between ${from} and ${to}
      union all
      select max(sealed_at) from supply_boxes
      where company_id = ${db.companyId} and sealed_by = ${userId} and sealed_at between ${from} and ${to}
    ) as seen`)
  return row?.at ?? null
}
