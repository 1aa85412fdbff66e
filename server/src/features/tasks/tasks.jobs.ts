import { sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import { exactSum } from '../../database/queries/sums.ts'
import { inBatches } from '../../database/upkeep.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'

const manyDeltas = 50

const folded = sql.raw(
  ['tasks', 'quantity', 'quantity_done', 'money', 'coins'].map((column) => exactSum(column)).join(),
)

/**
 * Folds deltas of each company that has more than 50 rows of them into one row. Deltas that are written
 * during the fold stay in rows of their own.
 */
export const foldTaskTotals = (root: Root, signal?: AbortSignal): Promise<void> =>
  inBatches(async (most) => {
    const { rows } = await sql<{ deltas: number }>`
      with folded as (
        delete from task_totals where ctid = any(array(
          select ctid from task_totals where company_id in (
            select company_id from task_totals group by company_id having count(*) > ${manyDeltas}
          ) limit ${most} for update skip locked
        )) returning *
      ), kept as (
        insert into task_totals (company_id, tasks, quantity, quantity_done, money, coins)
        select company_id, ${folded}
        from folded group by company_id
      )
      select count(*) as deltas from folded`.execute(root)
    return rows[0]?.deltas ?? 0
  }, signal)

export const taskJobs = () => [
  registerJob(jobKind('fold-task-totals'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root, signal }) => foldTaskTotals(root, signal),
  }),
]
