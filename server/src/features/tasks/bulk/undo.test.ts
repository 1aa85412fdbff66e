import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { buildProduct, buildTask, buildUser } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { times } from '../../../testing/together.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const make = (fields: object = {}) => buildTask(db, people.admin, fields)
const take = async (ids: readonly number[], action: object) => {
  const bulk_id = randomUUID()
  const { body } = await as.admin.post('/tasks/bulk', { ids, bulk_id, ...action })
  return { bulk_id, ...body } as { bulk_id: string; changed: number; refused: object[] }
}
const undo = async (bulk_id: string, client = as.admin) => client.post('/tasks/bulk/undo', { bulk_id })
const read = async (id: number) => (await as.owner.get(`/tasks/${id}`)).body.task as Record<string, unknown>
const ago = '2026-11-20T06:00:00.000Z'

describe('undoing a bulk step', () => {
  test.each([
    ['assign', { priority: 'high' }, () => ({ value: people.staff.id })],
    ['priority', { priority: 'low' }, () => ({ value: 'urgent' })],
    ['due', { due_at: ago }, () => ({ value: null })],
    ['quantity', { quantity: 7, money: 500 }, () => ({ value: 70 })],
    ['cancel', {}, () => ({})],
  ])('%s gives the tasks back what they had', async (action, fields, value) => {
    const ids = [await make(fields), await make(fields)]
    const before = await Promise.all(ids.map(read))
    const { bulk_id, changed } = await take(ids, { action, ...value() })
    expect(changed).toBe(2)
    expect((await undo(bulk_id)).body).toMatchObject({ changed: 2, refused: [] })
    const { version: _, history: __, ...task } = before[0]!
    expect(await read(ids[0]!)).toMatchObject(task)
  })

  test('pays as before, too, if the pay followed the quantity', async () => {
    const product_id = await buildProduct(db, { money: 300, coins: 2, norm_seconds: 60 })
    const rated = { product_id, quantity: 4, money: 1200, coins: 8, norm_seconds: 999 }
    const id = await make(rated)
    const { bulk_id } = await take([id], { action: 'quantity', value: 10 })
    // A norm that was set by hand stays.
    expect(await read(id)).toMatchObject({ quantity: 10, money: 3000, coins: 20, norm_seconds: 999 })
    await undo(bulk_id)
    expect(await read(id)).toMatchObject(rated)
  })

  test('leaves what somebody has changed since', async () => {
    const ids = [await make(), await make()]
    const { bulk_id } = await take(ids, { action: 'priority', value: 'urgent' })
    await as.owner.send('PUT', `/tasks/${ids[0]}`, { title: 'Другое' })
    expect((await undo(bulk_id)).body).toMatchObject({ changed: 1, refused: [{ id: ids[0], code: 'stale' }] })
    expect(await read(ids[0]!)).toMatchObject({ priority: 'urgent', title: 'Другое' })
    expect(await read(ids[1]!)).toMatchObject({ priority: 'normal' })
  })

  test('returns a running task to its person, paused', async () => {
    const id = await make({ user_id: people.staff.id })
    await as.staff.post(`/tasks/${id}/start`)
    const other = await buildUser(test_.root, db, 'staff')
    const { bulk_id } = await take([id], { action: 'assign', value: other.id })
    expect(await read(id)).toMatchObject({ user_id: other.id, status: 'paused' })
    expect((await undo(bulk_id)).body).toMatchObject({ changed: 1 })
    expect(await read(id)).toMatchObject({ user_id: people.staff.id, status: 'paused' })
  })

  test.each([
    ['open', {}, 'open'],
    ['paused', { started_at: ago }, 'paused'],
    ['review', { started_at: ago, finished_at: ago, quantity_done: 1 }, 'review'],
  ])('takes a cancelled task up again where it was: %s', async (status, fields, after) => {
    const id = await make({ user_id: people.staff.id, status, ...fields })
    const { bulk_id } = await take([id], { action: 'cancel' })
    expect(await read(id)).toMatchObject({ status: 'cancelled', finished_at: null })
    await undo(bulk_id)
    const { finished_at = null } = fields as { finished_at?: string }
    expect(await read(id)).toMatchObject({ status: after, finished_at, history: [{ kind: 'restore' }, {}] })
    // It goes on as any other task.
    if (after === 'review')
      expect((await as.owner.post(`/tasks/${id}/approve`)).body).toMatchObject({ task: { status: 'done' } })
  })

  test('gives nothing to a person who has left', async () => {
    const leaver = await buildUser(test_.root, db, 'staff')
    const [cancelled, handed] = [await make({ user_id: leaver.id }), await make({ user_id: leaver.id })]
    const one = await take([cancelled], { action: 'cancel' })
    const other = await take([handed], { action: 'assign', value: null })
    await as.owner.post('/users/bulk', { action: 'archive', ids: [leaver.id] })
    for (const [{ bulk_id }, id] of [[one, cancelled] as const, [other, handed] as const]) {
      expect((await undo(bulk_id)).body).toMatchObject({ changed: 0, refused: [{ id, code: 'invalid' }] })
    }
  })

  test('is for the person who took the step, and works once', async () => {
    const id = await make()
    const { bulk_id } = await take([id], { action: 'priority', value: 'low' })
    expect((await undo(bulk_id, as.owner)).statusCode).toBe(404)
    expect((await undo(bulk_id, as.staff)).statusCode).toBe(403)
    const answers = await times(4, () => undo(bulk_id))
    const changed = answers.map(({ body }) => body.changed as number)
    expect(changed.reduce((sum, one) => sum + one)).toBe(1)
    expect(await read(id)).toMatchObject({ priority: 'normal', version: 3 })
  })

  test('never takes back what was posted', async () => {
    const fields = { user_id: people.staff.id, started_at: ago, finished_at: ago, quantity_done: 1 }
    const id = await make({ status: 'review', money: 500, ...fields })
    const { bulk_id } = await take([id], { action: 'approve' })
    expect((await undo(bulk_id)).statusCode).toBe(404)
    expect(await read(id)).toMatchObject({ status: 'done' })
  })

  test('is logged as any other change', async () => {
    const id = await make()
    const { bulk_id } = await take([id], { action: 'cancel' })
    await undo(bulk_id)
    const { body } = await as.owner.post('/listing/audit', { entity: 'task' })
    expect((body.audit as object[])[0]).toMatchObject({
      action: 'update',
      before: { status: 'cancelled' },
      after: { status: 'open' },
    })
  })
})

describe('a step on tasks as they were seen', () => {
  test('refuses a task whose value has changed since', async () => {
    const id = await make()
    await as.owner.send('PUT', `/tasks/${id}`, { priority: 'high' })
    const versions = [1]
    expect(await take([id], { action: 'priority', value: 'low', versions })).toMatchObject({
      changed: 0,
      refused: [{ id, code: 'stale' }],
    })
    // Another field of it has not changed.
    expect(await take([id], { action: 'due', value: ago, versions })).toMatchObject({ changed: 1 })
  })

  test('refuses to cancel a task whose pay has changed since', async () => {
    const [paid, other] = [await make(), await make()]
    await as.owner.send('PUT', `/tasks/${paid}`, { money: 700 })
    expect(await take([paid, other], { action: 'cancel', versions: [1, 1] })).toMatchObject({
      changed: 1,
      refused: [{ id: paid, code: 'stale' }],
    })
    expect(await read(paid)).toMatchObject({ status: 'open', money: 700 })
  })

  test('refuses a quantity below what is done, and one that pays too much', async () => {
    const done = await make({
      user_id: people.staff.id,
      status: 'paused',
      started_at: ago,
      quantity_done: 3,
      quantity: 9,
    })
    const product_id = await buildProduct(db, { money: 10_000_000 })
    const dear = await make({ product_id, money: 10_000_000 })
    expect(await take([done], { action: 'quantity', value: 2 })).toMatchObject({
      refused: [{ id: done, code: 'invalid' }],
    })
    expect(await take([dear], { action: 'quantity', value: 1_000_000 })).toMatchObject({
      refused: [{ id: dear, code: 'invalid' }],
    })
    expect(await read(dear)).toMatchObject({ quantity: 1, money: 10_000_000, version: 1 })
  })
})

describe('the effect of a step', () => {
  const effect = async (body: object) => (await as.admin.post('/tasks/bulk/effect', body)).body
  const nothing = { money: 0, coins: 0, people: 0 }

  test.each([
    ['priority', { value: 'high' }],
    ['due', { value: ago }],
    ['quantity', { value: 5 }],
    ['cancel', {}],
    ['approve', {}],
    ['delete', {}],
    ['assign', { value: null }],
  ])('of %s is what the step then does', async (action, value) => {
    const begun = { user_id: people.staff.id, started_at: ago }
    const done = { ...begun, finished_at: ago, quantity_done: 1, money: 700, coins: 3 }
    const ids = [
      await make(),
      await make({ priority: 'high', due_at: ago, quantity: 5 }),
      await make({ status: 'paused', ...begun, quantity: 9, quantity_done: 6 }),
      await make({ status: 'review', ...done }),
      await make({ status: 'done', ...done }),
      await make({ status: 'cancelled' }),
      999_999_999,
    ]
    const before = await Promise.all(ids.slice(0, -1).map(read))
    const { same, ...shown } = await effect({ ids, action, ...value })
    expect(await Promise.all(ids.slice(0, -1).map(read))).toEqual(before)
    const { bulk_id: _, ...outcome } = await take(ids, { action, ...value })
    expect(shown).toMatchObject({ refused: outcome.refused })
    expect((shown.changed as number) + (same as number)).toBe(outcome.changed)
    const after = await Promise.all(ids.slice(0, -1).map((id) => as.owner.get(`/tasks/${id}`)))
    const changed = after.filter(({ body }, index) => {
      const task = body.task as Record<string, unknown> | undefined
      return task?.version !== before[index]?.version
    })
    expect(shown.changed).toBe(changed.length)
  })

  test('says what is credited, and to how many people', async () => {
    const review = { status: 'review', started_at: ago, finished_at: ago, quantity: 2, quantity_done: 1 }
    const own = { ...review, user_id: people.staff.id, money: 1001, coins: 10 }
    const ids = [await make(own), await make(own), await make({ ...own, money: 0, coins: 0 })]
    expect(await effect({ ids, action: 'approve' })).toMatchObject({
      changed: 3,
      money: 1000,
      coins: 10,
      people: 1,
    })
    expect(await effect({ filter: { status: 'open' }, action: 'approve' })).toMatchObject(nothing)
  })
})
