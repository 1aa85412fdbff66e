import { beforeEach, expect, test } from 'vitest'
import { moveClock, stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { buildAchievement, buildEntry, buildReward, buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildOrder } from '../../testing/rows/shop.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()

let db: Team['db']
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  return () => {
    stopClockAt(null)
    moveClock(0)
  }
})

type Row = { id: number; amount: number }
const give = (client: TestClient, body: object, ledger = 'money') =>
  client.post(`/${ledger}`, { user_id: people.staff.id, kind: 'bonus', ...body })
const list = async (client: TestClient, filters: object = {}, ledger = 'money', query = '') =>
  (await client.post(`/listing/${ledger}${query}`, filters)).body as Record<string, Row[]> & {
    totals: { in: number; out: number; balance: number }
    pagination: { total: number; exact: boolean }
  }

test('shows staff only their own entries, whatever their filter', async () => {
  const other = await buildUser(test_.root, db, 'staff')
  await give(as.admin, { amount: 5 })
  await give(as.admin, { user_id: other.id, amount: 9 })
  expect(await list(as.staff)).toMatchObject({
    money: [{ user_id: people.staff.id }],
    totals: { in: 5, out: 0, balance: 5 },
    pagination: { total: 1 },
  })
  expect(await list(as.staff, { user_id: other.id })).toMatchObject({
    money: [],
    totals: { in: 0, out: 0, balance: 0 },
    pagination: { total: 0 },
  })
  expect((await list(as.admin)).totals).toEqual({ in: 14, out: 0, balance: 14 })
})

test('names what an entry came from, also after it was deleted', async () => {
  const { staff, owner } = people
  const ids = {
    task: await buildTask(db, owner, { title: 'Набор «Уют»' }),
    reward: await buildReward(db, staff, owner, { title: 'За порядок' }),
    achievement: await buildAchievement(db, staff, owner),
  }
  for (const [type, id] of Object.entries(ids) as [keyof typeof ids, number][])
    await buildEntry(db, staff, {
      ledger: 'coins',
      kind: type,
      source_type: type,
      source_id: id,
      key: `${type}:${id}`,
    })
  const order = await buildOrder(db, staff)
  await as.owner.send('DELETE', `/rewards/${ids.reward}`)
  const { coins } = await list(as.owner, {}, 'coins')
  const reward = { type: 'reward', id: ids.reward, title: 'За порядок' }
  // The first entry reverses the reward. The credit that pays for the order came from nothing.
  expect((coins as unknown as { source: object }[]).map(({ source }) => source)).toEqual([
    reward,
    { type: 'order', id: order, title: 'Термос' },
    null,
    { type: 'achievement', id: ids.achievement, title: 'racer' },
    reward,
    { type: 'task', id: ids.task, title: 'Набор «Уют»' },
  ])
})

/** Entries of three days. The company is three hours ahead of UTC. */
async function threeDays() {
  const days = ['2026-11-17T20:59:59.999Z', '2026-11-17T21:00:00.000Z', '2026-11-18T21:00:00.000Z']
  for (const [index, at] of days.entries()) {
    stopClockAt(at)
    as = await signInTeam(test_.app, people)
    await give(as.admin, { amount: 100 * (index + 1) })
    await give(as.admin, { amount: 10, kind: 'fine', comment: 'Брак' })
  }
}

test('sums the filtered entries, and gives the balance at the end of their days', async () => {
  await threeDays()
  const day = { date_from: '2026-11-18', date_to: '2026-11-18' }
  expect(await list(as.admin, day)).toMatchObject({
    totals: { in: 200, out: 10, balance: 280 },
    pagination: { total: 2, exact: true },
  })
  expect((await list(as.admin, { date_to: '2026-11-17' })).totals).toEqual({
    in: 100,
    out: 10,
    balance: 90,
  })
  expect((await list(as.admin, { date_from: '2026-11-19' })).totals).toEqual({
    in: 300,
    out: 10,
    balance: 570,
  })
  expect(await list(as.admin, { ...day, kind: 'fine' })).toMatchObject({
    totals: { in: 0, out: 10, balance: 280 },
    pagination: { total: 1 },
  })
  expect((await list(as.admin, { search: 'брак' })).totals).toEqual({ in: 0, out: 30, balance: 570 })
  expect((await list(as.admin, { search: 'климова дарья' })).pagination.total).toBe(6)
  expect((await list(as.admin, { created_by: people.owner.id })).pagination.total).toBe(0)
})

test('a system clock that was set back does not change the order of entries', async () => {
  stopClockAt('2026-11-18T09:00:00.000Z')
  await give(as.admin, { amount: 100 })
  stopClockAt('2026-11-18T08:00:00.000Z')
  const { body } = await give(as.admin, { amount: 50 })
  expect(body.money).toMatchObject([{ balance: 150, created_at: '2026-11-18T09:00:00.000Z' }])
})

test('sorts by amount', async () => {
  for (const amount of [300, 100, 200]) await give(as.admin, { amount })
  const sorted = await list(as.admin, {}, 'money', '?sort_by=amount&direction=asc')
  expect(sorted.money?.map(({ amount }) => amount)).toEqual([100, 200, 300])
})

test.each([
  ['money', ['Премия', '1234567,05', '1234567,05']],
  ['coins', ['Премия', '123456705', '123456705']],
])('the list of %s is exported to a file', async (ledger, row) => {
  await give(as.admin, { amount: 123_456_705, comment: 'За марафон' }, ledger)
  const { raw } = await as.admin.post(`/listing/${ledger}?format=csv`, {})
  const [heads, ...rows] = raw.body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))
  expect(heads?.slice(2, 6)).toEqual(['Сотрудник', 'Вид', 'Сумма', 'Остаток'])
  expect(rows.map((cells) => cells.slice(3, 6))).toEqual([row])
})
