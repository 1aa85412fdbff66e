import { sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import { exactSum } from '../../database/queries/sums.ts'
import { inBatches } from '../../database/upkeep.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'

const manyDeltas = 50

/** Folds the deltas of each company that has many into one row. Deltas written meanwhile stay as they are. */
const foldProductTotals = (root: Root, signal: AbortSignal): Promise<void> =>
  inBatches(async (most) => {
    const { rows } = await sql<{ deltas: number }>`
      with folded as (
        delete from product_totals where ctid = any(array(
          select ctid from product_totals where company_id in (
            select company_id from product_totals group by company_id having count(*) > ${manyDeltas}
          ) limit ${most} for update skip locked
        )) returning *
      ), kept as (
        insert into product_totals (company_id, products)
        select company_id, ${sql.raw(exactSum('products'))} from folded group by company_id
      )
      select count(*) as deltas from folded`.execute(root)
    return rows[0]?.deltas ?? 0
  }, signal)

export const productJobs = () => [
  registerJob(jobKind('fold-product-totals'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root, signal }) => foldProductTotals(root, signal),
  }),
]
