import type { AnswerOf } from '@artel/contract/call'
import { maxSum } from '@artel/contract/shapes/sums'
import type { stats } from '@artel/contract/stats/stats'
import { rowMetrics, statGroups, statMetrics } from '@artel/contract/stats/stats.metrics'
import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../database/connection/open.ts'
import { type Caller, callers, type Input, type Row } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useLoneTestApp } from '../testing/installation.ts'
import { copyRows, pastTriggers, raiseNumbers } from '../testing/values/largest-numbers.ts'

// Every number of a company has the largest value that its column's constraint allows. There are so many rows
// that sums exceed the numbers of JavaScript, and sums of stored sums exceed int8. Every call that reads must
// still succeed.

const test_ = useLoneTestApp()
const stage = useStage(test_)

const month = { date_from: '2025-11-01', date_to: '2025-11-30' }
// Number of entries with the largest amount: enough for a sum beyond the numbers of JavaScript.
const entries = 500

const reading = rows.filter(({ call }) => declared[call]?.effect === 'read')
const inputs = new Map<Row, Input>()
let raised: Map<string, string>

// The balance of an entry has no limit of its own, only that of its account.
const given = { 'ledger_entries.balance': '10000000000000' }

beforeAll(async () => {
  const { world } = stage
  for (const row of rows.filter((row) => !reading.includes(row)))
    await row.make?.(world).catch(() => undefined)
  // A new connection to MoySklad replaces the previous one together with its items.
  const ordered = reading.toSorted((one, other) => Number(isItem(one)) - Number(isItem(other)))
  for (const row of ordered) inputs.set(row, (await row.make?.(world)) ?? {})
  raised = await pastTriggers(test_.root, async (transaction) => {
    await fill(transaction)
    return raiseNumbers(transaction, given)
  })
}, 120_000)

const isItem = ({ call }: Row) => call === 'moySkladItems.get'

/** Inserts many rows of the values that are summed. */
async function fill(transaction: Transaction<Tables>): Promise<void> {
  const { companyId } = stage.world.db
  const { staff, owner } = stage.world.people
  const earners = [staff.id, owner.id]
  for (const owner of ['tasks', 'rewards', 'orders'] as const) await copyRows(transaction, owner, 50)
  await sql`update orders set price = 1000000000, quantity = 1000, total = 1000000000000`.execute(transaction)
  await sql`
    insert into ledger_entries (company_id, ledger, user_id, amount, number, kind, approved_by, approver_type, created_at)
    select company_id, ledger, user_id, way, 1000000 + way * number, case when way > 0 then 'bonus' else 'fine' end,
      ${owner.id}, 'owner', now()
    from accounts cross join generate_series(1, ${entries}::int4) as number cross join (values (1), (-1)) as each (way)
    where company_id = ${companyId} and user_id = any(${earners}::int8[])`.execute(transaction)
  await sql`update accounts set entries = 1 where entries = 0`.execute(transaction)
  // A plan would limit the packed pieces of all rows.
  await sql`update supply_products set planned = null, position = null`.execute(transaction)
  await sql`
    insert into points_days (company_id, user_id, day, points)
    select company_id, id, day, 1 from users cross join generate_series(now() - interval '40 days', now(), '1 day') as day
    on conflict do nothing`.execute(transaction)
  const { rows: products } = await sql<{ id: number }>`
    select id from products where company_id = ${companyId} limit 1`.execute(transaction)
  for (const table of ['stat_days', 'stat_product_days', 'stat_hours'] as const) {
    const isDays = table === 'stat_days'
    const more = isDays ? sql`` : sql`, product_id ${table === 'stat_hours' ? sql`, hour` : sql``}`
    const values = isDays
      ? sql``
      : sql`, ${products[0]?.id}::int8 ${table === 'stat_hours' ? sql`, 9` : sql``}`
    const columns = sql.join(statColumns.map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (company_id, user_id, day, warehouse_id ${more}, ${columns})
      select company_id, id, day, 0 ${values}, ${sql.join(statColumns.map(() => sql`1`))}
      from users cross join generate_series('2025-10-01'::date, '2025-11-30', '1 day') as day
      where company_id = ${companyId} and id = any(${earners}::int8[])`.execute(transaction)
  }
}

const statColumns = [
  'tasks_done',
  'units',
  'norm_seconds',
  'spent_seconds',
  'task_seconds',
  'worked_seconds',
  'on_shift_seconds',
  'money',
  'coins',
  'returns',
  'late_days',
  'orders',
]

const ask_ = (caller: Caller, call: string, input: Input) => {
  const found = declared[call]
  if (!found) throw new Error(`There is no call ${call}`)
  return ask(stage.clients[caller], found, input)
}

const isAnswered = (row: Row, caller: Caller) => (row.expect[callers.indexOf(caller)] ?? 500) < 300
const nameOf = ({ call, case: kind }: Row) => [call, kind].filter(Boolean).join(' ')

describe.each(['staff', 'owner'] as const)('%s', (caller) => {
  const asked = reading.filter((row) => isAnswered(row, caller)).map((row) => ({ name: nameOf(row), row }))

  test.each(asked)('$name succeeds', async ({ row }) => {
    const answer = await ask_(caller, row.call, inputs.get(row) ?? {})
    expect([answer.statusCode, answer.body]).toEqual([declared[row.call]?.success, answer.body])
  })

  const lists = asked.filter(({ row }) => 'isList' in (declared[row.call] ?? {}))
  test.each(lists)('$name returns a file', async ({ row }) => {
    const answer = await ask_(caller, row.call, { ...inputs.get(row), query: '?format=csv' })
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  })
})

const figures = statMetrics.filter((metric) => metric !== 'norm_percent')

describe('a sum that is too large is returned as the largest number', () => {
  const ends = Object.fromEntries(figures.map((metric) => [metric, maxSum]))

  test.each(['money', 'coins'] as const)('in a ledger: %s', async (ledger) => {
    for (const body of [
      {},
      { search: '' },
      { ...month, date_to: '2199-01-01' },
      { kind: ['bonus', 'fine'] },
    ]) {
      const { body: answer } = await ask_('owner', `${ledger}.list`, { body })
      expect(answer.totals).toMatchObject({ in: maxSum, out: maxSum })
    }
  })

  test('in totals of tasks', async () => {
    const { body } = await ask_('owner', 'tasks.list', {})
    const sums = { quantity: maxSum, quantity_done: maxSum, money: maxSum, coins: maxSum }
    expect(body.totals).toEqual(sums)
  })

  test('in figures of the requested and the previous days', async () => {
    const { body } = await ask_('owner', 'stats.find', { body: month })
    expect(body.stats).toMatchObject({ ...ends, previous: ends })
  })

  test('in costs', async () => {
    const { body } = await ask_('owner', 'stats.cost', { body: month })
    expect(body.cost).toMatchObject({ money: maxSum, coins: maxSum, previous: { money: maxSum } })
  })

  test('in the team', async () => {
    const { body } = await ask_('owner', 'stats.command', { body: month })
    expect(body.team).toContainEqual(
      expect.objectContaining({ points: maxSum, money: maxSum, units: maxSum }),
    )
  })

  test.each(statGroups)('in points of a graph by %s', async (group) => {
    for (const metric of statMetrics) {
      const answer = await ask_('owner', 'stats.graph', { body: { ...month, metric, group, compare: true } })
      expect(answer.statusCode).toBe(200)
      if (metric === 'norm_percent') continue
      const { series } = answer.body.graph as AnswerOf<typeof stats.graph>['graph'] // the declared type
      const largest = (values: readonly (number | null)[] | null = []) =>
        Math.max(...(values ?? []).map(Number))
      expect(series.map(({ values, previous }) => [largest(values), largest(previous)])).toEqual([
        [maxSum, maxSum],
      ])
    }
  })

  test.each(rowMetrics)('without breaking the rows of %s', async (metric) => {
    for (const by of [undefined, 'person']) {
      const answer = await ask_('owner', 'stats.rows', { body: { ...month, metric, by } })
      const isOffered = by === undefined || statMetrics.some((name) => name === metric)
      expect([metric, by, answer.statusCode]).toEqual([metric, by, isOffered ? 200 : 422])
    }
  })
})

test('numbers have the largest value that their constraints allow', () => {
  expect(Object.fromEntries(raised)).toMatchObject({
    'accounts.balance': '10000000000000',
    'ledger_entries.amount': '20000000000000',
    'tasks.money': '100000000000',
    'tasks.coins': '1000000000',
    'rewards.money': '100000000000',
    'stat_days.money': '9223372036854775807',
    'task_totals.money': '1e40',
  })
})

// Columns that the contract reads as `sum` or does not read. A new column needs either a constraint or a line
// here.
const sums = [
  'accounts.credited',
  'ledger_entries.credited',
  'points_days.points',
  'achievement_events.points',
  'shop_months.bought',
  'product_totals.products',
  'supply_products.packed',
  'supply_packers.units',
  'supply_boxes.units_count',
  'supply_boxes.planned_count',
  'achievement_books.judged',
  'totp_factors.last_step',
  'media_usage.bytes',
  'moysklad_cursors.bytes',
  'moysklad_cursors.items',
  'person_media_usage.bytes',
  'imports.kept_bytes',
]

test('only sums exceed the largest number of a response', () => {
  const larger = [...raised].filter(([, value]) => Number(value) > maxSum).map(([key]) => key)
  expect(larger.filter((key) => !/^(stat_|task_totals)/.test(key)).toSorted()).toEqual(sums.toSorted())
})
