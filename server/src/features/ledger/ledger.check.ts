import type { LedgerCheck, LedgerFaults } from '@artel/contract/ledger/ledger'
import type { Person } from '@artel/contract/users/users'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { exactSum, sumOf } from '../../database/queries/sums.ts'
import { notifyOwners } from '../notifications/notifications.ts'

const maxFaults = 100

/** Entries that one statement checks, so that it ends long before the statement timeout of the database. */
const portionEntries = 250_000

/**
 * Selects accounts that do not match the sum of their entries, or whose entries do not continue each other.
 * Columns: `company_id, id` (of the person), `ledger, balance, sum`. `where` limits the company and the
 * people; an empty `where` means all.
 */
export const faultyAccounts = (where = ''): string => `
  select company_id, user_id as id, ledger, coalesce(account.balance, 0) as balance, coalesce(found.sum, 0) as sum
  from (select * from accounts ${where}) as account
  full join (
    select company_id, ledger, user_id, ${exactSum('amount')} as sum, count(*) as entries,
      ${exactSum('amount', 'amount > 0')} as credited, bool_and(is_right) as is_right
    from (
      select company_id, ledger, user_id, amount,
        number = row_number() over person
          and balance = lag(balance, 1, 0::bigint) over person + amount
          and credited = lag(credited, 1, 0::bigint) over person + greatest(amount, 0) as is_right
      from ledger_entries ${where}
      window person as (partition by company_id, ledger, user_id order by number)
    ) as chain
    group by company_id, ledger, user_id
  ) as found using (company_id, ledger, user_id)
  where account.balance is distinct from coalesce(found.sum, 0)
    or account.entries is distinct from coalesce(found.entries, 0)
    or account.credited is distinct from coalesce(found.credited, 0) or not coalesce(found.is_right, true)`

type Faulty = { id: number; ledger: LedgerFaults[number]['ledger']; balance: number; sum: number }

/** Recalculates every balance from its entries, stores the result, and notifies owners of faults. */
export async function checkBalances(db: Db): Promise<void> {
  const faults: LedgerFaults = []
  const people = await countEntries(db)
  for (const ids of portionsOf(people)) {
    const where = `where company_id = ${db.companyId} and user_id in (${ids.join()})`
    const found = await db.query(
      sql<Faulty>`${sql.raw(faultyAccounts(where))} limit ${maxFaults - faults.length}`,
    )
    faults.push(...found.map(({ id, ...fault }) => ({ user_id: id, ...fault })))
  }
  await keepCheck(
    db,
    people.reduce((sum, { entries }) => sum + entries, 0),
    faults,
  )
  if (faults.length === 0) return
  await notifyOwners(db, null, {
    kind: 'ledger_fault',
    params: { id: 0, count: faults.length },
    url: '/money',
  })
}

type Counted = { user_id: number; entries: number }

// Includes people without an account.
const countEntries = (db: Db): Promise<Counted[]> =>
  db.query(sql<Counted>`
    select users.id as user_id, ${sumOf('entries')} as entries
    from users left join accounts on accounts.company_id = users.company_id and accounts.user_id = users.id
    where users.company_id = ${db.companyId} group by users.id order by users.id`)

function portionsOf(people: readonly Counted[]): number[][] {
  const portions: number[][] = []
  let held = Number.POSITIVE_INFINITY
  for (const { user_id, entries } of people) {
    held += entries
    if (held > portionEntries) {
      portions.push([])
      held = entries
    }
    portions.at(-1)?.push(user_id)
  }
  return portions
}

async function keepCheck(db: Db, entries: number, faults: LedgerFaults): Promise<void> {
  const result = { checked_at: nowIso(), entries, faults: JSON.stringify(faults) as unknown as LedgerFaults } // jsonb
  await db
    .insert('ledger_checks', result)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(result))
    .execute()
}

export async function findCheck(db: Db): Promise<LedgerCheck | null> {
  const check = await db.from('ledger_checks').select(['checked_at', 'entries', 'faults']).executeTakeFirst()
  if (!check) return null
  const ids = check.faults.map(({ user_id }) => user_id)
  const people = await db
    .from('users')
    .select(['id', 'full_name', 'avatar'])
    .where('id', 'in', [...ids, 0])
    .execute()
  const byId = new Map<number, Person>(people.map((person) => [person.id, person]))
  return {
    ...check,
    faults: check.faults.map((fault) => ({ ...fault, user: byId.get(fault.user_id) ?? null })),
  }
}
