import type { UserType } from '@artel/contract/access'
import type { Uncounted } from '@artel/contract/supplies/supplies'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { buildTask, type TestUser } from '../../../testing/rows/build.ts'
import { faultsOf } from '../../../testing/rows/faults.ts'
import { buildPacking } from '../../../testing/rows/packing.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply_id: number
let box: number
let product_id: number

beforeEach(async () => {
  ;({ db, people, as, supply_id, box, product_id } = await buildPacking(test_))
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
const scan = (scan_id: string, quantity = 1, client = as.staff) =>
  client.post(`/supplies/${supply_id}/box/${box}/scan`, { barcode: '00012', scan_id, quantity })
const takeBack = (scanId: string) =>
  as.staff.send('DELETE', `/supplies/${supply_id}/box/${box}/scan/${scanId}`)
const read = async (id: number) => (await as.admin.get(`/tasks/${id}`)).body.task as TaskDetail
const uncounted = async () => {
  const { body } = await as.admin.get(`/supplies/${supply_id}/uncounted`)
  return [body.pieces, (body.uncounted as Uncounted[]).map(({ user, pieces }) => [user.id, pieces])]
}
const countInto = async (id: number, client = as.admin) => {
  const { body, statusCode } = await client.post(`/tasks/${id}/count_scans`)
  return statusCode === 200 ? body.counted : statusCode
}

describe('pieces that no task counts', () => {
  test('are listed by person and product, with the tasks that can count them', async () => {
    await scan('a-1', 3)
    await scan('a-2', 2)
    await scan('b-1', 4, as.owner)
    const [full, free] = [await build({ quantity: 1 }), await build()]
    await scan('a-3')
    const other = await build({ user_id: people.owner.id, status: 'cancelled' })
    const { body } = await as.admin.get(`/supplies/${supply_id}/uncounted`)
    expect(body.pieces).toBe(9)
    const groups = (body.uncounted as Uncounted[]).toSorted((a, b) => b.pieces - a.pieces)
    expect(groups).toMatchObject([
      { user: { id: people.staff.id }, product: { id: product_id }, pieces: 5 },
      { user: { id: people.owner.id }, product: { id: product_id }, pieces: 4, tasks: [] },
    ])
    expect(groups[0]?.tasks.map(({ id }) => id)).toEqual([free])
    expect([full, other]).not.toContain(free)
    const listed = async (is_uncounted: boolean) => {
      const { body } = await as.staff.post(`/listing/scans/${supply_id}`, { is_uncounted })
      return (body.scans as { scan_id: string }[]).map(({ scan_id }) => scan_id)
    }
    expect([await listed(false), await listed(true)]).toEqual([['a-3'], ['b-1', 'a-2', 'a-1']])
    expect(codeOf(await as.staff.get(`/supplies/${supply_id}/uncounted`))[0]).toBe(403)
  })

  test('are those beyond the quantity of a task, of a cancelled and of a deleted one', async () => {
    const id = await build({ quantity: 2 })
    await scan('a-1', 5)
    expect(await uncounted()).toEqual([3, [[people.staff.id, 3]]])
    await as.admin.post(`/tasks/${id}/cancel`)
    expect(await uncounted()).toEqual([5, [[people.staff.id, 5]]])
    const next = await build()
    expect(await countInto(next)).toBe(5)
    expect([(await read(id)).scanned, (await read(next)).scanned]).toEqual([0, 5])
    await as.admin.send('DELETE', `/tasks/${next}`)
    expect(await uncounted()).toEqual([5, [[people.staff.id, 5]]])
    await takeBack('a-1')
    expect([await uncounted(), await faultsOf(test_.root, db.companyId)]).toEqual([[0, []], []])
  })
})

describe('counting them into a task', () => {
  test('takes only its person’s scans of its product, up to its quantity, and each once', async () => {
    await scan('a-1', 3)
    await scan('a-2', 4)
    await scan('b-1', 9, as.owner)
    const id = await build({ quantity: 5 })
    expect(await countInto(id)).toBe(5)
    expect(await countInto(id)).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'paused', quantity_done: 5, scanned: 5 })
    expect(await uncounted()).toEqual([
      11,
      expect.arrayContaining([
        [people.staff.id, 2],
        [people.owner.id, 9],
      ]),
    ])
    // The rest of a scan stays with the task that counts a part of it.
    expect(await countInto(await build())).toBe(0)
    await as.admin.send('PUT', `/tasks/${id}`, { quantity: 6 })
    expect(await countInto(id)).toBe(1)
    await takeBack('a-2')
    expect(await read(id)).toMatchObject({ quantity_done: 3, scanned: 3 })
    expect(await faultsOf(test_.root, db.companyId)).toEqual([])
  })

  test('is for admins, and for tasks of a person and a supply that are not finished', async () => {
    await scan('a-1', 3)
    const id = await build()
    expect(await countInto(id, as.staff)).toBe(403)
    for (const fields of [{ supply_id: null }, { user_id: null }, { product_id: null, title: 'x' }])
      expect(await countInto(await build(fields))).toBe(409)
    await as.admin.post(`/tasks/${id}/cancel`)
    expect(await countInto(id)).toBe(409)
    const instant = '2026-11-20T07:00:00.000Z'
    const stamps = { started_at: instant, finished_at: instant }
    const done = await build({ status: 'done', quantity_done: 1, ...stamps })
    expect(await countInto(done)).toBe(409)
    expect(await uncounted()).toEqual([3, [[people.staff.id, 3]]])
  })

  test('leaves nothing to approve in a task whose cancellation is undone', async () => {
    const id = await build({ requires_review: true })
    await scan('a-1', 10)
    await as.staff.post(`/tasks/${id}/finish`)
    await as.admin.post('/tasks/bulk', { ids: [id], action: 'cancel', bulk_id: 'all' })
    expect(await countInto(await build())).toBe(10)
    const undone = await as.admin.post('/tasks/bulk/undo', { bulk_id: 'all' })
    expect(undone.body).toMatchObject({ changed: 1, refused: [] })
    expect(await read(id)).toMatchObject({
      status: 'paused',
      quantity_done: 10,
      scanned: 0,
      finished_at: null,
    })
    expect(codeOf(await as.admin.post(`/tasks/${id}/approve`))).toEqual([409, 'wrong_state'])
    expect(fieldsOf(await as.staff.post(`/tasks/${id}/finish`))).toEqual([422, 'reason'])
    expect(await faultsOf(test_.root, db.companyId)).toEqual([])
  })

  test('agrees with scans that are taken back at the same time', async () => {
    for (let index = 0; index < 6; index += 1) await scan(`a-${index}`)
    const id = await build()
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => takeBack(`a-${index}`)),
      as.admin.post(`/tasks/${id}/count_scans`),
      as.owner.post(`/tasks/${id}/count_scans`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(await read(id)).toMatchObject({ quantity_done: 0 })
    expect(await faultsOf(test_.root, db.companyId)).toEqual([])
  })

  test('is written into the log and the history of the task', async () => {
    await scan('a-1', 3)
    const id = await build()
    await countInto(id)
    expect((await read(id)).history[0]).toMatchObject({
      kind: 'recount',
      user: { id: people.admin.id },
      changes: { quantity_done: [0, 3] },
    })
    const { body } = await as.owner.post('/listing/audit', { entity: 'task', action: 'update' })
    expect(body.audit).toMatchObject([
      { entity_id: id, before: { quantity_done: 0 }, after: { quantity_done: 3 } },
    ])
  })
})
