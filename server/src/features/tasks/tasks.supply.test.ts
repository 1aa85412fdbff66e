import type { UserType } from '@artel/contract/access'
import type { Task } from '@artel/contract/tasks/tasks'
import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import { buildTask, type TestUser } from '../../testing/rows/build.ts'
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

test('scans of the assignee count for the running task until they are taken back', async () => {
  const id = await build()
  await scan('before')
  await start(id)
  await scan('a-1', 3)
  expect((await scan('a-1', 3)).body.scan).toMatchObject({ task_id: id, task_quantity: 3 })
  await scan('of another', 1, as.admin)
  expect(await done(id)).toBe(3)
  await takeBack('a-1')
  await takeBack('a-1')
  await takeBack('before')
  expect(await done(id)).toBe(0)
  const { body } = await as.admin.post(`/listing/scans/${supply_id}`, { task_id: id })
  expect(body.scans).toMatchObject([{ scan_id: 'a-1', task_id: id }])
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

test('a finish pays the scanned pieces, and a scan taken back later does not change them', async () => {
  const id = await build()
  await start(id)
  await scan('a-1', 4)
  await as.staff.post(`/tasks/${id}/finish`)
  expect(await read(id)).toMatchObject({ status: 'done', quantity_done: 4 })
  const balance = await as.staff.post('/listing/money')
  expect(balance.body.totals).toMatchObject({ in: 400 })
  // Refused, because the packer could scan the same pieces into the next task.
  expect(codeOf(await takeBack('a-1'))).toEqual([409, 'wrong_state'])
  const path = `/supplies/${supply_id}/box/${box}/scan/a-1`
  expect((await as.admin.send('DELETE', path)).statusCode).toBe(200)
  expect(await done(id)).toBe(4)
})
