import { type Ledger, ledgers } from '@artel/contract/ledger/ledger.line'
import { sql } from 'kysely'
import type { Db, Draft } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { onConstraint } from '../../errors/on-constraint.ts'

/** The fields of an entry that the caller sets. Database triggers set the others. */
export type EntryDraft = Omit<
  Draft<'ledger_entries'>,
  'balance' | 'number' | 'credited' | 'approved_by' | 'approver_type'
> & { approved_by: number | null }

/** Returns the key of an account: `money 7` for the money of person 7. */
export const accountOf = ({ ledger, user_id }: { ledger: Ledger; user_id: number }): string =>
  `${ledger} ${user_id}`

/** Balances by account key. */
export type Balances = Map<string, number>

/** Locks the accounts of these people until the transaction ends, and returns their balances. */
export async function lockBalances(
  db: Db,
  ledgers: readonly Ledger[],
  userIds: readonly number[],
): Promise<Balances> {
  const rows = await db
    .from('accounts')
    .select(['ledger', 'user_id', 'balance'])
    .where('ledger', 'in', ledgers)
    .where('user_id', 'in', userIds)
    // A fixed lock order prevents a deadlock between two postings to the same people.
    .orderBy('ledger')
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [accountOf(row), row.balance]))
}

/**
 * @returns the ids, in the order of the drafts @throws ApiError forbidden if the approver credits themself;
 * 422 at `amount` if the total credited to a person exceeds the limit of an account
 */
export async function insertEntries(db: Db, drafts: readonly EntryDraft[]): Promise<number[]> {
  const rows = await db.insert('ledger_entries', drafts).returning('id').execute().catch(refuse)
  return rows.map(({ id }) => id)
}

// The type of the approver changed after the call had read it.
const refuseApprover = () => new ApiError('forbidden')
const refuse = onConstraint({
  accounts_credited_limit: () => fieldError('amount', 'credited_limit'),
  ledger_entries_approver_other: refuseApprover,
  ledger_entries_approver_type_check: refuseApprover,
})

type Recipient = { id: number; full_name: string; status: 'active' | 'archived' }

export async function findRecipients(db: Db, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const rows = await db.from('users').select(['id', 'full_name', 'status']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type Held = { people: Map<number, Recipient>; balances: Balances; number: number }

/**
 * Reads in one statement what a posting by hand needs: the people, their balances, and a number for the
 * posting. Locks the accounts until the transaction ends. The number comes from the sequence of entry ids, so
 * no entry has it.
 */
export async function lockRecipients(db: Db, ledger: Ledger, ids: readonly number[]): Promise<Held> {
  const rows = await db.query(sql<Recipient & { balance: number; number: number }>`
    select users.id, full_name, status, balance,
      (select nextval(pg_get_serial_sequence('ledger_entries', 'id'))) as number
    from accounts join users on users.company_id = accounts.company_id and users.id = accounts.user_id
    where accounts.company_id = ${db.companyId} and ledger = ${ledger} and user_id = any(${ids}::bigint[])
    order by user_id for no key update of accounts`)
  return {
    people: new Map(rows.map((row) => [row.id, row])),
    balances: new Map(rows.map(({ id, balance }) => [accountOf({ ledger, user_id: id }), balance])),
    number: rows[0]?.number ?? 0,
  }
}

export const reversal = sql<number | null>`(
  select later.id from ledger_entries as later
  where later.company_id = ledger_entries.company_id and later.ledger = ledger_entries.ledger
    and later.reverses_id = ledger_entries.id
)`

const takable = (db: Db) =>
  db
    .from('ledger_entries')
    .select(['ledger', 'id', 'user_id', 'amount', 'kind', 'source_type', 'source_id', 'approved_by'])
    .select(reversal.as('reversed_by_id'))

/** An entry that may be reversed. */
export type TakenEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export const findEntry = (db: Db, ledger: Ledger, id: number) =>
  takable(db).where('ledger', '=', ledger).where('id', '=', id).executeTakeFirst()

/** Locks the task of an entry until the transaction ends. Call it before any account is locked. */
export async function lockTask(db: Db, id: number): Promise<void> {
  await db.from('tasks').select('id').where('id', '=', id).forShare().execute()
}

export type Source = { type: NonNullable<EntryDraft['source_type']>; id: number }

/** The first reversal among the entries of a source; undefined: there is none. */
export const findReversal = (db: Db, { type, id }: Source) =>
  db
    .from('ledger_entries')
    .select('id')
    .where('source_type', '=', type)
    .where('source_id', '=', id)
    .where('kind', '=', 'reversal')
    .limit(1)
    .executeTakeFirst()

/** Finds the entries of these sources in both ledgers that are neither reversed nor reversals. */
export const findStanding = (db: Db, type: Source['type'], ids: readonly number[]) =>
  takable(db)
    .where('source_type', '=', type)
    .where('source_id', 'in', ids)
    .where('kind', '!=', 'reversal')
    .where(reversal, 'is', null)
    .orderBy('id')
    .execute()

/** Entries of a source in both ledgers that are neither reversed nor reversals. */
export const findEntriesOf = (db: Db, { type, id }: Source): Promise<TakenEntry[]> =>
  findStanding(db, type, [id])

/** Locks all accounts of these people until the transaction ends, before several postings to them. */
export async function holdAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await lockBalances(db, ledgers, [...new Set(userIds)])
}
