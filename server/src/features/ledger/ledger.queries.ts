import type { Ledger } from '@artel/contract/ledger.line'
import { sql } from 'kysely'
import type { Db, Draft } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'

/** An entry as whoever enters it says it; the rest follows from it. */
export type EntryDraft = Omit<
  Draft<'ledger_entries'>,
  'balance' | 'number' | 'credited' | 'approved_by' | 'approver_type'
> & { approved_by: number | null }

/** An account by its name: `money 7` for the money of person 7. */
export const accountOf = ({ ledger, user_id }: { ledger: Ledger; user_id: number }): string =>
  `${ledger} ${user_id}`

/** What people have, by account. */
export type Balances = Map<string, number>

/** What these people have; nobody else posts to them until the transaction ends. */
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
    // In one order, so that two postings to the same people never wait for each other.
    .orderBy('ledger')
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [accountOf(row), row.balance]))
}

/**
 * @returns their ids, in the order of the drafts @throws ApiError forbidden where the approver credits themself; 422 at
 * `amount` where a person was given more than an account counts
 */
export async function insertEntries(db: Db, drafts: readonly EntryDraft[]): Promise<number[]> {
  const rows = await db.insert('ledger_entries', drafts).returning('id').execute().catch(rethrowRefusal)
  return rows.map(({ id }) => id)
}

const approverConstraints = ['ledger_entries_approver_other', 'ledger_entries_approver_type_check']

// The approver became another type of user after the call had looked at it. The cause tells that the database refused,
// and so that the transaction is over.
function rethrowRefusal(error: unknown): never {
  const { constraint = '' } = error as { constraint?: string } // the driver's errors may have one
  if (constraint === 'accounts_credited_limit') {
    throw Object.assign(fieldError('amount', 'credited_limit'), { cause: error })
  }
  if (!approverConstraints.includes(constraint)) throw error
  throw Object.assign(new ApiError('forbidden'), { cause: error })
}

type Recipient = { id: number; full_name: string; status: 'active' | 'archived' }

export async function findRecipients(db: Db, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const rows = await db.from('users').select(['id', 'full_name', 'status']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type Held = { people: Map<number, Recipient>; balances: Balances; number: number }

/**
 * All that a posting by hand needs, in one statement: who they are, what they have, which nobody else moves until the
 * transaction ends, and a number for what is entered together: unique like those of the entries, among which it is none.
 */
export async function holdRecipients(db: Db, ledger: Ledger, ids: readonly number[]): Promise<Held> {
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
    .select(['ledger', 'id', 'user_id', 'amount', 'kind', 'source_type', 'source_id'])
    .select(reversal.as('reversed_by_id'))

/** An entry that may be taken back. */
export type TakenEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export const findEntry = (db: Db, ledger: Ledger, id: number) =>
  takable(db).where('ledger', '=', ledger).where('id', '=', id).executeTakeFirst()

/** A task from which entries came, as it is until the transaction ends. It is held before any account. */
export async function holdTask(db: Db, id: number): Promise<void> {
  await db.from('tasks').select('id').where('id', '=', id).forShare().execute()
}

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
