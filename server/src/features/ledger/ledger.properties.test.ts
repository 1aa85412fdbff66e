import { kindsOf, type Ledger, ledgers, takingKinds } from '@artel/contract/ledger/ledger.line'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors/errors.ts'
import { useTestApp } from '../../testing/app.ts'
import { actorOf, buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { type Posting, post, reverseByHand } from './ledger.ts'

const test_ = useTestApp()

// Without refunds and awards of rules, because they depend on other rows.
type Kind = Exclude<Posting['kind'], 'refund' | 'achievement'>
type Model = {
  sums: Map<string, number>
  entries: { ledger: Ledger; user_id: number; amount: number; isTaken: boolean; kind: Posting['kind'] }[]
}

const anyLedger = fc.constantFrom(...ledgers)
const anyPosting = fc.record({
  ledger: anyLedger,
  person: fc.nat(2),
  amount: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5_000_000 })),
  kind: fc.constantFrom<Kind>('bonus', 'fine', 'payout', 'purchase', 'task', 'adjustment', 'reward'),
  takes: fc.boolean(),
})
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyPosting, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.record({ pick: fc.nat(100) }) },
)

let counter = 0
const nextKey = () => `test:${process.pid}:${counter++}`

const nameOf = ({ ledger, user_id }: { ledger: Ledger; user_id: number }) => `${ledger} ${user_id}`

/** Predicts a posting by the rules alone: the sums after it, or null if it must be refused. */
function foretell(
  sums: Map<string, number>,
  postings: readonly Pick<Posting, 'ledger' | 'user_id' | 'amount' | 'kind'>[],
): Map<string, number> | null {
  const next = new Map(sums)
  for (const posting of postings) {
    const sum = (next.get(nameOf(posting)) ?? 0) + posting.amount
    if (sum < 0 && (posting.ledger === 'coins' || posting.kind === 'payout')) return null
    next.set(nameOf(posting), sum)
  }
  return next
}

const isRefused = (error: unknown): null => {
  if (error instanceof ApiError) return null
  throw error
}

const own = <T>(db: Db, work: (own: Db) => Promise<T>) =>
  inTransaction(test_.root, (connection) => work(new Db(connection, db.companyId)))

type Drawn = { ledger: Ledger; person: number; amount: number; kind: Kind; takes: boolean }

function toPosting(drawn: Drawn, people: TestUser[], owner: number): Posting | null {
  const { ledger, person, kind } = drawn
  if (!(kindsOf[ledger] as readonly Kind[]).includes(kind)) return null
  const takes = takingKinds.includes(kind) || (drawn.takes && (kind === 'adjustment' || kind === 'reward'))
  const user_id = people[person]?.id ?? 0
  const amount = takes ? -drawn.amount : drawn.amount
  const shared = { ledger, user_id, amount, comment: null, source: null, key: nextKey() }
  return kind === 'purchase'
    ? { ...shared, kind, approved_by: null }
    : { ...shared, kind, approved_by: owner }
}

/** Compares the tables with the model, account by account. */
async function expectAsForetold(db: Db, { sums, entries }: Model): Promise<void> {
  const accounts = await db
    .from('accounts')
    .select(['ledger', 'user_id', 'balance', 'credited', 'entries'])
    .execute()
  const all = await db
    .from('ledger_entries')
    .select(['ledger', 'user_id', 'amount', 'balance', 'number', 'credited'])
    .orderBy('number')
    .execute()
  expect(all).toHaveLength(entries.length)
  for (const account of accounts) {
    const mine = all.filter((entry) => nameOf(entry) === nameOf(account))
    let [balance, credited] = [0, 0]
    for (const [index, entry] of mine.entries()) {
      balance += entry.amount
      credited += Math.max(entry.amount, 0)
      expect(entry).toMatchObject({ balance, credited, number: index + 1 })
    }
    expect(account).toMatchObject({ balance, credited, entries: mine.length })
    expect(balance).toBe(sums.get(nameOf(account)) ?? 0)
  }
}

test('balances match a model after any postings and reversals', {
  timeout: 120_000,
}, async () => {
  const run = async (steps: (Drawn[] | { pick: number })[]) => {
    const db = await buildCompany(test_.root)
    const people = await Promise.all([0, 1, 2].map(() => buildUser(test_.root, db, 'staff')))
    const owner = actorOf(await buildUser(test_.root, db, 'owner'))
    const model: Model & { ids: number[] } = { sums: new Map(), entries: [], ids: [] }
    for (const step of steps) {
      if (!Array.isArray(step)) {
        await takeBack(step.pick)
        continue
      }
      const postings = step
        .map((drawn) => toPosting(drawn, people, owner.userId))
        .filter((posting) => posting !== null)
      const next = foretell(model.sums, postings)
      const ids = await own(db, (mine) => post(mine, owner, postings)).catch(isRefused)
      expect(ids === null).toBe(next === null)
      if (!ids || !next) continue
      model.sums = next
      model.ids.push(...ids)
      model.entries.push(...postings.map((posting) => ({ ...posting, isTaken: false })))
    }
    await expectAsForetold(db, model)

    async function takeBack(pick: number): Promise<void> {
      const index = pick % model.entries.length
      const entry = model.entries[index]
      if (!entry) return
      const mirror = { ...entry, amount: -entry.amount, kind: 'reversal' as const }
      const next = foretell(model.sums, [mirror])
      const isOpen = !entry.isTaken && entry.kind !== 'reversal' && next !== null
      const id = model.ids[index] ?? 0
      const done = await own(db, (mine) => reverseByHand(mine, owner, entry.ledger, id, 'Ошибка')).catch(
        isRefused,
      )
      expect(done !== null).toBe(isOpen)
      if (!done || !next) return
      entry.isTaken = true
      model.sums = next
      model.ids.push(done.id)
      model.entries.push({ ...mirror, isTaken: false })
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), run), { numRuns: 200 })
})

test('concurrent postings to the same people lose no entry and overdraw no balance', {
  timeout: 60_000,
}, async () => {
  const db = await buildCompany(test_.root)
  const people = await Promise.all([0, 1, 2].map(() => buildUser(test_.root, db, 'staff')))
  const owner = actorOf(await buildUser(test_.root, db, 'owner'))
  const draws = fc.sample(fc.array(anyPosting, { minLength: 1, maxLength: 5 }), 300)
  const model: Model = { sums: new Map(), entries: [] }
  const work = async (mine: typeof draws) => {
    for (const drawn of mine) {
      const postings = drawn
        .map((one) => toPosting(one, people, owner.userId))
        .filter((posting) => posting !== null)
      const ids = await own(db, (connection) => post(connection, owner, postings)).catch(isRefused)
      if (!ids) continue
      for (const posting of postings) {
        model.sums.set(nameOf(posting), (model.sums.get(nameOf(posting)) ?? 0) + posting.amount)
        model.entries.push({ ...posting, isTaken: false })
      }
    }
  }
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => work(draws.filter((_draw, at) => at % 8 === index))),
  )
  expect(model.entries.length).toBeGreaterThan(100)
  await expectAsForetold(db, model)
  const below = await db
    .from('ledger_entries')
    .select('id')
    .where('balance', '<', 0)
    .where(sql<boolean>`(ledger = 'coins' or kind = 'payout')`)
    .execute()
  expect(below).toEqual([])
})

test('only one of many concurrent reversals of an entry succeeds', async () => {
  const db = await buildCompany(test_.root)
  const staff = await buildUser(test_.root, db, 'staff')
  const owner = actorOf(await buildUser(test_.root, db, 'owner'))
  const bonus = {
    ledger: 'money',
    user_id: staff.id,
    amount: 500,
    kind: 'bonus',
    approved_by: owner.userId,
    comment: null,
    source: null,
    key: null,
  } as const
  const [id = 0] = await own(db, (mine) => post(mine, owner, [bonus]))
  const reverse = () =>
    own(db, (mine) => reverseByHand(mine, owner, 'money', id, 'Ошибка')).catch((error) => error.code)
  const outcomes = await Promise.all(Array.from({ length: 8 }, reverse))
  expect(outcomes.filter((outcome) => outcome === 'already_reversed')).toHaveLength(7)
  const { balance } = await db
    .from('accounts')
    .select('balance')
    .where('ledger', '=', 'money')
    .where('user_id', '=', staff.id)
    .executeTakeFirstOrThrow()
  expect(balance).toBe(0)
})
