import type pg from 'pg'
import type { Model, Worth } from './ledger-model.ts'

export type Row = {
  ledger: 'money' | 'coins'
  id: number
  user_id: number
  amount: number
  balance: number
  number: number
  credited: number
  kind: string
  comment: string | null
  source_type: string | null
  source_id: number | null
  reverses_id: number | null
}

/** All entries. Those of each account are in the order of their numbers. */
export async function readEntries(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<Row>(`
    select ledger, id::float8, user_id::float8, amount::float8, balance::float8, number, credited::float8, kind, comment,
      source_type, source_id::float8, reverses_id::float8
    from ledger_entries order by company_id, ledger, user_id, number`)
  return rows
}

type Account = { ledger: string; user_id: number; balance: number; credited: number; entries: number }

/**
 * Checks that every entry continues the one before, that no balance is below 0 where this is forbidden, and
 * that the last entry equals the account.
 */
export async function findBrokenChains(client: pg.Client, rows: readonly Row[]): Promise<string[]> {
  const faults: string[] = []
  const last = new Map<string, Row>()
  for (const row of rows) {
    const account = `${row.ledger} ${row.user_id}`
    const { balance, number, credited } = last.get(account) ?? { balance: 0, number: 0, credited: 0 }
    const isRight =
      row.balance === balance + row.amount &&
      row.number === number + 1 &&
      row.credited === credited + Math.max(row.amount, 0)
    const isAllowed = row.balance >= 0 || (row.ledger === 'money' && row.kind !== 'payout')
    if (!isRight || !isAllowed) faults.push(`${account}: entry ${row.id} does not follow, or may not be`)
    last.set(account, row)
  }
  const { rows: accounts } = await client.query<Account>(
    'select ledger, user_id::float8, balance::float8, credited::float8, entries from accounts',
  )
  for (const { ledger, user_id, balance, credited, entries } of accounts) {
    const end = last.get(`${ledger} ${user_id}`) ?? { balance: 0, number: 0, credited: 0 }
    if (balance !== end.balance || credited !== end.credited || entries !== end.number)
      faults.push(`${ledger} ${user_id}: the account has ${balance}, the entries lead to ${end.balance}`)
  }
  return faults
}

/** The differences between the model and the entries made since `before`. */
export async function findDifferences(
  client: pg.Client,
  rows: readonly Row[],
  before: number,
  model: Model,
): Promise<string[]> {
  const made = rows.filter(({ id }) => id > before)
  return [
    ...checkTold(made, model),
    ...checkPostings(made, model),
    ...checkReversals(made, model),
    ...checkThings(made, model),
    ...(await checkMade(client, made, model)),
  ]
}

const isBetween = (count: number, { sure, maybe }: { sure: number; maybe: number }) =>
  count >= sure && count <= sure + maybe

/** Each entry in an answer exists with the same values. */
function checkTold(rows: readonly Row[], { told }: Model): string[] {
  const there = new Map(rows.map((row) => [`${row.ledger} ${row.id}`, row]))
  return [...told].flatMap(([name, entry]) => {
    const row = there.get(name)
    const isSame =
      row?.user_id === entry.user_id && row.amount === entry.amount && row.balance === entry.balance
    return isSame ? [] : [`${name} was answered and is not there, or not so`]
  })
}

/** Each manual posting exists as often as it was done, each time for all of its users. */
function checkPostings(rows: readonly Row[], { postings }: Model): string[] {
  const found = new Map<string, Map<number, Row[]>>()
  const faults: string[] = []
  for (const row of rows) {
    if (row.source_type !== 'posting' || row.kind === 'reversal') continue
    const mark = row.comment ?? ''
    if (!postings.has(mark)) faults.push(`entry ${row.id} was asked for by nobody: ${mark}`)
    const times = found.get(mark) ?? new Map<number, Row[]>()
    const number = row.source_id ?? 0
    times.set(number, [...(times.get(number) ?? []), row])
    found.set(mark, times)
  }
  for (const [mark, posting] of postings) {
    const times = [...(found.get(mark)?.values() ?? [])]
    if (!isBetween(times.length, posting))
      faults.push(
        `${mark} is there ${times.length} times, done ${posting.sure} (and perhaps ${posting.maybe})`,
      )
    const expected = JSON.stringify([...posting.shares].sort(([one], [other]) => one - other))
    for (const entries of times) {
      const shares = entries.map(({ user_id, amount }) => [user_id, amount] as const)
      const isSame = JSON.stringify(shares.sort(([one], [other]) => one - other)) === expected
      const isOfKind = entries.every(({ ledger, kind }) => ledger === posting.ledger && kind === posting.kind)
      if (!isSame || !isOfKind) faults.push(`${mark} is there for ${JSON.stringify(shares)}, not ${expected}`)
    }
  }
  return faults
}

/** Each entry is reversed at most once, by an entry that mirrors it. An acknowledged reversal exists. */
function checkReversals(rows: readonly Row[], { reversals }: Model): string[] {
  const byName = new Map(rows.map((row) => [`${row.ledger} ${row.id}`, row]))
  const counts = new Map<string, number>()
  const faults: string[] = []
  for (const row of rows) {
    if (row.reverses_id === null) continue
    const name = `${row.ledger} ${row.reverses_id}`
    const reversed = byName.get(name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (reversed?.user_id !== row.user_id || reversed.amount !== -row.amount || reversed.kind === 'reversal')
      faults.push(`entry ${row.id} does not mirror ${row.reverses_id}`)
    const isByHand = row.source_type === 'posting'
    if (isByHand && !reversals.has(name)) faults.push(`${name} was taken back, and nobody asked for it`)
  }
  for (const [name, times] of reversals) {
    const count = counts.get(name) ?? 0
    const isRight = count >= times.sure && count <= Math.min(1, times.sure + times.maybe)
    if (!isRight) faults.push(`${name} is taken back ${count} times`)
  }
  for (const [name, count] of counts) if (count > 1) faults.push(`${name} is taken back ${count} times`)
  return faults
}

const sourceOf = ({ source_type, source_id }: Row) => `${source_type} ${source_id}`

function sumSources(rows: readonly Row[]): Map<string, Worth> {
  const sums = new Map<string, Worth>()
  for (const row of rows) {
    // Skips manual entries, and entries of achievements: the model does not know the rules, and `verify`
    // checks achievements.
    if (row.source_type === 'posting' || row.source_type === 'achievement') continue
    const sum = sums.get(sourceOf(row)) ?? { money: 0, coins: 0 }
    sum[row.ledger] += row.amount
    sums.set(sourceOf(row), sum)
  }
  return sums
}

const isSame = (one: Worth, other: Worth) => one.money === other.money && one.coins === other.coins

/** Checks that the entries of each reward and task add up to one of the sums that the model allows. */
function checkThings(rows: readonly Row[], { things }: Model): string[] {
  const sums = sumSources(rows)
  return [...things].flatMap(([name, { states }]) => {
    const sum = sums.get(name) ?? { money: 0, coins: 0 }
    const isRight = states.some((state) => isSame(state, sum))
    return isRight ? [] : [`${name} has brought ${JSON.stringify(sum)}, not ${JSON.stringify(states)}`]
  })
}

/**
 * Rewards and tasks exist as often as they were created. Those without an answer have brought their worth.
 */
async function checkMade(
  client: pg.Client,
  rows: readonly Row[],
  { made, things }: Model,
): Promise<string[]> {
  const { rows: found } = await client.query<{ type: 'reward' | 'task'; id: number; title: string }>(`
    select 'reward' as type, id::float8, title from rewards where title like 'op-%'
    union all select 'task', id::float8, title from tasks where title like 'op-%'`)
  const sums = sumSources(rows)
  const faults: string[] = []
  const counts = new Map<string, number>()
  for (const { type, id, title } of found) {
    const name = `${type} ${id}`
    counts.set(title, (counts.get(title) ?? 0) + 1)
    const { worth } = made.get(title) ?? { worth: { money: Number.NaN, coins: 0 } }
    const isRight = things.has(name) || isSame(sums.get(name) ?? { money: 0, coins: 0 }, worth)
    if (!isRight) faults.push(`${name} (${title}) was made by nobody, or brought something else`)
    sums.delete(name)
  }
  for (const name of sums.keys()) faults.push(`There is nothing from which the entries of ${name} came`)
  for (const [mark, { people, ...times }] of made) {
    const count = (counts.get(mark) ?? 0) / people
    if (!Number.isInteger(count) || !isBetween(count, times)) faults.push(`${mark} was made ${count} times`)
  }
  return faults
}
