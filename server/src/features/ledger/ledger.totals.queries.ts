import type { LedgerTotals } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { sumOf } from '../../database/queries/sums.ts'

type Sums = LedgerTotals & { entries: number }

/**
 * Sums what came in and went out between two instants, and the balances at the end. A null `from` means the
 * first entry, a null `to` means now. Each entry stores running sums, so two lookups per person are enough
 * for any number of entries. `users`: null for everybody.
 */
export async function sumPeople(
  db: Db,
  ledger: Ledger,
  users: readonly number[] | null,
  { from, to }: { from: string | null; to: string | null },
): Promise<Sums> {
  const whose = users ? sql`and user_id = any(${users}::bigint[])` : sql``
  const before = (at: string | null, none: RawBuilder<unknown>) =>
    at === null
      ? none
      : sql`select number, credited, balance from ledger_entries as entry
      where entry.company_id = account.company_id and entry.ledger = account.ledger
        and entry.user_id = account.user_id and entry.created_at < ${at}::timestamptz
      order by entry.created_at desc, entry.number desc limit 1`
  const nothing = sql`select 0 as number, 0::bigint as credited, 0::bigint as balance`
  const present = sql`select account.entries as number, account.credited, account.balance`
  const credited = sql`coalesce(last.credited, 0) - coalesce(first.credited, 0)`
  const [sums] = await db.query(sql<Sums>`
    select ${sumOf(sql`coalesce(last.number, 0) - coalesce(first.number, 0)`)} as entries,
      ${sumOf(credited)} as "in",
      ${sumOf(sql`${credited} - (coalesce(last.balance, 0) - coalesce(first.balance, 0))`)} as out,
      ${sumOf('last.balance')} as balance
    from accounts as account
    left join lateral (${before(from, nothing)}) as first on true
    left join lateral (${before(to, present)}) as last on true
    where account.company_id = ${db.companyId} and account.ledger = ${ledger} ${whose}`)
  return sums! // an aggregate has one row
}
