import type pg from 'pg'

// Only the sums of the roll-up: without names, ranks, filters, and deltas that are not yet folded.

const sums = `sum(tasks_done) as tasks_done, sum(units) as units, sum(norm_seconds) as norm_seconds,
  sum(spent_seconds) as spent_seconds, sum(task_seconds) as task_seconds, sum(worked_seconds) as worked_seconds,
  sum(money) as money, sum(coins) as coins, sum(returns) as returns, sum(late_days) as late_days, sum(orders) as orders`
const from = 'from stat_days where company_id = $1 and day between $2::date and $3::date'

const statements: Record<string, string> = {
  find: `select day >= $4::date as is_now, ${sums} ${from} group by day >= $4::date`,
  command: `select user_id, day >= $4::date as is_now, ${sums} ${from} group by user_id, day >= $4::date`,
  graph: `select day, sum(units) as units ${from} and $4::date is not null group by day order by day`,
}

/** Runs the statement of one call, selected by `/stats?call=find&before=…&from=…&to=…`. */
export async function readStats(pool: pg.Pool, companyId: string, asked: URLSearchParams): Promise<object> {
  const [call, before, first, to] = ['call', 'before', 'from', 'to'].map((name) => asked.get(name) ?? '')
  const text = statements[call ?? ''] ?? ''
  const { rows } = await pool.query({ name: `stats ${call}`, text, values: [companyId, before, to, first] })
  return { status: true, stats: rows }
}
