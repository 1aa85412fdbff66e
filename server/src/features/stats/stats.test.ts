import type { Costs, StatRow } from '@artel/contract/stats/stats'
import { type RowMetric, statMetrics } from '@artel/contract/stats/stats.metrics'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { fieldsOf } from '../../testing/client.ts'
import {
  buildEntry,
  buildProduct,
  buildShift,
  buildTask,
  buildUser,
  buildWarehouse,
} from '../../testing/rows/build.ts'
import { buildBox, buildItem, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()

let { db, people, as } = {} as Team // filled before each test
const month = { date_from: '2026-11-01', date_to: '2026-11-30' }
// A Monday, 12:00 in the company.
const present = '2026-11-16T09:00:00.000Z'

beforeEach(async () => {
  stopClockAt(present)
  ;({ db, people, as } = await buildTeam(test_))
})
afterEach(() => stopClockAt(null))

const done = (finished_at: string, fields: object = {}, team = { db, people }) =>
  buildTask(team.db, team.people.admin, {
    status: 'done',
    user_id: team.people.staff.id,
    quantity: 10,
    quantity_done: 10,
    started_at: finished_at,
    finished_at,
    ...fields,
  })

/** Returns an answer. The server has already checked its shape. */
// biome-ignore lint/suspicious/noExplicitAny: what a call answers is read field by field below
const ask = async (call: string, body: object, client = as.admin): Promise<any> => {
  const { statusCode, body: answer } = await client.post(`/stats${call}`, body)
  expect([statusCode, answer.message]).toEqual([200, undefined])
  return answer
}

test('compares an unfinished period with the same part of the previous days', async () => {
  // In the month before, 12:00 on October 16 corresponds to the present time.
  await done('2026-10-16T08:59:00.000Z')
  await done('2026-10-16T09:01:00.000Z')
  await done('2026-10-20T09:00:00.000Z')
  await done('2026-11-16T08:59:00.000Z')
  const { stats, period } = await ask('', month)
  expect([stats.tasks_done, stats.previous.tasks_done]).toEqual([1, 1])
  expect(period).toEqual({
    date_from: '2026-11-01',
    date_to: '2026-11-30',
    today: '2026-11-16',
    previous_from: '2026-10-01',
    previous_to: '2026-10-16',
    cut_at: '2026-10-16T09:00:00.000Z',
  })
  const { previous_from: date_from, previous_to: date_to, cut_at } = period
  const { total, rows } = await ask('/rows', { date_from, date_to, cut_at, metric: 'tasks_done' })
  expect([total, rows.length]).toEqual([1, 1])
  const { graph } = await ask('/graph', { ...month, metric: 'tasks_done', group: 'day', compare: true })
  expect(graph.series[0].previous.slice(14, 18)).toEqual([0, 1, null, null])
})

test('counts the last of the previous days up to the same time', async () => {
  const span = (day: string, from: string, to: string) =>
    buildShift(db, people.staff, {
      day,
      started_at: `${day}T${from}:00.000Z`,
      ended_at: `${day}T${to}:00.000Z`,
    })
  await done('2026-10-16T09:00:00.000Z')
  await span('2026-10-16', '06:00', '08:00')
  await span('2026-10-16', '08:30', '10:00')
  // The first instant of the next day, and more of that day.
  await done('2026-10-16T21:00:00.000Z')
  await span('2026-10-17', '06:00', '07:00')
  const { stats } = await ask('', month)
  expect(stats.previous).toMatchObject({ tasks_done: 1, worked_seconds: 7200 })
})

test('compares a finished week with the week before', async () => {
  await done('2026-10-31T20:59:59.999Z')
  const days = { date_from: '2026-11-01', date_to: '2026-11-07' }
  const { stats, period } = await ask('', days)
  expect(stats.previous.tasks_done).toBe(1)
  expect(period).toMatchObject({ previous_from: '2026-10-25', previous_to: '2026-10-31', cut_at: null })
})

test('a month is the sum of its days, its weeks and its hours', async () => {
  for (const day of ['01', '08', '09', '15', '16']) await done(`2026-11-${day}T05:30:00.000Z`)
  const asked = { ...month, metric: 'units', compare: false }
  for (const [group, values] of [
    ['month', [50]],
    ['week', [10, 10, 20, 10, 0, 0]],
  ] as const) {
    const { graph } = await ask('/graph', { ...asked, group })
    expect(graph.series).toEqual([{ user: null, values, previous: null }])
  }
  const days = (await ask('/graph', { ...asked, group: 'day' })).graph.series[0].values
  expect([days.length, days[0], days[7], days[29]]).toEqual([30, 10, 10, 0])
  const hours = (await ask('/graph', { ...asked, group: 'hour' })).graph
  expect(hours.labels[8]).toBe('2026-11-01T08')
  expect([hours.series[0].values.length, hours.series[0].values[8]]).toEqual([720, 10])
})

test('staff see only their own figures, also without a user in the request', async () => {
  const other = await buildUser(test_.root, db, 'staff')
  await done(present)
  await done(present, { user_id: other.id, quantity_done: 3 })
  await buildEntry(db, people.staff, { amount: 700 })
  expect((await ask('', month, as.staff)).stats).toMatchObject({ tasks_done: 1, units: 10, money: 700 })
  expect((await ask('', month)).stats).toMatchObject({ tasks_done: 2, units: 13 })
  const series = { ...month, metric: 'units', group: 'month' }
  const own = { user: { id: people.staff.id, full_name: 'Дарья Климова', avatar: null }, values: [10] }
  expect((await ask('/graph', series, as.staff)).graph.series).toEqual([{ ...own, previous: null }])
  const both = await ask('/graph', { ...series, user_ids: [other.id, people.staff.id] })
  expect(both.graph.series.map(({ values }: { values: number[] }) => values)).toEqual([[3], [10]])
  for (const [call, body] of [
    ['', { ...month, user_id: other.id }],
    ['/graph', { ...series, metric: 'money', user_ids: [other.id] }],
    ['/rows', { ...month, metric: 'money', user_id: other.id }],
    ['/rows', { ...month, metric: 'money', by: 'person' }],
    ['/best', { user_id: other.id }],
    ['/products', { ...month, user_id: other.id }],
  ] as const) {
    expect((await as.staff.post(`/stats${call}`, body)).statusCode).toBe(403)
  }
  const board = await as.staff.post('/stats/command', month)
  expect(board.raw.body).not.toContain('money')
  expect((await as.staff.post('/stats/command?sort_by=money', month)).statusCode).toBe(422)
  const file = await as.staff.post('/stats/command?format=csv', month)
  expect([file.statusCode, file.raw.body.includes('Деньги')]).toEqual([200, false])
  expect((await as.admin.post('/stats/command?format=csv', month)).raw.body).toContain('Деньги')
})

test('staff compare colleagues only by the figures of their team table', async () => {
  const statusOf = async (metric: RowMetric, client = as.staff) =>
    (await client.post('/stats/rows', { ...month, metric, by: 'person' })).statusCode
  const [mate] = (await ask('/command', month, as.staff)).team
  for (const metric of statMetrics) {
    expect([metric, await statusOf(metric)]).toEqual([metric, metric in mate ? 200 : 403])
    expect([metric, await statusOf(metric, as.admin)]).toEqual([metric, 200])
  }
  expect(['orders', 'money'].filter((metric) => metric in mate)).toEqual([])
  // Staff can still see their own orders.
  expect(await ask('/rows', { ...month, metric: 'orders' }, as.staff)).toMatchObject({ rows: [], total: 0 })
})

test('a number opens its rows, and each row names its source', async () => {
  const task = await done(present, { title: 'Плед', norm_seconds: 300, spent_seconds: 150 })
  await db
    .insert('task_times', {
      task_id: task,
      user_id: people.staff.id,
      seconds: 600,
      started_at: '2026-11-16T06:00:00.000Z',
      ended_at: '2026-11-16T06:10:00.000Z',
    })
    .execute()
  const entry = await buildEntry(db, people.staff, {
    kind: 'task',
    key: `task:${task}:done`,
    source_type: 'task',
    source_id: task,
    created_at: present,
  })
  const rowsOf = async (metric: string) => {
    const { rows, total } = await ask('/rows', { ...month, metric })
    const [row] = rows as StatRow[]
    return [row?.source, row?.id, row?.task_id, row?.title, row?.hour, row?.value, total]
  }
  expect(await rowsOf('units')).toEqual(['task', task, task, 'Плед', 12, 10, 10])
  expect(await rowsOf('norm_percent')).toEqual(['task', task, task, 'Плед', 12, 200, 200])
  expect(await rowsOf('task_seconds')).toEqual(['time', expect.any(Number), task, 'Плед', 9, 600, 600])
  expect(await rowsOf('money')).toEqual(['entry', entry, task, 'Плед', 12, 500, 500])
  const csv = await as.owner.post('/stats/rows?format=csv', { ...month, metric: 'units' })
  expect(csv.raw.body).toContain('Плед')
})

test('the total is known even with more rows than are counted', async () => {
  await sql`
    insert into tasks (company_id, title, status, quantity, quantity_done, user_id, requires_review, created_by, priced_by,
      created_at, started_at, finished_at)
    select ${db.companyId}, 'Плед', 'done', 10, 10, ${people.staff.id}, false, ${people.admin.id}, ${people.admin.id}, at, at, at
    from generate_series(1, 10050), (select ${present}::timestamptz as at) as moment`.execute(test_.root)
  const { rows, total, pagination } = await ask('/rows', { ...month, metric: 'units' })
  expect([rows.length, total, pagination.exact]).toEqual([25, 100_500, false])
  const cut = { ...month, date_to: '2026-11-16', metric: 'units', cut_at: '2026-11-16T08:00:00.000Z' }
  expect(await ask('/rows', cut)).toMatchObject({ rows: [], total: 0, pagination: { exact: true } })
  // The daily sums include the work after `cut_at`, so the server subtracts that work.
  await done('2026-11-16T09:02:00.000Z')
  const cutLater = { ...cut, cut_at: '2026-11-16T09:01:00.000Z' }
  expect(await ask('/rows', cutLater)).toMatchObject({ total: 100_500, pagination: { exact: false } })
})

test('a median opens the people from whom it is computed', async () => {
  const other = await buildUser(test_.root, db, 'staff', { first_name: 'Ян' })
  await done(present)
  await done(present, { user_id: other.id, quantity_done: 4 })
  const { medians, leagues } = await ask('/command', month)
  expect([medians.units, medians.norm_percent, leagues.bronze]).toEqual([4, null, 2])
  const behind = await ask('/rows?sort_by=value', { ...month, metric: 'units', by: 'person' })
  expect(behind.rows.map(({ source, id, value }: StatRow) => [source, id, value])).toEqual([
    ['person', people.staff.id, 10],
    ['person', other.id, 4],
  ])
  expect([behind.median, behind.total]).toEqual([4, 14])
})

test('a fact without a warehouse counts at the warehouse of its person', async () => {
  const [here, there] = [await buildWarehouse(db), await buildWarehouse(db)]
  await db.update('users', { warehouse_id: here }).where('id', '=', people.staff.id).execute()
  await buildShift(db, people.staff)
  await done(present, { warehouse_id: there })
  expect((await ask('', { ...month, warehouse_id: here })).stats).toMatchObject({
    worked_seconds: 28_800,
    tasks_done: 0,
  })
  expect((await ask('', { ...month, warehouse_id: there })).stats).toMatchObject({
    worked_seconds: 0,
    tasks_done: 1,
  })
  // A person who has worked there is on its board, too.
  const { team } = await ask('/command', { ...month, warehouse_id: there })
  expect(team).toMatchObject([{ user: { id: people.staff.id }, tasks_done: 1, worked_seconds: 0 }])
})

test('shows the best day, week and month, the first one if several are equal', async () => {
  for (const at of ['2026-09-30T09:00:00.000Z', '2026-10-05T09:00:00.000Z', '2026-10-11T09:00:00.000Z']) {
    await done(at)
  }
  const { best } = await ask('/best', {}, as.staff)
  expect(best[1]).toEqual({
    metric: 'units',
    day: { value: 10, date_from: '2026-09-30', date_to: '2026-09-30' },
    week: { value: 20, date_from: '2026-10-05', date_to: '2026-10-11' },
    month: { value: 20, date_from: '2026-10-01', date_to: '2026-10-31' },
  })
  expect(best[4]).toEqual({ metric: 'money', day: null, week: null, month: null })
})

test('counts people on shift by hour, averaged over the days so far', async () => {
  // Two of the three Mondays have come. On one of them, a person was on shift from 9:30 to 11:00.
  const span = { started_at: '2026-11-09T06:30:00.000Z', ended_at: '2026-11-09T08:00:00.000Z' }
  await buildShift(db, people.staff, { ...span, day: '2026-11-09' })
  // The product ended this shift, and nobody has confirmed its end yet.
  const unconfirmed = { source: 'auto', punched_started_at: span.started_at, confirmed: false } as const
  await buildShift(db, people.admin, { ...span, day: '2026-11-09', ...unconfirmed })
  const days = { date_from: '2026-11-09', date_to: '2026-11-23' }
  const { heat } = await ask('/heat', days)
  expect(heat.days).toEqual([2, 1, 1, 1, 1, 1, 1])
  const cellOf = (hour: number) => heat.cells[hour]
  expect([cellOf(9), cellOf(10), cellOf(11)]).toEqual([
    { weekday: 1, hour: 9, seconds: 1800, people: 0.25 },
    { weekday: 1, hour: 10, seconds: 3600, people: 0.5 },
    { weekday: 1, hour: 11, seconds: 0, people: 0 },
  ])
  const { total } = await ask('/rows', { ...days, metric: 'on_shift_seconds', weekday: 1, hour: 9 })
  expect(total).toBe(1800)
})

test('shows the owner the cost of a piece, a box and a supply', async () => {
  const supply = await buildSupply(db, { status: 'packing' })
  for (const sealed_at of ['2026-11-10T09:00:00.000Z', '2026-11-11T09:00:00.000Z']) {
    const box = await buildBox(db, supply)
    await buildItem(db, supply, box, { quantity: 1 })
    await db.update('supply_boxes', { sealed_at, sealed_by: people.staff.id }).where('id', '=', box).execute()
  }
  await done(present)
  await buildEntry(db, people.staff, { amount: 1001 })
  const { cost } = (await ask('/cost', month, as.owner)) as { cost: Costs }
  expect(cost).toMatchObject({
    money: 1001,
    units: 10,
    boxes: 2,
    supplies: 1,
    per_unit: 100,
    per_box: 501,
    per_supply: 1001,
    previous: { money: 0, boxes: 0, per_unit: null },
  })
  for (const [metric, count] of Object.entries({ boxes: 2, supplies: 1 })) {
    const { rows, total } = await ask('/rows', { ...month, metric }, as.owner)
    expect([rows.length, total, rows[0].supply_id]).toEqual([count, count, supply])
  }
})

test('exports a graph as a table with a column per series and for the previous days', async () => {
  await done('2026-11-02T09:00:00.000Z')
  await done('2026-10-14T09:00:00.000Z', { quantity_done: 4 })
  const asked = { ...month, metric: 'units', group: 'week', compare: true, format: 'csv' }
  const lines = async (body: object) => {
    const { raw } = await as.admin.post('/stats/graph/file', body)
    expect(raw.headers['content-disposition']).toContain('.csv')
    return raw.body.replace('\ufeff', '').trim().split('\r\n')
  }
  const weeks = await lines(asked)
  expect(weeks[0]).toBe('С;По;Штук;Штук, раньше')
  expect(weeks.slice(1, 4)).toEqual([
    '01.11.2026;01.11.2026;0;0',
    '02.11.2026;08.11.2026;10;0',
    '09.11.2026;15.11.2026;0;4',
  ])
  const one = { ...asked, user_ids: [people.staff.id], group: 'hour', compare: false, date_to: '2026-11-02' }
  const hours = await lines(one)
  expect(hours[0]).toBe('С;По;Час;Дарья Климова')
  expect(hours[24 + 13]).toBe('02.11.2026;02.11.2026;12;10')
  expect((await as.staff.post('/stats/graph/file', { ...asked, format: 'pdf' })).statusCode).toBe(422)
})

test('exports costs as a table', async () => {
  await done(present)
  await buildEntry(db, people.staff, { amount: 1001 })
  const { raw } = await as.owner.post('/stats/cost/file', { ...month, format: 'csv' })
  expect(raw.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Что;Деньги;Количество;Цена одной;Деньги раньше;Количество раньше;Цена одной раньше',
    'Штука;10,01;10;1,00;0,00;0;',
    'Короб;10,01;0;;0,00;0;',
    'Поставка;10,01;0;;0,00;0;',
  ])
})

test('shows figures by product', async () => {
  const [one, other] = [await buildProduct(db, { name: 'Плед' }), await buildProduct(db)]
  await done(present, { product_id: one, norm_seconds: 100, spent_seconds: 200 })
  await done(present, { product_id: other, quantity_done: 4 })
  await done(present)
  const { products, pagination } = await ask('/products', month)
  expect(products.map(({ product, units, norm_percent }: never) => [product, units, norm_percent])).toEqual([
    [expect.objectContaining({ id: one, name: 'Плед' }), 10, 50],
    [expect.objectContaining({ id: other }), 4, null],
  ])
  expect(pagination.total).toBe(2)
  expect((await as.staff.post('/stats/products?format=xlsx', month)).statusCode).toBe(200)
})

test.each([
  ['', { date_from: '2026-02-30' }, 'date_from'],
  ['', { date_to: 'infinity' }, 'date_to'],
  ['', { date_from: 'today', date_to: 'yesterday' }, 'date_to'],
  ['', { date_from: '1926-11-01' }, 'date_to'],
  ['', { user_id: 0 }, 'user_id'],
  ['/graph', { metric: 'units', group: 'hour', date_from: '1926-11-01' }, 'date_to'],
  ['/graph', { metric: 'units', group: 'hour', date_from: '2026-09-01' }, 'date_to'],
  ['/graph', { metric: 'price', group: 'day' }, 'metric'],
  ['/graph', { metric: 'units', group: 'year' }, 'group'],
  ['/graph', { metric: 'units', group: 'day', user_ids: [1, 2, 3, 4, 5, 6, 7] }, 'user_ids'],
  ['/graph', { metric: 'units', group: 'day', user_ids: [999_999_999] }, 'user_ids.0'],
  ['/rows', { metric: 'units', hour: 24 }, 'hour'],
  ['/rows', { metric: 'units', weekday: 0 }, 'weekday'],
  ['/rows', { metric: 'boxes', by: 'person' }, 'by'],
  ['/rows', { metric: 'on_shift_seconds', by: 'person' }, 'metric'],
  ['/heat', { date_from: '2025-01-01' }, 'date_to'],
  ['/cost', { product_id: 1 }, 'product_id'],
])('bad input to stats%s: %j is refused at its field', async (call, body, field) => {
  expect(fieldsOf(await as.owner.post(`/stats${call}`, { ...month, ...body }))).toEqual([422, field])
})

test('previous days contain nothing of another company', async () => {
  const theirs = await buildTeam(test_)
  for (const team of [theirs, { db, people }]) {
    // The first task is before the cut at 12:00; the rest is after it.
    for (const finished_at of ['2026-10-16T08:59:00.000Z', '2026-10-17T09:01:00.000Z'])
      await done(finished_at, {}, team)
    await buildShift(team.db, team.people.staff, {
      day: '2026-10-16',
      started_at: '2026-10-16T09:00:00.000Z',
      ended_at: '2026-10-16T10:00:00.000Z',
    })
  }
  const { stats } = await ask('', month)
  expect(stats.previous).toMatchObject({ tasks_done: 1, units: 10, worked_seconds: 0 })
})

test('nothing of another company is counted, whatever the filter', async () => {
  const theirs = await buildTeam(test_)
  const [warehouse_id, product_id] = [await buildWarehouse(db), await buildProduct(db)]
  await done(present, { warehouse_id, product_id })
  const user_id = people.staff.id
  for (const filter of [{}, { user_id }, { warehouse_id }, { product_id }]) {
    const { stats } = await ask('', { ...month, ...filter }, theirs.as.owner)
    expect([stats.tasks_done, stats.units]).toEqual([0, 0])
    const { rows, total } = await ask('/rows', { ...month, ...filter, metric: 'units' }, theirs.as.owner)
    expect([rows, total]).toEqual([[], 0])
    expect((await ask('/products', { ...month, ...filter }, theirs.as.owner)).products).toEqual([])
  }
  expect((await ask('/best', { user_id }, theirs.as.owner)).best[0].day).toBeNull()
})
