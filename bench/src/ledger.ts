import { randomUUID } from 'node:crypto'
import { faultyAccounts } from '../../server/src/features/ledger/ledger.ts'
import { compare, type Target } from './compare.ts'
import { openStage, type Stage } from './stage.ts'

const peopleCount = 1000
/** Fewer than the database connections of the server, so that no call waits for a connection. */
const callers = 12
/** One statement inserts the entries of this many people. */
const portion = 50

/** Compares postings with the bare transaction, and pages with totals with a bare page without totals. */
export async function ledger(entries: number): Promise<void> {
  const stage = await openStage()
  try {
    const people = await hire(stage)
    await comparePostings(stage, people)
    await timed(`${entries} entries made`, () => insertEntries(stage, Math.ceil(entries / people.length)))
    await timed('all balances recalculated', async () => {
      const { rows } = await stage.query(faultyAccounts())
      if (rows.length > 0) throw new Error(`${rows.length} balances are not the sum of their entries`)
    })
    await comparePages(stage, people)
  } finally {
    await stage.close()
  }
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  await work()
  console.log(name.padEnd(44), `${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** @returns the ids of the users who receive postings */
async function hire({ query, companyId }: Stage): Promise<number[]> {
  const { rows } = await query(
    `insert into users (company_id, type, first_name, last_name, created_at)
     select $1, 'staff', 'Дарья', 'Климова ' || n, now() from generate_series(1, $2::int) n returning id`,
    [companyId, peopleCount],
  )
  return rows.map(({ id }) => Number(id))
}

async function comparePostings(stage: Stage, people: readonly number[]): Promise<void> {
  let turn = 0
  const everyone = () => people[turn++ % people.length] ?? 0
  const one = () => people[0] ?? 0
  for (const [name, who] of [
    ['postings to many people', everyone],
    ['postings to one person', one],
  ] as const) {
    const posting = (make: (body: object) => Target) => () => {
      const target = make({ user_id: who(), amount: 100, kind: 'bonus', comment: 'За смену' })
      return { ...target, headers: { ...target.headers, 'idempotency-key': randomUUID() } }
    }
    const bare = (body: object): Target => {
      const target = stage.bare('/money')
      return { ...target, method: 'POST', body: JSON.stringify(body) }
    }
    await compare(
      name,
      posting((body) => stage.ours('POST', '/money', body)),
      posting(bare),
      callers,
    )
  }
}

/**
 * Inserts `each` entries for each person over two years, with the values that the triggers would set: nine
 * bonuses and a payout in ten entries.
 */
async function insertEntries({ query, companyId }: Stage, each: number): Promise<void> {
  await query(`set statement_timeout = 0`)
  for (const table of ['accounts', 'ledger_entries']) await query(`alter table ${table} disable trigger user`)
  for (let from = 0; from < peopleCount; from += portion) {
    await query(
      `with chosen as (
        select user_id, balance, credited, entries, last_at from accounts join users on users.id = user_id
        where accounts.company_id = $1 and ledger = 'money' and type = 'staff' order by user_id offset $2 limit $3
      ), drafts as (
        select *, case when n % 10 = 0 then -8000 else 1000 end as amount
        from chosen cross join generate_series(1, $4::int) n
      )
      insert into ledger_entries (company_id, ledger, user_id, amount, kind, comment, created_at, balance, number, credited)
      select $1, 'money', user_id, amount, case when amount < 0 then 'payout' else 'bonus' end,
        case when n % 100 = 1 then 'За смену' end,
        coalesce(last_at, now() - interval '2 years') + n * ((now() - coalesce(last_at, now() - interval '2 years')) / $4),
        balance + sum(amount) over person, entries + n, credited + sum(greatest(amount, 0)) over person
      from drafts window person as (partition by user_id order by n)`,
      [companyId, from, portion, each],
    )
  }
  await query(
    `update accounts set (balance, credited, entries, last_at) = (
       select balance, credited, number, created_at from ledger_entries as entry
       where entry.company_id = accounts.company_id and entry.ledger = accounts.ledger
         and entry.user_id = accounts.user_id order by number desc limit 1)
     where exists (select from ledger_entries as entry where entry.company_id = accounts.company_id
       and entry.ledger = accounts.ledger and entry.user_id = accounts.user_id)`,
  )
  for (const table of ['accounts', 'ledger_entries']) await query(`alter table ${table} enable trigger user`)
  // Autovacuum would do this soon.
  await query('vacuum analyze ledger_entries')
  await query('vacuum analyze accounts')
}

async function comparePages(stage: Stage, people: readonly number[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const pages: [name: string, filters: object][] = [
    ['page 1 with totals', {}],
    ['of one person', { user_id: people[1] }],
    ['this month', { date_from: `${today.slice(0, 7)}-01` }],
    ['payouts', { kind: 'payout' }],
    ['payouts this month', { kind: 'payout', date_from: `${today.slice(0, 7)}-01` }],
    ['balance a year ago', { date_to: `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}-15` }],
  ]
  for (const [name, filters] of pages)
    await compare(
      `ledger: ${name}`,
      stage.ours('POST', '/listing/money', filters),
      stage.bare('/money'),
      callers,
    )
}
