import { sql } from 'kysely'
import type { Root } from '../../database/open.ts'
import { exactSum } from '../../database/sums.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'

const manyDeltas = 50

/** Folds the deltas of each company that has many into one row; what is written meanwhile stays beside it. */
async function foldProductTotals(root: Root): Promise<void> {
  await sql`
    with folded as (
      delete from product_totals where company_id in (
        select company_id from product_totals group by company_id having count(*) > ${manyDeltas}
      )
      returning *
    )
    insert into product_totals (company_id, products)
    select company_id, ${sql.raw(exactSum('products'))} from folded group by company_id`.execute(root)
}

export const productJobs = () => [
  registerJob(jobKind('fold-product-totals'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root }) => foldProductTotals(root),
  }),
]
