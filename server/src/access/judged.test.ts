import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { useTestApp } from '../testing/app.ts'
import type { Answer, TestClient } from '../testing/client.ts'
import { fingerprint } from '../testing/fingerprint.ts'
import { buildShift, buildTask } from '../testing/rows/build.ts'
import { buildShopItem, giveCoins } from '../testing/rows/shop.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'
import { countAnswers } from '../testing/together.ts'

// A decision on somebody's work or money names the version that was seen.
const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

type Row = { id: number; version: number; status?: string; money?: number }
type Judging = {
  /** The key of the row in its responses and errors. */
  entity: string
  make: () => Promise<number>
  read: (id: number) => Promise<Answer>
  /** Changes a term. The call would still be possible afterwards, but on other terms. */
  changeTerms: (id: number) => Promise<unknown>
  /** Changes a field that is not a term. */
  changeRest: (id: number) => Promise<unknown>
  judge: (id: number, version?: number, client?: TestClient) => Promise<Answer>
}

const started_at = '2026-11-20T06:00:00.000Z'
const makeTask = (fields = {}) =>
  buildTask(db, people.admin, {
    user_id: people.staff.id,
    status: 'review',
    started_at,
    finished_at: started_at,
    money: 500,
    coins: 5,
    quantity: 10,
    quantity_done: 10,
    requires_review: true,
    ...fields,
  })
/** Returns the task, changes its price and finishes it again, so that it waits for the same step. */
const reprice = async (id: number, client = as.owner) => {
  const steps = [
    await client.post(`/tasks/${id}/return`, { reason: 'Не хватает крышек' }),
    await client.send('PUT', `/tasks/${id}`, { money: 900 }),
    await client.post(`/tasks/${id}/finish`, { quantity_done: 7 }),
  ]
  expect(countAnswers(steps)).toEqual({ 200: 3 })
}
const comment = (id: number) => as.staff.post(`/tasks/${id}/comments`, { text: 'Готово' })
const describeTask = (id: number) =>
  as.owner.send('PUT', `/tasks/${id}`, { title: 'Набор «Другой»', description: 'Бережно', priority: 'high' })
const taskCall = (step: string, body = {}): Judging['judge'] => {
  return (id, version, client = as.admin) => client.post(`/tasks/${id}/${step}`, { ...body, version })
}
const ofTask = (judge: Judging['judge']): Judging => ({
  entity: 'task',
  make: makeTask,
  read: (id) => as.admin.get(`/tasks/${id}`),
  changeTerms: reprice,
  changeRest: async (id) => [await comment(id), await describeTask(id)],
  judge,
})

const makeOrder = async () => {
  const item = await buildShopItem(db, people.admin, { price: 10, stocked: 5 })
  await giveCoins(db, people.staff, 100)
  return ((await as.staff.post('/orders/create', { item_id: item })).body.order as Row).id
}
const moveOrder = (id: number, status: string, client = as.owner) =>
  client.send('PUT', `/orders/${id}`, { status, comment: 'Так вышло' })
const ofOrder = (judge: Judging['judge'], make = makeOrder): Judging => ({
  entity: 'order',
  make,
  read: (id) => as.admin.get(`/orders/${id}`),
  changeTerms: async (id) => [await moveOrder(id, 'processing'), await as.owner.post(`/orders/${id}/undo`)],
  changeRest: (id) => as.owner.send('PUT', `/orders/${id}`, { comment: 'Спрошу размер' }),
  judge,
})

const later = '2026-11-19T18:00:00.000Z'
const judging: Record<string, () => Judging> = {
  'tasks.approve': () => ofTask(taskCall('approve')),
  'tasks.return': () => ofTask(taskCall('return', { reason: 'Переделать' })),
  'tasks.cancel': () => ofTask(taskCall('cancel')),
  'tasks.remove': () =>
    ofTask((id, version, client = as.admin) => client.send('DELETE', `/tasks/${id}`, { version })),
  'orders.update': () =>
    ofOrder((id, version, client = as.admin) =>
      client.send('PUT', `/orders/${id}`, { status: 'processing', version }),
    ),
  'orders.undo': () =>
    ofOrder(
      (id, version, client = as.admin) => client.post(`/orders/${id}/undo`, { version }),
      async () => {
        const id = await makeOrder()
        await moveOrder(id, 'processing')
        return id
      },
    ),
  'hours.confirm': () => ({
    entity: 'shift',
    make: () =>
      buildShift(db, people.staff, {
        source: 'auto',
        confirmed: false,
        punched_started_at: '2026-11-19T06:00:00.000Z',
      }),
    read: async (id) => {
      const { body, ...rest } = await as.admin.post('/listing/hours', { ids: [id] })
      return { ...rest, body: { ...body, shift: (body.hours as object[])[0] } }
    },
    changeTerms: (id) => as.staff.post(`/hours/${id}/confirm`, { ended_at: later }),
    changeRest: (id) => as.owner.send('PUT', `/hours/${id}`, { note: 'Проверю' }),
    judge: (id, version, client = as.admin) => client.post(`/hours/${id}/confirm`, { version }),
  }),
  'rewards.remove': () => ({
    entity: 'reward',
    make: async () => {
      const draft = { user_id: people.staff.id, title: 'За порядок', money: 500 }
      const { body } = await as.owner.post('/rewards', draft)
      return ((body.rewards as Row[])[0] as Row).id // exactly one was given
    },
    read: async (id) => {
      const { body, ...rest } = await as.admin.post('/listing/rewards', { ids: [id] })
      return { ...rest, body: { ...body, reward: (body.rewards as object[])[0] } }
    },
    changeTerms: (id) => as.owner.send('PUT', `/rewards/${id}`, { money: 900 }),
    changeRest: (id) => as.owner.send('PUT', `/rewards/${id}`, { description: 'На складе' }),
    judge: (id, version, client = as.admin) => client.send('DELETE', `/rewards/${id}`, { version }),
  }),
}
/** After an undo there is no step left to undo, so the order takes its step once more. */
const undoOnce: Judging['changeTerms'] = async (id) => {
  await as.owner.post(`/orders/${id}/undo`)
  await moveOrder(id, 'processing')
}
const caseOf = (name: string): Judging => {
  const made = judging[name]?.() as Judging // each name is one of its keys
  return name === 'orders.undo' ? { ...made, changeTerms: undoOnce } : made
}
const rowOf = ({ entity }: Judging, { body }: Answer) => body[entity] as Row

describe.each(Object.keys(judging))('%s', (name) => {
  test('answers 409 with the current row if the terms have changed, and changes nothing', async () => {
    const { make, read, changeTerms, judge, entity } = caseOf(name)
    const id = await make()
    const seen = rowOf(caseOf(name), await read(id))
    await changeTerms(id)
    const before = await fingerprint(test_.root, [db.companyId])
    const refused = await judge(id, seen.version)
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'stale'])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    const now = rowOf(caseOf(name), await read(id))
    expect(refused.body.current).toMatchObject({ id, version: now.version })
    // Steps of an order and proposals of users are not in the log.
    if (entity === 'task' || entity === 'reward')
      expect(refused.body.changed).toMatchObject({ by: { id: expect.any(Number) } })
    // With the current version the call succeeds.
    expect((await judge(id, now.version)).statusCode).toBe(200)
  })

  test('succeeds if only other fields have changed, or without a version', async () => {
    const { make, read, changeTerms, changeRest, judge } = caseOf(name)
    const first = await make()
    const { version } = rowOf(caseOf(name), await read(first))
    await changeRest(first)
    expect((await judge(first, version)).statusCode).toBe(200)
    if (name.startsWith('orders') || name.startsWith('hours')) return
    const second = await make()
    await changeTerms(second)
    expect((await judge(second)).statusCode).toBe(200)
  })

  test('rejects an invalid version', async () => {
    const { make, judge } = caseOf(name)
    const answer = await judge(await make(), 0)
    expect([answer.statusCode, answer.body.errors]).toEqual([422, { version: [expect.any(String)] }])
  })
})

test('these tests cover each call that takes the version of a judged row', () => {
  const named = Object.entries(calls).flatMap(([feature, all]) =>
    Object.entries<Call>(all).map(([name, call]) => [`${feature}.${name}`, call] as const),
  )
  const takesVersion = ({ body }: Call) => body instanceof z.ZodObject && 'version' in body.shape
  const found = named.filter(([, call]) => call.method !== 'PUT' && takesVersion(call)).map(([name]) => name)
  // The first two change fields, like a PUT. The tests of inspections have the version of a box.
  const editing = ['company.schedule', 'moySklad.save', 'supplies.inspect']
  expect([...found, 'orders.update'].sort()).toEqual([...Object.keys(judging), ...editing].sort())
})

describe('an approval', () => {
  test('repeated concurrently with the same version takes effect once and always answers 200', async () => {
    const id = await makeTask()
    const approve = () => as.admin.post(`/tasks/${id}/approve`, { version: 1 })
    expect(countAnswers(await Promise.all([approve(), approve(), approve()]))).toEqual({ 200: 3 })
    const { body } = await as.owner.post('/listing/money', { user_id: people.staff.id })
    expect(body.money).toHaveLength(1)
  })

  test('concurrent with a return and new terms pays the seen terms or fails as stale', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await makeTask()
      const [approval] = await Promise.all([
        as.admin.post(`/tasks/${id}/approve`, { version: 1 }),
        as.owner
          .post(`/tasks/${id}/return`, { reason: 'Переделать', version: 1 })
          .then(() => as.owner.send('PUT', `/tasks/${id}`, { money: 900 }))
          .then(() => as.owner.post(`/tasks/${id}/finish`, {})),
      ])
      const { task } = (await as.admin.get(`/tasks/${id}`)).body as { task: Row }
      const { body } = await as.owner.post('/listing/money', { user_id: people.staff.id })
      const [entry] = (body.money as { amount: number; source: { id: number } }[]).filter(
        ({ source }) => source.id === id,
      )
      if (approval.statusCode === 200) expect([task.status, entry?.amount]).toEqual(['done', 500])
      else
        expect([approval.body.code, task.status, task.money, entry]).toEqual([
          'stale',
          'review',
          900,
          undefined,
        ])
    }
  })
})

describe('bulk changes of tasks', () => {
  test.each(['approve', 'cancel', 'delete'])(
    '%s skips tasks whose terms have changed, and returns the reason',
    async (action) => {
      const ids = [await makeTask(), await makeTask(), await makeTask()]
      const [first = 0, second = 0] = ids
      await reprice(first)
      await describeTask(second)
      const send = (versions: number[]) => as.admin.post('/tasks/bulk', { ids, action, versions })
      const answer = await send([1, 1, 1])
      expect(answer.body).toMatchObject({ changed: 2, refused: [{ id: first, code: 'stale' }] })
      const { task } = (await as.admin.get(`/tasks/${first}`)).body as { task: Row }
      expect(task.status).toBe('review')
      const again = await as.admin.post('/tasks/bulk', { ids: [first], action, versions: [task.version] })
      expect(again.body).toMatchObject({ changed: 1, refused: [] })
    },
  )

  test('require a version for each task, or none', async () => {
    const ids = [await makeTask(), await makeTask()]
    for (const body of [
      { ids, versions: [1] },
      { filter: {}, versions: [1, 1] },
      { ids, versions: [] },
    ]) {
      for (const step of [{ action: 'approve' }, { action: 'priority', value: 'high' }]) {
        const { statusCode, body: refusal } = await as.admin.post('/tasks/bulk', { ...body, ...step })
        expect([statusCode, Object.keys(refusal.errors ?? {})]).toEqual([422, ['versions']])
      }
    }
    expect((await as.admin.post('/tasks/bulk', { ids, action: 'approve' })).body).toMatchObject({
      changed: 2,
    })
  })
})
