import { compare, load, median } from './compare.ts'
import { openStage, type Stage } from './stage.ts'

const peopleCount = 1000
/** The number of segments of each task. */
const timesOfTask = 10
/** Days of history. The calls ask for one year and also read the year before it. */
const historyDays = 730
/** Few enough to measure the reading and not the waiting for a slot. */
const callers = 2

const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

/**
 * Compares figures over a year with a bare reading of their roll-up. Measures a month after a short and after
 * a long history.
 */
export async function stats(times: number, entries: number): Promise<void> {
  const stage = await openStage()
  try {
    await hire(stage)
    const [recent, older] = [Math.round(historyDays / 10), historyDays]
    await fill(stage, { times: times / 10, entries: entries / 10, from: recent, to: 0 })
    const month = { date_from: dayOf(30), date_to: dayOf(1) }
    const first = await p50(stage, month)
    await fill(stage, { times: times * 0.9, entries: entries * 0.9, from: older, to: recent })
    for (const call of ['find', 'command'] as const) {
      console.log(
        `${call} of a month, whole history`.padEnd(44),
        `p50 ${((await p50(stage, month))[call] / first[call]).toFixed(2)} × that of a tenth`,
      )
    }
    await compareYears(stage)
  } finally {
    await stage.close()
  }
}

const pathOf = { find: '/stats', command: '/stats/command', graph: '/stats/graph' } as const

async function compareYears(stage: Stage): Promise<void> {
  // Days that are over, and a year that ends today. The previous year of the latter is cut at the present
  // time.
  for (const [name, last] of [
    ['over', 1],
    ['running', 0],
  ] as const) {
    const year = { date_from: dayOf(last + 364), date_to: dayOf(last) }
    const asked = `before=${dayOf(last + 729)}&from=${year.date_from}&to=${year.date_to}`
    for (const call of ['find', 'command', 'graph'] as const) {
      const body = call === 'graph' ? { ...year, metric: 'units', group: 'day', compare: true } : year
      await compare(
        `${call} over a year that is ${name}`,
        stage.ours('POST', pathOf[call], body),
        stage.bare(`/stats?call=${call}&${asked}`),
        callers,
      )
    }
  }
}

async function p50(stage: Stage, days: object): Promise<Record<'find' | 'command', number>> {
  const of = async (path: string) => {
    const runs = []
    for (let round = 0; round < 5; round++) {
      runs.push((await load(stage.ours('POST', path, days), 1, callers)).p50)
    }
    return median(runs)
  }
  return { find: await of(pathOf.find), command: await of(pathOf.command) }
}

async function hire({ query, companyId }: Stage): Promise<void> {
  await query(
    `insert into users (company_id, type, first_name, last_name, created_at)
     select $1, 'staff', 'Дарья', 'Климова ' || n, now() from generate_series(1, $2::int) n`,
    [companyId, peopleCount],
  )
}

type Portion = { times: number; entries: number; from: number; to: number }

/**
 * Inserts done tasks with segments, and bonuses, evenly over people and over the days from `from` to `to`
 * days ago. Then inserts their sums.
 */
async function fill({ query, companyId }: Stage, { times, entries, from, to }: Portion): Promise<void> {
  const begun = performance.now()
  await query('set statement_timeout = 0')
  const tables = ['tasks', 'task_times', 'ledger_entries']
  for (const table of tables) await query(`alter table ${table} disable trigger user`)
  const tasksOfEach = Math.ceil(times / timesOfTask / peopleCount)
  await query(
    `with slots as (
      select users.id as user_id, $5::int as times, n, (now() - $2 * interval '1 day')
        + (n - 1) * (($2 - $3) * interval '1 day' / $4) as begun, ($2 - $3) * interval '1 day' / $4 / $5 as step
      from users cross join generate_series(1, $4::int) as n where company_id = $1 and type = 'staff'
    ), done as (
      insert into tasks (company_id, title, status, quantity, quantity_done, norm_seconds, spent_seconds, user_id,
        requires_review, created_by, priced_by, created_at, started_at, finished_at)
      select $1, 'Набор «Уют»', 'done', 10, 10, 6000, 60 * times, user_id, false, user_id, user_id, begun, begun,
        begun + times * step from slots
      returning id, user_id, started_at, finished_at
    )
    insert into task_times (company_id, task_id, user_id, started_at, ended_at, seconds)
    select $1, id, user_id, started_at + (k - 1) * (finished_at - started_at) / $5,
      started_at + (k - 1) * (finished_at - started_at) / $5 + interval '60 seconds', 60
    from done cross join generate_series(1, $5::int) as k`,
    [companyId, from, to, tasksOfEach, timesOfTask],
  )
  await query(
    `insert into ledger_entries (company_id, ledger, user_id, amount, kind, created_at, number)
     select $1, 'money', users.id, 1000, 'bonus', (now() - $2 * interval '1 day') + n * (($2 - $3) * interval '1 day' / $4),
       $5::int + n
     from users cross join generate_series(1, $4::int) as n where company_id = $1 and type = 'staff'`,
    [companyId, from, to, Math.ceil(entries / peopleCount), from * 1_000_000],
  )
  for (const table of tables) await query(`alter table ${table} enable trigger user`)
  // Autovacuum would do this soon.
  for (const table of tables) await query(`vacuum analyze ${table}`)
  for (const rollUp of ['stat_hours', 'stat_days', 'stat_product_days']) {
    await query(`truncate ${rollUp}`)
    // In chronological order, as in production.
    await query(`insert into ${rollUp} select * from ${rollUp}_faults order by company_id, day, user_id`)
    await query(`vacuum analyze ${rollUp}`)
  }
  console.log(
    `${times} times and ${entries} entries made and summed in ${Math.round((performance.now() - begun) / 1000)} s`,
  )
}
