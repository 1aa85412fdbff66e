import type { Ledger } from '@artel/contract/ledger.line'
import { sql } from 'kysely'
import type { Db, Draft } from '../../database/db.ts'

/** An entry as whoever enters it says it; the rest follows from it. */
export type EntryDraft = Omit<Draft<'ledger_entries'>, 'balance' | 'number' | 'credited'>

/** An account by its name: `money 7` for the money of person 7. */
export const accountOf = ({ ledger, user_id }: { ledger: Ledger; user_id: number }): string =>
  `${ledger} ${user_id}`

/** What these people have, by account; nobody else posts to them until the transaction ends. */
export async function lockBalances(
  db: Db,
  ledgers: readonly Ledger[],
  userIds: readonly number[],
): Promise<Map<string, number>> {
  const rows = await db
    .from('accounts')
    .select(['ledger', 'user_id', 'balance'])
    .where('ledger', 'in', ledgers)
    .where('user_id', 'in', userIds)
    // In one order, so that two postings to the same people never wait for each other.
    .orderBy('ledger')
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [accountOf(row), row.balance]))
}

/** @returns their ids, in the order of the drafts */
export async function insertEntries(db: Db, drafts: readonly EntryDraft[]): Promise<number[]> {
  const rows = await db.insert('ledger_entries', drafts).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** A number for what is entered together: unique like those of the entries, among which it is none. */
export async function drawPostingNumber(db: Db): Promise<number> {
  const [row] = await db.query(
    sql<{ number: number }>`select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as number`,
  )
  return row!.number // a statement without a table has one row
}

type Recipient = { id: number; full_name: string; status: 'active' | 'archived' }

export async function findRecipients(db: Db, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const rows = await db.from('users').select(['id', 'full_name', 'status']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const reversal = sql<number | null>`(
  select later.id from ledger_entries as later
  where later.company_id = ledger_entries.company_id and later.ledger = ledger_entries.ledger
    and later.reverses_id = ledger_entries.id
)`

const takable = (db: Db) =>
  db
    .from('ledger_entries')
    .select(['ledger', 'id', 'user_id', 'amount', 'kind', 'source_type', 'source_id'])
    .select(reversal.as('reversed_by_id'))

/** An entry that may be taken back. */
export type TakenEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export const findEntry = (db: Db, ledger: Ledger, id: number) =>
  takable(db).where('ledger', '=', ledger).where('id', '=', id).executeTakeFirst()

export type Source = { type: NonNullable<EntryDraft['source_type']>; id: number }

/** What came from a source and stands, in both ledgers: neither taken back nor taking back. */
export const findStanding = (db: Db, { type, id }: Source) =>
  takable(db)
    .where('source_type', '=', type)
    .where('source_id', '=', id)
    .where('kind', '!=', 'reversal')
    .where(reversal, 'is', null)
    .orderBy('id')
    .execute()
