import type { LedgerCheck, LedgerFaults } from '@artel/contract/ledger'
import type { Person } from '@artel/contract/users'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { tell } from '../notifications/notifications.ts'

const mostFaults = 100

/**
 * Accounts whose entries do not lead to what they have: by their sum, or from one entry to the next. As
 * `company_id, id` (of the person), `ledger, balance, sum`; `where` names the company, or is nothing for all.
 */
export const faultyAccounts = (where = ''): string => `
  select company_id, account.user_id as id, ledger, account.balance, coalesce(found.sum, 0)::int8 as sum
  from accounts as account
  left join (
    select company_id, ledger, user_id, sum(amount) as sum, count(*) as entries,
      sum(amount) filter (where amount > 0) as credited, bool_and(is_right) as is_right
    from (
      select company_id, ledger, user_id, amount,
        number = row_number() over person
          and balance = sum(amount) over person
          and credited = sum(greatest(amount, 0)) over person as is_right
      from ledger_entries ${where}
      window person as (partition by company_id, ledger, user_id order by number)
    ) as chain
    group by company_id, ledger, user_id
  ) as found using (company_id, ledger, user_id)
  ${where}
  ${where ? 'and' : 'where'} (
    account.balance <> coalesce(found.sum, 0) or account.entries <> coalesce(found.entries, 0)
    or account.credited <> coalesce(found.credited, 0) or not coalesce(found.is_right, true)
  )`

type Faulty = { id: number; ledger: LedgerFaults[number]['ledger']; balance: number; sum: number }

/** Recalculates every balance of the company from its entries, keeps what was found, and tells the owners of a fault. */
export async function checkBalances(db: Db): Promise<void> {
  const ofCompany = `where company_id = ${db.companyId}`
  const found = await db.query(sql<Faulty>`${sql.raw(faultyAccounts(ofCompany))} limit ${mostFaults}`)
  const faults = found.map(({ id, ...fault }) => ({ user_id: id, ...fault }))
  const { entries } = await db
    .from('accounts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('entries'), sql<number>`0`).as('entries'))
    .executeTakeFirstOrThrow()
  const result = { checked_at: nowIso(), entries, faults: JSON.stringify(faults) as unknown as LedgerFaults } // jsonb
  await db
    .insert('ledger_checks', result)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(result))
    .execute()
  if (faults.length === 0) return
  const owners = await db.from('users').select('id').where('type', '=', 'owner').execute()
  const to = owners.map(({ id }) => id)
  await tell(db, null, { to, kind: 'ledger_fault', params: { id: 0, count: faults.length }, url: '/money' })
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
