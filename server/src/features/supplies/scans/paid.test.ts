import type { UserType } from '@artel/contract/access'
import type { Box } from '@artel/contract/supplies/supplies'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, TestClient } from '../../../testing/client.ts'
import { buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let box: number
let product: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db)
  box = await buildBox(db, supply)
  product = await buildScannable(db, '00012')
})

const scan = (body: object = {}, to = box, client = as.staff) =>
  client.post(`/supplies/${supply}/box/${to}/scan`, { barcode: '00012', ...body })
const takeBack = (scanId: string, of = box, client = as.staff) =>
  client.send('DELETE', `/supplies/${supply}/box/${of}/scan/${scanId}`)
const readBox = async (id = box) => (await as.staff.get(`/supplies/${supply}/box/${id}`)).body.box as Box

describe('pieces that a done task has counted', () => {
  test('cannot be taken out by emptying, reducing or deleting any box', async () => {
    const terms = { supply_id: supply, product_id: product, quantity: 2, user_id: people.staff.id }
    const task = await buildTask(db, people.admin, { ...terms, money: 1000 })
    await as.staff.post(`/tasks/${task}/start`)
    await scan({ scan_id: 'a-1', quantity: 2 })
    expect((await as.staff.post(`/tasks/${task}/finish`)).body.task).toMatchObject({ status: 'done' })
    const other = await buildBox(db, supply)
    await buildItem(db, supply, other, { product_id: product, quantity: 1 })
    const setBox = (id: number, items: object[], client = as.staff) =>
      client.send('PUT', `/supplies/${supply}/box/${id}`, { items })
    const refused = [409, 'wrong_state']
    expect(codeOf(await setBox(box, []))).toEqual(refused)
    // Three pieces are packed and two are paid, so one piece may be taken out.
    expect((await setBox(box, [{ product_id: product, quantity: 1 }])).statusCode).toBe(200)
    expect(codeOf(await setBox(other, []))).toEqual(refused)
    expect(codeOf(await as.staff.send('DELETE', `/supplies/${supply}/box/${other}`))).toEqual(refused)
    expect((await as.admin.send('DELETE', `/supplies/${supply}/box/${other}`)).statusCode).toBe(200)
    expect((await setBox(box, [], as.admin)).statusCode).toBe(200)
  })
})

describe('pieces are paid once', () => {
  let tasks: [number, number]
  beforeEach(async () => {
    const terms = { supply_id: supply, product_id: product, quantity: 2, user_id: people.staff.id }
    const build = () => buildTask(db, people.admin, { ...terms, money: 1000 })
    tasks = [await build(), await build()]
  })
  const empty = () => as.staff.send('PUT', `/supplies/${supply}/box/${box}`, { items: [] })
  const start = (task: number) => as.staff.post(`/tasks/${task}/start`)
  const finish = (task: number, quantity_done?: number, client = as.staff) =>
    client.post(`/tasks/${task}/finish`, { ...(quantity_done !== undefined && { quantity_done }) })

  test('if the box was emptied before the task is finished', async () => {
    await start(tasks[0])
    await scan({ scan_id: 'a-1', quantity: 2 })
    expect((await empty()).statusCode).toBe(200)
    expect(fieldsOf(await finish(tasks[0]))).toEqual([422, 'quantity_done'])
    expect(fieldsOf(await finish(tasks[0], 1))).toEqual([422, 'quantity_done'])
    await scan({ scan_id: 'a-2', quantity: 1 })
    expect(fieldsOf(await finish(tasks[0]))).toEqual([422, 'quantity_done'])
    expect((await finish(tasks[0], 1)).body.task).toMatchObject({ status: 'done', quantity_done: 1 })
  })

  test('if an earlier task was paid for them, unless an admin finishes the task', async () => {
    await start(tasks[0])
    await scan({ scan_id: 'a-1', quantity: 2 })
    expect((await finish(tasks[0])).statusCode).toBe(200)
    await start(tasks[1])
    await scan({ scan_id: 'b-1', quantity: 2 })
    await as.staff.send('PUT', `/supplies/${supply}/box/${box}`, {
      items: [{ product_id: product, quantity: 3 }],
    })
    expect(fieldsOf(await finish(tasks[1]))).toEqual([422, 'quantity_done'])
    expect((await finish(tasks[1], 2, as.admin)).statusCode).toBe(200)
  })

  test('if a scan without a task is taken back afterwards', async () => {
    await db.update('tasks', { user_id: null }).execute()
    await scan({ scan_id: 'u-1', quantity: 2 })
    await db.update('tasks', { user_id: people.staff.id }).execute()
    await start(tasks[0])
    await scan({ scan_id: 'a-1', quantity: 2 })
    expect((await finish(tasks[0])).statusCode).toBe(200)
    await as.staff.send('PUT', `/supplies/${supply}/box/${box}`, {
      items: [{ product_id: product, quantity: 2 }],
    })
    // Two pieces are left and both are paid, so none of them may leave without its pay.
    expect(codeOf(await takeBack('u-1'))).toEqual([409, 'wrong_state'])
    expect((await readBox()).units_count).toBe(2)
    expect((await takeBack('a-1')).statusCode).toBe(200)
  })

  test('if two people finish their tasks concurrently', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    const beside = await TestClient.signIn(test_.app, colleague)
    const terms = { supply_id: supply, product_id: product, quantity: 2, user_id: colleague.id }
    const task = await buildTask(db, people.admin, { ...terms, money: 1000 })
    await start(tasks[0])
    await beside.post(`/tasks/${task}/start`)
    await scan({ scan_id: 'a-1', quantity: 2 })
    await scan({ scan_id: 'b-1', quantity: 2 }, box, beside)
    await as.staff.send('PUT', `/supplies/${supply}/box/${box}`, {
      items: [{ product_id: product, quantity: 2 }],
    })
    const answers = await Promise.all([finish(tasks[0]), finish(task, undefined, beside)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  })
})
