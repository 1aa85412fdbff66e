import { type RawBuilder, sql } from 'kysely'

/** Whether the task of a scan counts it. A task that was cancelled or deleted counts no scans. */
export const hasTask = sql<boolean>`exists (
  select from tasks where tasks.company_id = supply_scans.company_id and tasks.id = supply_scans.task_id
    and tasks.status <> 'cancelled' and tasks.deleted_at is null
)`

/**
 * Pieces of a scan that its task counts, if so many are missing: those that no task counts are missed first.
 * @param missing names the column; the statement has `task_quantity` and `quantity` of the scan, too
 */
export const countedOf = (missing: RawBuilder<unknown> = sql`missing`): RawBuilder<number> =>
  sql`least(task_quantity, quantity - (${missing}))`
