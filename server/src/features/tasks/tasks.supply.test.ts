import type { UserType } from '@artel/contract/access'
import type { Task } from '@artel/contract/tasks/tasks'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso, stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { fieldsOf, type TestClient } from '../../testing/client.ts'
import { buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildBox, buildScannable, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply_id: number
let box: number
let product_id: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply_id = await buildSupply(db, { number: 'WB-7' })
  box = await buildBox(db, supply_id)
  product_id = await buildScannable(db, '00012')
  return () => stopClockAt(null)
})

const build = (fields: object = {}) =>
  buildTask(db, people.admin, {
    user_id: people.staff.id,
    supply_id,
    product_id,
    quantity: 10,
    money: 1000,
    ...fields,
  })
const start = (id: number) => as.staff.post(`/tasks/${id}/start`)
const scan = (scan_id: string, quantity = 1, client = as.staff) =>
  client.post(`/supplies/${supply_id}/box/${box}/scan`, { barcode: '00012', scan_id, quantity })
const takeBack = (scanId: string) =>
  as.staff.send('DELETE', `/supplies/${supply_id}/box/${box}/scan/${scanId}`)
const read = async (id: number) => (await as.admin.get(`/tasks/${id}`)).body.task as Task
const done = async (id: number) => (await read(id)).quantity_done

test('a task shows its supply and is found by it', async () => {
  const made = await as.admin.post('/tasks/create', { title: 'Упаковать', supply_id, product_id })
  expect(made.body.task).toMatchObject({
    supply_id,
    supply: { id: supply_id, number: 'WB-7', status: 'packing' },
  })
  const { id } = made.body.task as Task
  await buildTask(db, people.admin)
  const found = async (filter: object) =>
    ((await as.admin.post('/listing/tasks', filter)).body.tasks as Task[]).map((task) => task.id === id)
  expect(await found({ supply_id })).toEqual([true])
  expect(await found({ supply_id: null })).toEqual([false])
  expect(await found({ supply_id: [null, supply_id] })).toEqual([false, true])
})

test('a task takes only an active supply of its company, and keeps one cancelled later', async () => {
  const other = await buildTeam(test_)
  const create = (id: number) => as.admin.post('/tasks/create', { title: 'Упаковать', supply_id: id })
  expect(fieldsOf(await create(await buildSupply(other.db)))).toEqual([422, 'supply_id'])
  const cancelled = await buildSupply(db, { status: 'cancelled' })
  expect(fieldsOf(await create(cancelled))).toEqual([422, 'supply_id'])
  const id = await build()
  await db.update('supplies', { status: 'cancelled' }).where('id', '=', supply_id).execute()
  const edit = await as.admin.send('PUT', `/tasks/${id}`, { supply_id, title: 'Иначе' })
  expect(edit.statusCode).toBe(200)
})

test('scans count for the task of their person until they are taken back, whether it runs or not', async () => {
  const id = await build()
  expect((await scan('before')).body.scan).toMatchObject({ task_id: id, task_quantity: 1 })
  const begun = await read(id)
  expect(begun).toMatchObject({ status: 'paused', quantity_done: 1, scanned: 1, can: { finish: true } })
  expect(begun.started_at).not.toBeNull()
  await start(id)
  await scan('a-1', 3)
  expect((await scan('a-1', 3)).body.scan).toMatchObject({ task_id: id, task_quantity: 3 })
  expect((await scan('of-another', 1, as.admin)).body.scan).toMatchObject({ task_id: null })
  expect(await read(id)).toMatchObject({ quantity_done: 4, scanned: 4 })
  await takeBack('a-1')
  await takeBack('a-1')
  await takeBack('before')
  expect(await read(id)).toMatchObject({ quantity_done: 0, scanned: 0 })
  const { body } = await as.admin.post(`/listing/scans/${supply_id}`, { task_id: id })
  expect(body.scans).toMatchObject([{ scan_id: 'a-1', task_id: id }, { scan_id: 'before' }])
})

test('a scan that waited on a phone begins no task before the task was created', async () => {
  const hour = 3_600_000
  const created_at = nowIso()
  await db
    .update('supply_boxes', { created_at: new Date(Date.parse(created_at) - hour).toISOString() })
    .execute()
  const id = await build({ created_at })
  const path = `/supplies/${supply_id}/box/${box}/scan`
  const { body } = await as.staff.post(path, { barcode: '00012', scan_id: 'kept', age_ms: hour / 2 })
  expect(body.scan).toMatchObject({ task_id: id })
  expect((body.scan as { created_at: string }).created_at < created_at).toBe(true)
  const { body: read } = await as.admin.get(`/tasks/${id}`)
  expect(read.task).toMatchObject({ started_at: created_at, history: [{ kind: 'recount', created_at }] })
})

test('scans count for the running task first, then a paused one, then an open one, and skip a full one', async () => {
  const open = await build({ quantity: 2 })
  const paused = await build({ quantity: 2 })
  const running = await build({ quantity: 2 })
  const pool = await build({ user_id: null })
  const colleague = await buildUser(test_.root, db, 'staff')
  const foreign = await build({ user_id: colleague.id })
  await start(paused)
  await as.staff.post(`/tasks/${paused}/pause`)
  await start(running)
  const counted: unknown[] = []
  for (let index = 0; index < 8; index += 1) {
    const { body } = await scan(`s-${index}`)
    counted.push((body.scan as { task_id: number }).task_id)
  }
  expect(counted).toEqual([running, running, paused, paused, open, open, running, running])
  expect(await Promise.all([pool, foreign].map(done))).toEqual([0, 0])
  expect((await read(running)).scanned).toBe(2)
})

test('pieces that were scanned keep the task with its product, its supply and a person', async () => {
  const id = await build()
  await scan('a-1')
  const other = await buildScannable(db, '00029')
  const edit = (body: object) => as.admin.send('PUT', `/tasks/${id}`, body)
  expect(fieldsOf(await edit({ product_id: other }))).toEqual([422, 'product_id'])
  expect(fieldsOf(await edit({ supply_id: null }))).toEqual([422, 'supply_id'])
  expect(fieldsOf(await edit({ user_id: null }))).toEqual([422, 'user_id'])
  const change = db.update('tasks', { product_id: other }).where('id', '=', id).execute()
  await expect(change).rejects.toThrow('Pieces were scanned')
  await takeBack('a-1')
  expect((await edit({ product_id: other, supply_id: null })).statusCode).toBe(200)
})

test('concurrent scans never exceed the quantity, and only the task’s product counts', async () => {
  const id = await build()
  await start(id)
  expect(countAnswers(await times(14, (index) => scan(`s-${index}`)))).toEqual({ 200: 14 })
  expect(await done(id)).toBe(10)
  await times(14, (index) => takeBack(`s-${index}`))
  expect(await done(id)).toBe(0)
  await buildScannable(db, 'OTHER-1')
  await as.staff.post(`/supplies/${supply_id}/box/${box}/scan`, { barcode: 'OTHER-1' })
  expect(await done(id)).toBe(0)
})

test('pieces that were scanned for a paid task are not paid again in one without scans', async () => {
  const [paid, other, ofOther] = [await build(), await build(), await build({ product_id: null, title: 'x' })]
  await scan('a-1', 10)
  expect((await as.staff.post(`/tasks/${paid}/finish`)).body.task).toMatchObject({ status: 'done' })
  expect(await read(other)).toMatchObject({ scanned: 0 })
  expect(await read(ofOther)).toMatchObject({ scanned: null })
  await start(other)
  const finish = (body: object) => as.staff.post(`/tasks/${other}/finish`, body)
  expect(fieldsOf(await finish({ quantity_done: 10 }))).toEqual([422, 'reason'])
  const { body } = await finish({ quantity_done: 10, reason: 'Сканер сел' })
  expect(body.task).toMatchObject({ status: 'review', scanned: 0, unscanned_reason: 'Сканер сел' })
  expect((await as.staff.post('/listing/money')).body.totals).toMatchObject({ in: 1000 })
})

test('pieces that were paid without scans are not paid again unseen when they are scanned for another task', async () => {
  const [paid, other] = [await build(), await build()]
  await start(paid)
  const finish = (id: number, body: object) => as.staff.post(`/tasks/${id}/finish`, body)
  expect((await finish(paid, { quantity_done: 10 })).body.task).toMatchObject({
    status: 'done',
    scanned: null,
  })
  expect(await read(other)).toMatchObject({ needs_review: false })
  await scan('a-1', 10)
  expect(await read(other)).toMatchObject({ scanned: 10, needs_review: true })
  expect((await finish(other, {})).body.task).toMatchObject({ status: 'review', unscanned_reason: null })
  expect((await as.staff.post('/listing/money')).body.totals).toMatchObject({ in: 1000 })
})

test('a finish pays the scanned pieces', async () => {
  const id = await build()
  await start(id)
  await scan('a-1', 4)
  await as.staff.post(`/tasks/${id}/finish`)
  expect(await read(id)).toMatchObject({ status: 'done', quantity_done: 4, unscanned_reason: null })
  const balance = await as.staff.post('/listing/money')
  expect(balance.body.totals).toMatchObject({ in: 400 })
})

describe('a finish with more pieces than were scanned', () => {
  let id: number
  beforeEach(async () => {
    id = await build()
    await start(id)
    await scan('a-1', 4)
  })
  const finish = (body: object, client = as.staff) => client.post(`/tasks/${id}/finish`, body)

  test('needs a reason, and goes to review with it', async () => {
    expect(fieldsOf(await finish({ quantity_done: 5 }))).toEqual([422, 'reason'])
    expect(fieldsOf(await finish({ quantity_done: 5, reason: ' ' }))).toEqual([422, 'reason'])
    expect(await read(id)).toMatchObject({ status: 'in_progress', quantity_done: 4 })
    const { body } = await finish({ quantity_done: 5, reason: 'Сканер сел' })
    const expected = { status: 'review', quantity_done: 5, scanned: 4, unscanned_reason: 'Сканер сел' }
    expect(body.task).toMatchObject(expected)
    expect((await as.staff.post('/listing/money')).body.totals).toMatchObject({ in: 0 })
    expect((await as.admin.post(`/tasks/${id}/approve`)).body.task).toMatchObject({ status: 'done' })
    expect((await as.staff.post('/listing/money')).body.totals).toMatchObject({ in: 500 })
  })

  test('needs it also for a count that was reported before, and of an admin', async () => {
    await as.staff.post(`/tasks/${id}/progress`, { quantity_done: 6 })
    expect(fieldsOf(await finish({}))).toEqual([422, 'reason'])
    expect(fieldsOf(await finish({ quantity_done: 10 }, as.admin))).toEqual([422, 'reason'])
    const { body } = await finish({ reason: 'Без сканера' }, as.admin)
    expect(body.task).toMatchObject({ status: 'review', quantity_done: 6 })
  })

  test('loses its reason when it is finished again with what was scanned', async () => {
    await finish({ quantity_done: 5, reason: 'Сканер сел' })
    await as.admin.post(`/tasks/${id}/return`, { reason: 'Пересчитайте' })
    await start(id)
    const { body } = await finish({ quantity_done: 4 })
    expect(body.task).toMatchObject({ status: 'done', quantity_done: 4, unscanned_reason: null })
  })

  test('needs none if nothing was ever scanned, and one if all scans were taken back', async () => {
    const bare = await build({ user_id: people.admin.id, supply_id: await buildSupply(db) })
    await as.admin.post(`/tasks/${bare}/start`)
    expect((await as.admin.post(`/tasks/${bare}/finish`, { quantity_done: 10 })).statusCode).toBe(200)
    expect(await read(bare)).toMatchObject({ scanned: null, unscanned_reason: null })
    await takeBack('a-1')
    expect(fieldsOf(await finish({ quantity_done: 1 }))).toEqual([422, 'reason'])
  })
})
