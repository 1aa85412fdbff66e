import type { Teammate } from '@artel/contract/stats/stats'
import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { fieldsOf, type TestClient } from '../../testing/client.ts'
import { buildShift, buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()

let db: Team['db']
let people: Team['people']
let as: Team['as']
/** Six more colleagues, in the order of their names. */
let colleagues: number[]

const month = { date_from: '2026-11-01', date_to: '2026-11-30' }

beforeEach(async () => {
  stopClockAt('2026-11-16T09:00:00.000Z')
  ;({ db, people, as } = await buildTeam(test_))
  colleagues = []
  for (const first_name of ['Алина', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор']) {
    colleagues.push((await buildUser(test_.root, db, 'staff', { first_name, last_name: 'Орлова' })).id)
  }
  return () => stopClockAt(null)
})

const bonus = (user_id: number, amount: number) => as.owner.post('/coins', { user_id, amount, kind: 'bonus' })
const board = async (client: TestClient, body: object = {}, query = '') =>
  (await client.post(`/stats/command${query}`, { ...month, ...body })).body as {
    team: Teammate[]
    pagination: { total: number; pages: number }
  }

test('shows what each user has done within the days', async () => {
  const id = people.staff.id
  const done = { status: 'done', user_id: id, norm_seconds: 600, quantity: 10 } as const
  const at = '2026-11-16T08:00:00.000Z'
  await buildTask(db, people.admin, {
    ...done,
    quantity_done: 10,
    spent_seconds: 500,
    started_at: at,
    finished_at: at,
  })
  await buildTask(db, people.admin, {
    ...done,
    quantity_done: 5,
    spent_seconds: 250,
    started_at: at,
    finished_at: at,
  })
  const before = '2026-10-31T20:59:59.000Z'
  await buildTask(db, people.admin, { ...done, quantity_done: 9, started_at: before, finished_at: before })
  await buildShift(db, people.staff)
  await bonus(id, 1500)
  await as.owner.post('/money', { user_id: id, amount: 5000, kind: 'bonus' })
  const { body } = await as.owner.post('/money', { user_id: id, amount: 700, kind: 'bonus' })
  const [wrong] = body.money as { id: number }[]
  await as.owner.post(`/money/${wrong?.id}/reverse`, { comment: 'Ошибка' })
  await as.owner.post('/money', { user_id: id, amount: 1000, kind: 'payout' })
  const told = {
    user: { id, full_name: 'Дарья Климова', avatar: null },
    points: 1500,
    league: 'gold',
    rank: 1,
    tasks_done: 2,
    units: 15,
    norm_percent: 120,
    worked_seconds: 28_800,
    coins: 1500,
    rank_before: 1,
    task_seconds: 0,
    returns: 0,
    late_days: 0,
  }
  expect((await board(as.admin)).team[0]).toEqual({ ...told, money: 5000 })
  expect((await board(as.staff)).team[0]).toEqual(told)
})

test('ranks by points, gives equal points the same rank, and paginates', async () => {
  await bonus(colleagues[2]!, 30)
  await bonus(colleagues[0]!, 20)
  await bonus(colleagues[1]!, 20)
  const { team, pagination } = await board(as.admin, {}, '?limit=4')
  expect(team.map(({ rank, points }) => [rank, points])).toEqual([
    [1, 30],
    [2, 20],
    [2, 20],
    [4, 0],
  ])
  expect(pagination).toMatchObject({ total: 7, pages: 2 })
  expect((await board(as.admin, {}, '?limit=4&page=2')).team).toHaveLength(3)
  expect(await board(as.admin, {}, '?limit=4&page=9')).toMatchObject({ team: [], pagination: { total: 7 } })
})

test('shows five users above a person and five below', async () => {
  for (const [index, id] of colleagues.entries()) await bonus(id, 100 - index)
  for (let more = 0; more < 6; more += 1)
    await bonus((await buildUser(test_.root, db, 'staff')).id, 10 - more)
  await bonus(people.staff.id, 50)
  const { team, pagination } = await board(as.staff, { around: people.staff.id })
  expect(team.map(({ rank }) => rank)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(team[5]?.user.id).toBe(people.staff.id)
  expect(pagination.total).toBe(13)
})

test('a user who opted out is hidden from colleagues, but not from admins and themself', async () => {
  const hidden = colleagues[0]!
  await db
    .update('users', { settings: JSON.stringify({ hide_from_boards: true }) as never })
    .where('id', '=', hidden)
    .execute()
  await bonus(hidden, 90)
  await bonus(people.staff.id, 50)
  const seen = (await board(as.staff)).team
  expect(seen.map(({ user }) => user.id)).not.toContain(hidden)
  // The ranks do not reveal the hidden person.
  expect(seen[0]).toMatchObject({ user: { id: people.staff.id }, rank: 1 })
  expect((await board(as.admin)).team[0]).toMatchObject({ user: { id: hidden }, points: 90 })
  await as.staff.send('PUT', '/settings', { parent: 'user', settings: { hide_from_boards: true } })
  expect((await board(as.staff)).team[0]).toMatchObject({ user: { id: people.staff.id } })
})

test.each([
  [{ date_from: 'x' }, 'date_from'],
  [{ date_to: undefined }, 'date_to'],
  [{ date_from: '2026-11-30', date_to: '2026-11-01' }, 'date_to'],
  [{ warehouse_id: 0 }, 'warehouse_id'],
  [{ around: '1' }, 'around'],
  [{ user_id: 1 }, 'user_id'],
])('bad input %j is refused at its field', async (body, field) => {
  expect(fieldsOf(await as.staff.post('/stats/command', { ...month, ...body }))).toEqual([422, field])
})

test('lists the active users of the own company, also of one warehouse', async () => {
  const stranger = await buildTeam(test_)
  expect((await board(stranger.as.owner)).team).toHaveLength(1)
  expect((await board(stranger.as.owner, { around: people.staff.id })).team).toEqual([])
  await db.update('users', { status: 'archived' }).where('id', '=', colleagues[5]!).execute()
  const place = await db.from('warehouses').select('id').executeTakeFirstOrThrow()
  await db.update('users', { warehouse_id: place.id }).where('id', '=', colleagues[0]!).execute()
  expect((await board(as.admin)).pagination.total).toBe(6)
  expect((await board(as.admin, { warehouse_id: place.id })).team.map(({ user }) => user.id)).toEqual([
    colleagues[0],
  ])
})

test('hides from staff which warehouse a colleague belongs to, but not where work was done', async () => {
  const [colleague = 0, worker = 0] = colleagues
  const place = await db.from('warehouses').select('id').executeTakeFirstOrThrow()
  await db.update('users', { warehouse_id: place.id }).where('id', '=', colleague).execute()
  await bonus(colleague, 70)
  const at = '2026-11-16T08:00:00.000Z'
  await buildTask(db, people.admin, {
    status: 'done',
    user_id: worker,
    warehouse_id: place.id,
    quantity: 10,
    quantity_done: 10,
    spent_seconds: 500,
    started_at: at,
    finished_at: at,
  })
  const seen = async (client: TestClient, body: object = {}) =>
    (await board(client, { warehouse_id: place.id, ...body })).team.map(({ user }) => user.id)
  expect(await seen(as.admin)).toEqual([colleague, worker])
  expect(await seen(as.staff)).toEqual([worker])
  const rows = await as.staff.post('/stats/rows', {
    ...month,
    warehouse_id: place.id,
    metric: 'tasks_done',
    by: 'person',
  })
  expect(rows.statusCode).toBe(200)
  const told = JSON.stringify(rows.body)
  expect([worker, colleague].map((id) => told.includes(`"id":${id},`))).toEqual([true, false])
  // A person may learn their own warehouse.
  await db.update('users', { warehouse_id: place.id }).where('id', '=', people.staff.id).execute()
  expect(await seen(as.staff)).toEqual([worker, people.staff.id])
})
