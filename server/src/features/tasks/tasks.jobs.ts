import { sql } from 'kysely'
import type { Root } from '../../database/open.ts'
import { exactSum } from '../../database/sums.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'

const manyDeltas = 50

const folded = sql.raw(
  ['tasks', 'quantity', 'quantity_done', 'money', 'coins'].map((column) => exactSum(column)).join(),
)

/** Folds the deltas of each company that has many into one row; what is written meanwhile stays beside it. */
export async function foldTaskTotals(root: Root): Promise<void> {
  await sql`
    with folded as (
      delete from task_totals where company_id in (
        select company_id from task_totals group by company_id having count(*) > ${manyDeltas}
      )
      returning *
    )
    insert into task_totals (company_id, tasks, quantity, quantity_done, money, coins)
    select company_id, ${folded}
    from folded group by company_id`.execute(root)
}

export const taskJobs = () => [
  registerJob(jobKind('fold-task-totals'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root }) => foldTaskTotals(root),
  }),
]
