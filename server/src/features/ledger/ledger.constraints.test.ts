import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db, Draft } from '../../database/db.ts'
import { TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { pastTriggers } from '../../testing/values/largest-numbers.ts'

// On a database of its own, because some of these statements lock whole tables.
const test_ = useLoneTestApp()
const at = '2026-11-19T09:00:00.000Z'

type Entry = Omit<Draft<'ledger_entries'>, 'balance' | 'number' | 'credited'>

let db: Db
let person: number
let owner: number
let admin: number
let [moneyId, coinsId, reversalId]: number[] = []

/** Inserts an entry directly, so that only the database checks it. */
const enter = async (fields: Partial<Entry>): Promise<number> => {
  const draft = { ledger: 'money', user_id: person, amount: 100, kind: 'bonus', created_at: at } as const
  const approved_by = fields.kind === 'purchase' ? null : owner
  const { id } = await db
    .insert('ledger_entries', { ...draft, approved_by, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  db = await buildCompany(test_.root)
  person = (await buildUser(test_.root, db, 'staff')).id
  owner = (await buildUser(test_.root, db, 'owner')).id
  admin = (await buildUser(test_.root, db, 'admin')).id
  moneyId = await enter({ amount: 1000, key: 'task:1:done', kind: 'task' })
  coinsId = await enter({ ledger: 'coins', amount: 10 })
  const taken = await enter({ amount: 300 })
  reversalId = await enter({
    amount: -300,
    kind: 'reversal',
    reverses_id: taken,
    key: 'entry:1:reversal',
    comment: 'Ошибка',
  })
})

const standing = async () => ({
  accounts: await db.from('accounts').selectAll().orderBy('ledger').orderBy('user_id').execute(),
  entries: await db.from('ledger_entries').selectAll().orderBy('id').execute(),
})

async function expectRefused(work: () => Promise<unknown>, reason: RegExp): Promise<void> {
  const before = await standing()
  await expect(work()).rejects.toThrow(reason)
  expect(await standing()).toEqual(before)
}

describe('stored entries and balances do not change', () => {
  const kept = /neither changed nor deleted/
  const alone = /moved by entries alone/
  test.each<[RawBuilder<unknown>, RegExp]>([
    [sql`update ledger_entries set amount = amount + 1`, kept],
    [sql`update ledger_entries set comment = 'Иначе' where false`, kept],
    [sql`delete from ledger_entries`, kept],
    [sql`truncate ledger_entries`, kept],
    [sql`truncate ledger_entries cascade`, kept],
    [sql`truncate users cascade`, kept],
    [sql`update accounts set balance = balance + 1`, alone],
    [sql`update accounts set last_at = now()`, alone],
    [sql`update accounts set entries = 0, balance = 0, credited = 0`, alone],
    [sql`delete from accounts`, alone],
    [sql`truncate accounts cascade`, kept],
    [
      sql`insert into accounts (company_id, ledger, user_id) select company_id, ledger, user_id from accounts limit 1`,
      alone,
    ],
    [
      sql`insert into accounts (company_id, ledger, user_id, balance)
      select company_id, ledger, user_id, 5 from accounts limit 1
      on conflict (company_id, ledger, user_id) do update set balance = 5`,
      alone,
    ],
    [sql`merge into ledger_entries using (select 1) as one on true when matched then delete`, kept],
    [
      sql`merge into accounts using (select 1) as one on true when matched then update set balance = 7`,
      alone,
    ],
  ])('by the statement %# of the app role', async (statement, reason) => {
    await expectRefused(() => statement.execute(test_.root), reason)
  })

  test('by an entry that is skipped because its key exists', async () => {
    const statement = sql`
      insert into ledger_entries (company_id, ledger, user_id, amount, kind, key, approved_by, created_at)
      values (${db.companyId}, 'money', ${person}, 5000, 'task', 'task:1:done', ${owner}, ${at}) on conflict do nothing`
    const before = await standing()
    await statement.execute(test_.root)
    expect(await standing()).toEqual(before)
  })

  test('by a trigger of the app role', async () => {
    await expectRefused(
      () =>
        test_.root.transaction().execute(async (connection) => {
          await sql`create temp table mine (id int) on commit drop`.execute(connection)
          await sql`create function pg_temp.grow() returns trigger language plpgsql as $$
            begin update accounts set balance = balance + 1 where entries > 0; return null; end $$`.execute(
            connection,
          )
          await sql`create trigger grow after insert on mine for each row execute function pg_temp.grow()`.execute(
            connection,
          )
          await sql`insert into mine values (1)`.execute(connection)
        }),
      alone,
    )
  })
})

describe('the database', () => {
  test.each<[string, () => Partial<Entry>, RegExp]>([
    ['coins below 0', () => ({ ledger: 'coins', amount: -11, kind: 'fine' }), /ledger_entries_coins_suffice/],
    [
      'a payout beyond the balance',
      () => ({ amount: -1001, kind: 'payout' }),
      /ledger_entries_payout_suffice/,
    ],
    ['a balance beyond all reason', () => ({ amount: 10_000_000_000_000 }), /accounts_balance_limit/],
    ['more than an account holds', () => ({ amount: 20_000_000_000_001 }), /ledger_entries_amount_limit/],
    ['nothing at all', () => ({ amount: 0 }), /check constraint/],
    ['a fine that gives', () => ({ amount: 5, kind: 'fine' }), /check constraint/],
    ['a payout that gives', () => ({ amount: 5, kind: 'payout' }), /check constraint/],
    [
      'a purchase that gives',
      () => ({ ledger: 'coins', amount: 5, kind: 'purchase', key: 'order:1' }),
      /check constraint/,
    ],
    ['a bonus that takes', () => ({ amount: -5, kind: 'bonus' }), /check constraint/],
    ['a task that takes', () => ({ amount: -5, kind: 'task', key: 'task:2:done' }), /check constraint/],
    ['a payout in coins', () => ({ ledger: 'coins', amount: -5, kind: 'payout' }), /check constraint/],
    ['a purchase with money', () => ({ amount: -5, kind: 'purchase', key: 'order:2' }), /check constraint/],
    ['a task without its event', () => ({ kind: 'task' }), /check constraint/],
    ['an achievement that takes', () => inCoins({ amount: -5, kind: 'achievement' }), /check constraint/],
    ['a refund that takes', () => inCoins({ amount: -5, kind: 'refund' }), /check constraint/],
    ['an achievement in money', () => ({ kind: 'achievement', key: 'new' }), /check constraint/],
    ['a refund in money', () => ({ kind: 'refund', key: 'new' }), /check constraint/],
    ['an unknown kind', () => ({ kind: 'gift' as 'bonus', key: 'new' }), /ledger_entries_kind_check/],
    ['an empty comment', () => ({ comment: '' }), /ledger_entries_comment_check/],
    ['a comment of 501 characters', () => ({ comment: 'x'.repeat(501) }), /ledger_entries_comment_check/],
    ['an empty key', () => ({ key: '' }), /ledger_entries_key_check/],
    ['a key of 201 characters', () => ({ key: 'x'.repeat(201) }), /ledger_entries_key_check/],
    [
      'an unknown source',
      () => ({ source_type: 'gift' as 'posting', source_id: 1 }),
      /ledger_entries_source_type_check/,
    ],
    ['half a source', () => ({ source_type: 'posting' }), /check constraint/],
    ['the other half of a source', () => ({ source_id: 1 }), /check constraint/],
    ['the same event twice', () => ({ kind: 'task', key: 'task:1:done' }), /ledger_entries_once/],
    ['somebody who is not there', () => ({ user_id: 999_999_999 }), /no account of user/],
    ['a reversal of nothing', () => reversal(null, -1000), /check constraint/],
    ['a reversal of an entry that is not there', () => reversal(999_999_999, -1000), /mirrors its entry/],
    ['a reversal of another amount', () => reversal(moneyId, -999), /mirrors its entry/],
    ['a reversal with the same sign', () => reversal(moneyId, 1000), /mirrors its entry/],
    ['a reversal in the other ledger', () => reversal(coinsId, -10), /mirrors its entry/],
    ['a reversal of a reversal', () => reversal(reversalId, 300), /mirrors its entry/],
    [
      'a reversal without a reason',
      () => ({ ...reversal(moneyId, -1000), comment: null }),
      /check constraint/,
    ],
    [
      'a bonus that says it reverses',
      () => ({ kind: 'bonus', amount: -1000, reverses_id: moneyId }),
      /check constraint/,
    ],
  ])('rejects %s', async (_, fields, reason) => {
    await expectRefused(() => enter(fields()), reason)
  })

  test.each<[string, () => Partial<Entry>, RegExp]>([
    ...(['task', 'reward', 'bonus', 'adjustment'] as const).map(
      (kind): [string, () => Partial<Entry>, RegExp] => [
        `a ${kind} that an admin approves for themself`,
        () => ({ kind, key: `self:${kind}`, comment: 'Так', user_id: admin, approved_by: admin }),
        /ledger_entries_approver_other/,
      ],
    ),
    [
      'an achievement that an admin gives themself',
      () => ({
        ledger: 'coins',
        kind: 'achievement',
        key: 'self',
        created_by: admin,
        user_id: admin,
        approved_by: admin,
      }),
      /ledger_entries_approver_other/,
    ],
    [
      'a bonus that a staff member approves',
      () => ({ user_id: owner, approved_by: person }),
      /approver_type_check/,
    ],
    [
      'a bonus whose approver says they are an owner',
      () => ({ user_id: admin, approved_by: admin, approver_type: 'owner' }),
      /ledger_entries_approver_other/,
    ],
    ['a bonus that nobody approves', () => ({ approved_by: null }), /needs an approver/],
    [
      'a fine that nobody approves',
      () => ({ kind: 'fine', amount: -1, approved_by: null }),
      /needs an approver/,
    ],
    [
      'an achievement by hand that nobody approves',
      () => ({ ledger: 'coins', kind: 'achievement', key: 'hand', created_by: admin, approved_by: null }),
      /needs an approver/,
    ],
    [
      'a purchase that somebody approves',
      () => ({ ledger: 'coins', kind: 'purchase', key: 'bought', amount: -1, approved_by: owner }),
      /ledger_entries_approver_none/,
    ],
    ['an approver of another company', () => ({ approved_by: 999_999_999 }), /foreign key|approver_whole/],
  ])('rejects %s', async (_, fields, reason) => {
    await expectRefused(() => enter(fields()), reason)
  })

  test('rejects a reversal of a fine that the fined admin approves', async () => {
    const fine = await enter({ kind: 'fine', amount: -200, user_id: admin })
    const back = { ...reversal(fine, 200), user_id: admin }
    await expectRefused(() => enter({ ...back, approved_by: admin }), /ledger_entries_approver_other/)
    await enter({ ...back, approved_by: owner })
  })

  test('accepts a credit of an owner, and a fine of an admin, approved by themself', async () => {
    const given = await enter({ user_id: owner, approved_by: owner })
    const taken = await enter({
      user_id: admin,
      approved_by: admin,
      kind: 'fine',
      amount: -5,
      comment: 'Брак',
    })
    const entries = await db
      .from('ledger_entries')
      .select(['approved_by', 'approver_type'])
      .where('id', 'in', [given, taken])
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { approved_by: owner, approver_type: 'owner' },
      { approved_by: admin, approver_type: 'admin' },
    ])
  })

  const inCoins = (fields: Partial<Entry>): Partial<Entry> => ({ ledger: 'coins', key: 'new', ...fields })

  const reversal = (reverses_id: number | null = null, amount: number): Partial<Entry> => ({
    kind: 'reversal',
    reverses_id,
    amount,
    comment: 'Ошибка',
    key: `entry:${reverses_id}:again`,
  })

  test('rejects a second reversal', async () => {
    const { reverses_id } = await db
      .from('ledger_entries')
      .select('reverses_id')
      .where('id', '=', reversalId ?? 0)
      .executeTakeFirstOrThrow()
    await expectRefused(() => enter(reversal(reverses_id, -300)), /ledger_entries_reversed_once/)
  })

  test('rejects a reversal for another person, or of another company', async () => {
    const other = await buildUser(test_.root, db, 'staff')
    await expectRefused(() => enter({ ...reversal(moneyId, -1000), user_id: other.id }), /mirrors its entry/)
    const elsewhere = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, elsewhere, 'staff')
    const draft = { ledger: 'money', amount: -1000, created_at: at, ...reversal(moneyId, -1000) } as const
    await expect(
      elsewhere.insert('ledger_entries', { ...draft, kind: 'reversal', user_id: stranger.id }).execute(),
    ).rejects.toThrow(/mirrors its entry/)
  })

  test('rejects an entry of another company’s account', async () => {
    const elsewhere = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, elsewhere, 'staff')
    await expectRefused(() => enter({ user_id: stranger.id }), /no account of user/)
  })

  test('ignores the balance, number, approver type and time that an entry gives', async () => {
    await sql`insert into ledger_entries (company_id, ledger, user_id, amount, kind, balance, number, credited,
        approved_by, approver_type, created_at)
      values (${db.companyId}, 'money', ${person}, 1, 'bonus', 77, 88, 99, ${owner}, 'admin', '2020-01-01T00:00:00Z')`.execute(
      test_.root,
    )
    const { accounts, entries } = await standing()
    const account = accounts.find(({ ledger }) => ledger === 'money')
    expect(entries.at(-1)).toMatchObject({
      balance: account?.balance,
      number: account?.entries,
      approver_type: 'owner',
      created_at: at,
    })
  })
})

test('a credit beyond the maximum sum is rejected with 422 at the amount, without an entry', async () => {
  const rich = await buildUser(test_.root, db, 'staff')
  await enter({ user_id: rich.id })
  await pastTriggers(test_.root, async (transaction) => {
    for (const table of ['accounts', 'ledger_entries'] as const) {
      await sql`update ${sql.table(table)} set credited = 9000000000000000000
        where company_id = ${db.companyId} and user_id = ${rich.id} and ledger = 'money'`.execute(transaction)
    }
  })
  const body = { user_id: rich.id, amount: 2000, kind: 'bonus' } as const
  await expectRefused(() => enter(body), /accounts_credited_limit/)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
  const before = await standing()
  const answer = await client.post('/money', body)
  expect([answer.statusCode, answer.body.errors]).toEqual([422, { amount: [expect.any(String)] }])
  expect(await standing()).toEqual(before)
})
