import type { Call } from '@artel/contract/call'
import { largestBalance } from '@artel/contract/ledger/ledger.line'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import type { World } from '../../../testing/access/row.ts'
import { rows } from '../../../testing/access/rows.ts'
import { ask, declared } from '../../../testing/access/world.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, codeOf, TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { buildTask, buildUser } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { countAnswers, times } from '../../../testing/together.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

type Entry = Record<string, unknown> & { id: number }
const entries = async () =>
  (await as.owner.post('/listing/money', { user_id: people.staff.id })).body.money as Entry[]
const balances = async () => {
  const { body } = await as.owner.get(`/users/${people.staff.id}`)
  const { money, coins } = body.user as { money: number; coins: number }
  return { money, coins }
}

const begin = (fields: object) =>
  buildTask(db, people.admin, {
    user_id: people.staff.id,
    status: 'paused',
    started_at: '2026-11-20T06:00:00.000Z',
    ...fields,
  })

test('credits the assignee once when the task is done, however often finish is called', async () => {
  const id = await begin({ money: 10_000, coins: 20 })
  const answers = await times(10, () => as.staff.post(`/tasks/${id}/finish`))
  expect(countAnswers(answers)).toEqual({ 200: 10 })
  expect(await balances()).toEqual({ money: 10_000, coins: 20 })
  const money = await entries()
  expect(money).toMatchObject([
    { kind: 'task', source: { type: 'task', id, title: 'Набор «Уют»' }, created_by: people.staff.id },
  ])
})

test('credits in proportion, rounded down, and posts nothing for no pieces', async () => {
  const third = await begin({ quantity: 3, money: 100, coins: 2 })
  await as.staff.post(`/tasks/${third}/finish`, { quantity_done: 1 })
  expect(await balances()).toEqual({ money: 33, coins: 0 })
  const large = await begin({ quantity: 999_999, money: 100_000_000_000 })
  await as.staff.post(`/tasks/${large}/finish`, { quantity_done: 999_998 })
  expect((await balances()).money).toBe(33 + 99_999_899_999)
  const none = await begin({ quantity: 3, money: 100 })
  await as.staff.post(`/tasks/${none}/finish`, { quantity_done: 0 })
  expect((await entries()).length).toBe(2)
})

test('credits a task with review once, on its approval', async () => {
  const id = await begin({ money: 500, requires_review: true })
  await as.staff.post(`/tasks/${id}/finish`)
  expect((await balances()).money).toBe(0)
  expect(countAnswers(await times(10, () => as.admin.post(`/tasks/${id}/approve`)))).toEqual({ 200: 10 })
  expect((await balances()).money).toBe(500)
  const { body } = await as.staff.post('/listing/notifications')
  const [told] = body.notifications as Record<string, string>[]
  expect(told).toMatchObject({ kind: 'money_received', body: 'Набор «Уют»' })
})

test('takes back the credit of a deleted task once', async () => {
  const id = await begin({ money: 500, coins: 5 })
  await as.staff.post(`/tasks/${id}/finish`)
  const answers = await times(5, () => as.admin.send('DELETE', `/tasks/${id}`))
  expect(countAnswers(answers)).toEqual({ 200: 1, '404 not_found': 4 })
  expect(await balances()).toEqual({ money: 0, coins: 0 })
  const money = await entries()
  expect(money).toMatchObject([
    { kind: 'reversal', amount: -500, comment: 'Набор «Уют»', source: { title: 'Набор «Уют»' } },
    { kind: 'task', amount: 500 },
  ])
  const { body } = await as.staff.post('/listing/notifications', { kind: 'money_received' })
  const [told] = body.notifications as Record<string, string>[]
  expect(told?.title?.replace(/\s/g, ' ')).toBe('Запись отменена: −5 ₽, −5 монет')
})

test('refuses to delete a task whose coins are spent, alone or in bulk', async () => {
  const id = await begin({ money: 500, coins: 5 })
  await as.staff.post(`/tasks/${id}/finish`)
  const other = await begin({ coins: 3 })
  await as.staff.post(`/tasks/${other}/finish`)
  const fine = { user_id: people.staff.id, amount: 4, kind: 'fine', comment: 'Опоздание' }
  await as.admin.post('/coins', fine)
  const before = await fingerprint(test_.root, [db.companyId])
  expect(codeOf(await as.admin.send('DELETE', `/tasks/${id}`))).toEqual([409, 'insufficient_coins'])
  expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  const { body } = await as.admin.post('/tasks/bulk', { ids: [id, other], action: 'delete' })
  expect(body).toMatchObject({ changed: 1, refused: [{ id, code: 'insufficient_coins' }] })
  expect(await balances()).toEqual({ money: 500, coins: 1 })
})

describe('many tasks at once', () => {
  const review = (user_id: number, fields: object) =>
    begin({ user_id, status: 'review', finished_at: '2026-11-20T07:00:00.000Z', quantity_done: 1, ...fields })
  const toldTo = async (client: TestClient) => {
    const { body } = await client.post('/listing/notifications')
    return (body.notifications as Record<string, string>[]).map(({ kind, title, body, url }) => [
      kind,
      title?.replace(/\s/g, ' '),
      body,
      url,
    ])
  }

  test('notify each person once of all that they brought or lost', async () => {
    const other = await buildUser(test_.root, db, 'staff')
    const colleague = await TestClient.signIn(test_.app, other)
    const ids = [
      await review(people.staff.id, { title: 'Кружки', money: 500, coins: 5 }),
      await review(people.staff.id, { title: 'Пледы', money: 250 }),
      await review(people.staff.id, { title: 'Даром', money: 0 }),
      await review(other.id, { title: 'Свечи', coins: 3 }),
    ]
    expect((await as.owner.post('/tasks/bulk', { ids, action: 'approve' })).body.changed).toBe(4)
    const approved = ['money_received', 'Приняты 2 задачи: +7,50 ₽, +5 монет', 'Кружки, Пледы', '/money']
    expect(await toldTo(as.staff)).toEqual([approved])
    const others = ['coins_received', 'Задача принята: +3 монеты', 'Свечи', '/coins']
    expect(await toldTo(colleague)).toEqual([others])
    expect((await as.owner.post('/tasks/bulk', { ids, action: 'delete' })).body.changed).toBe(4)
    expect(await toldTo(as.staff)).toEqual([
      ['money_received', 'Отменены 2 задачи: −7,50 ₽, −5 монет', 'Кружки, Пледы', '/money'],
      approved,
    ])
    expect(await toldTo(colleague)).toEqual([
      ['coins_received', 'Запись отменена: −3 монеты', 'Свечи', '/coins'],
      others,
    ])
    expect(await balances()).toEqual({ money: 0, coins: 0 })
  })

  test('skip those that the account cannot hold, and credit the others', async () => {
    // Entries of the maximum amount, until the account has room for one of the tasks only.
    await db.query(sql`
      insert into ledger_entries (company_id, ledger, user_id, kind, amount, created_at, created_by, approved_by)
      select ${db.companyId}, 'money', ${people.staff.id}, 'bonus', amount, now(), ${people.owner.id},
        ${people.owner.id}
      from (select 100000000000 as amount from generate_series(2, ${largestBalance / 100_000_000_000}::int4)
        union all select 99999999600) as entries`)
    const tooMuch = await review(people.staff.id, { money: 500, coins: 5 })
    const little = await review(people.staff.id, { money: 300, coins: 3 })
    const { body } = await as.admin.post('/tasks/bulk', { ids: [tooMuch, little], action: 'approve' })
    expect(body).toMatchObject({ changed: 1, refused: [{ id: tooMuch, code: 'invalid' }] })
    expect(await balances()).toEqual({ money: largestBalance - 100, coins: 3 })
    const { task } = (await as.admin.get(`/tasks/${tooMuch}`)).body
    expect(task).toMatchObject({ status: 'review' })
  })

  test('credit each task once, however many requests approve them at once', async () => {
    const other = await buildUser(test_.root, db, 'staff')
    const ids: number[] = []
    for (const user_id of [people.staff.id, other.id, people.staff.id, other.id])
      ids.push(await review(user_id, { money: 100, coins: 1 }))
    const asked = [ids, ids.toReversed(), ids.slice(2), ids.slice(0, 3)]
    const answers = await Promise.all(
      asked.map((some) => as.owner.post('/tasks/bulk', { ids: some, action: 'approve' })),
    )
    expect(answers.map(({ body }) => body.changed)).toEqual([4, 4, 2, 3])
    expect(await balances()).toEqual({ money: 200, coins: 2 })
    expect(await entries()).toHaveLength(2)
  })
})

test('deletes a task whose credit was reversed by hand without reversing it again', async () => {
  const id = await begin({ money: 500 })
  await as.staff.post(`/tasks/${id}/finish`)
  const [credit] = await entries()
  await as.owner.post(`/money/${credit!.id}/reverse`, { comment: 'Не та задача' })
  expect((await as.admin.send('DELETE', `/tasks/${id}`)).statusCode).toBe(200)
  expect((await balances()).money).toBe(0)
})

describe('a task deleted after it brought something', () => {
  const nothing = (answer: Answer) =>
    Object.values((answer.body.task as { can: Record<string, boolean> }).can).every((may) => !may)
  let id: number
  let colleague: TestClient

  beforeEach(async () => {
    colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    id = await begin({ money: 500 })
    await as.staff.post(`/tasks/${id}/start`)
    await as.staff.post(`/tasks/${id}/finish`)
    expect((await as.admin.send('DELETE', `/tasks/${id}`)).statusCode).toBe(200)
  })

  test('can be read by its assignee, admins and owners, and by nobody else', async () => {
    for (const client of [as.staff, as.admin, as.owner]) {
      const answer = await client.get(`/tasks/${id}`)
      expect(answer.body.task).toMatchObject({ id, status: 'done', deleted_at: expect.any(String) })
      expect(nothing(answer)).toBe(true)
      const { statusCode, body } = await client.post(`/listing/times/${id}`)
      expect([statusCode, (body.times as object[]).length]).toEqual([200, 1])
      expect((await client.post(`/listing/times/${id}?format=csv`)).statusCode).toBe(200)
    }
    expect((await colleague.get(`/tasks/${id}`)).statusCode).toBe(404)
    expect((await colleague.post(`/listing/times/${id}`)).statusCode).toBe(404)
    expect((await as.admin.post('/listing/tasks', { ids: [id] })).body.tasks).toEqual([])
  })

  test('cannot be read by anybody if nothing came from it', async () => {
    const other = await begin({ money: 500 })
    await as.admin.send('DELETE', `/tasks/${other}`)
    for (const client of [as.staff, as.admin, as.owner]) {
      expect((await client.get(`/tasks/${other}`)).statusCode).toBe(404)
    }
  })

  // Built from all declared calls, so that the test also covers a call that is added later.
  const writing = rows.filter(({ call }) => {
    const of = declared[call]
    return call.startsWith('tasks.') && of?.effect === 'write' && of.path.includes(':id')
  })
  test.each(writing.map(({ call, case: of = '', make }) => ({ name: `${call} ${of}`, call, make })))(
    '$name answers 404',
    async ({ call, make }) => {
      const world = {
        root: test_.root,
        db,
        people: { ...people, colleague: people.staff },
      } as unknown as World // calls of tasks need no more
      const { body } = (await make?.(world)) ?? {}
      const to = declared[call] as Call // named above
      // Staff are refused in calls of admins before the task is read.
      for (const client of [...(to.access === 'staff' ? [as.staff] : []), as.admin, as.owner]) {
        const answer = await ask(client, to, { id, ...(body && { body }) })
        expect([call, answer.statusCode]).toEqual([call, 404])
      }
    },
  )
})
