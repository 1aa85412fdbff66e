import type { UserType } from '@artel/contract/access'
import type { Entry } from '@artel/contract/ledger/ledger'
import { creditShare } from '@artel/contract/tasks/task-credit'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, TestClient } from '../../../testing/client.ts'
import { buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { faultsOf } from '../../../testing/rows/faults.ts'
import { buildPacking } from '../../../testing/rows/packing.ts'
import { countAnswers, times } from '../../../testing/together.ts'

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
    coins: 20,
    ...fields,
  })
const scan = (scan_id: string, quantity = 1) =>
  as.staff.post(`/supplies/${supply_id}/box/${box}/scan`, { barcode: '00012', scan_id, quantity })
const takeBack = (scanId: string, client = as.staff) =>
  client.send('DELETE', `/supplies/${supply_id}/box/${box}/scan/${scanId}`)
const read = async (id: number) => (await as.admin.get(`/tasks/${id}`)).body.task as TaskDetail
const entries = async (ledger: 'money' | 'coins' = 'money') =>
  ((await as.owner.post(`/listing/${ledger}`, {})).body[ledger] as Entry[]).toReversed()
const sums = async () => {
  const query = db.from('accounts').select('balance').where('user_id', '=', people.staff.id)
  return (await query.orderBy(sql`ledger = 'money'`, 'desc').execute()).map(({ balance }) => balance)
}
const faults = () => faultsOf(test_.root, db.companyId)

async function finishWith(scans: Record<string, number>, fields: object = {}): Promise<number> {
  const id = await build(fields)
  await as.staff.post(`/tasks/${id}/start`)
  for (const [scanId, quantity] of Object.entries(scans)) await scan(scanId, quantity)
  await as.staff.post(`/tasks/${id}/finish`)
  return id
}

describe('a scan of a done task that is taken back', () => {
  test('reverses its credit whole and posts it anew for the pieces that are left', async () => {
    const id = await finishWith({ 'a-1': 4, 'a-2': 3 })
    expect(await sums()).toEqual([700, 14])
    expect((await takeBack('a-1')).statusCode).toBe(200)
    const source = { type: 'task', id }
    expect(await entries()).toMatchObject([
      { kind: 'task', amount: 700, source },
      { kind: 'task', amount: 300, source, approver: { id: people.admin.id } },
      { kind: 'reversal', amount: -700, source, approver: { id: people.admin.id } },
    ])
    expect(await sums()).toEqual([300, 6])
    const task = await read(id)
    expect(task).toMatchObject({ status: 'done', quantity_done: 3, scanned: 3 })
    expect(task.history[0]).toMatchObject({ kind: 'recount', changes: { quantity_done: [7, 3] } })
    expect((await takeBack('a-1')).statusCode).toBe(200)
    expect((await takeBack('a-2')).statusCode).toBe(200)
    expect([await sums(), (await entries()).length]).toEqual([[0, 0], 4])
    expect(await faults()).toEqual([])
  })

  test('counts a task that is no longer done in full out of the achievements', async () => {
    await finishWith({ 'a-1': 9, 'a-2': 1 })
    expect(await faults()).toEqual([])
    await takeBack('a-2')
    expect(await faults()).toEqual([])
    const events = await db.from('achievement_events').select('change').where('kind', '=', 'task').execute()
    expect(events).toEqual([{ change: 1 }, { change: -1 }])
  })

  test('is refused if the coins for it are spent, and changes nothing', async () => {
    const id = await finishWith({ 'a-1': 5, 'a-2': 5 })
    await as.admin.post('/coins', {
      kind: 'fine',
      amount: 15,
      user_id: people.staff.id,
      comment: 'x',
    })
    const spent = await sums()
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'insufficient_coins'])
    expect(await read(id)).toMatchObject({ quantity_done: 10, scanned: 10 })
    const { body } = await as.admin.post(`/listing/scans/${supply_id}`, { is_taken_back: true })
    expect([await sums(), body.scans]).toEqual([spent, []])
  })

  test('pays nothing anew in a ledger whose entry the owner has reversed', async () => {
    await finishWith({ 'a-1': 5, 'a-2': 5 })
    const [entry] = await entries()
    await as.owner.post(`/money/${entry?.id}/reverse`, { comment: 'ошибка' })
    expect((await takeBack('a-1')).statusCode).toBe(200)
    expect(await sums()).toEqual([0, 10])
    expect(await faults()).toEqual([])
  })

  test('waits for somebody who may approve it, if its approver no longer may', async () => {
    const id = await finishWith({ 'a-1': 5, 'a-2': 5 })
    await db.update('users', { type: 'staff' }).where('id', '=', people.admin.id).execute()
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'wrong_state'])
    expect(await sums()).toEqual([1000, 20])
    expect((await takeBack('a-1', as.owner)).statusCode).toBe(200)
    expect(await sums()).toEqual([500, 10])
    const { body } = await as.owner.get(`/tasks/${id}`)
    expect(body.task).toMatchObject({ quantity_done: 5 })
  })

  test('stays once the supply is shipped', async () => {
    await finishWith({ 'a-1': 5 })
    await db.update('supplies', { status: 'packed' }).where('id', '=', supply_id).execute()
    await db.update('supplies', { status: 'shipped' }).where('id', '=', supply_id).execute()
    expect(codeOf(await takeBack('a-1'))).toEqual([409, 'wrong_state'])
    expect(codeOf(await takeBack('a-1', as.owner))).toEqual([409, 'wrong_state'])
    expect(await sums()).toEqual([500, 10])
  })

  test('counts once, however many are taken back at the same time', async () => {
    const scans = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`a-${index}`, 1]))
    const id = await finishWith(scans)
    const answers = await times(16, (index) => takeBack(`a-${index % 8}`, index < 8 ? as.staff : as.admin))
    expect(countAnswers(answers)).toEqual({ 200: 16 })
    expect([await sums(), (await read(id)).quantity_done]).toEqual([[0, 0], 0])
    expect(await faults()).toEqual([])
  })
})

test('a scan of a task in review that is taken back must be seen by whoever approves', async () => {
  const id = await finishWith({ 'a-1': 4, 'a-2': 3 }, { requires_review: true })
  const { version } = await read(id)
  expect((await takeBack('a-1')).statusCode).toBe(200)
  expect(codeOf(await as.admin.post(`/tasks/${id}/approve`, { version }))).toEqual([409, 'stale'])
  expect((await as.admin.post(`/tasks/${id}/approve`)).body.task).toMatchObject({ quantity_done: 3 })
  expect(await sums()).toEqual([300, 6])
})

test('finished pieces never become more, and never fewer without their pay', async () => {
  const id = await finishWith({ 'a-1': 4 })
  const more = db.update('tasks', { quantity_done: 5 }).where('id', '=', id).execute()
  await expect(more).rejects.toThrow('fixed in review')
  for (const counts of [{ quantity_done: 3 }, { quantity_done: 2, scanned: 3 }])
    await expect(db.update('tasks', counts).where('id', '=', id).execute()).rejects.toThrow('fixed in review')
  await db.update('tasks', { quantity_done: 3, scanned: 3 }).where('id', '=', id).execute()
  expect(await faults()).toContain(
    'a done task has brought its share for the pieces done, or was taken back by hand; any other brought nothing',
  )
})

describe('pay follows the pieces', () => {
  const steps = fc.constantFrom(
    'scan',
    'scan',
    'undo',
    'undo',
    'finish',
    'more',
    'approve',
    'return',
    'start',
    'count',
  )
  test('over any history of scans, finishes and scans that are taken back', async () => {
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (history) => {
        const before = await sums()
        const id = await build({ money: 1003, coins: 17, requires_review: history.length % 3 === 0 })
        let number = 0
        const live: string[] = []
        for (const step of history) {
          if (step === 'scan') {
            number += 1
            const scanId = `${id}-${number}`
            if ((await scan(scanId, 1 + (number % 2))).statusCode === 200) live.push(scanId)
          } else if (step === 'undo') {
            const scanId = live.splice(number % Math.max(1, live.length), 1)[0]
            if (scanId) expect([200, 409]).toContain((await takeBack(scanId)).statusCode)
          } else if (step === 'start') await as.staff.post(`/tasks/${id}/start`)
          else if (step === 'finish') await as.staff.post(`/tasks/${id}/finish`, {})
          else if (step === 'more')
            await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 9, reason: 'Руками' })
          else if (step === 'approve') await as.admin.post(`/tasks/${id}/approve`)
          else if (step === 'return') await as.admin.post(`/tasks/${id}/return`, { reason: 'Ещё раз' })
          else await colleague.post(`/tasks/${id}/count_scans`)
        }
        const task = await read(id)
        const after = await sums()
        const paid = task.status === 'done' ? ([1003, 17] as const) : ([0, 0] as const)
        expect(after).toEqual(paid.map((whole, index) => (before[index] ?? 0) + creditShare(whole, task)))
        await as.admin.post(`/tasks/${id}/cancel`)
      }),
      { numRuns: 25 },
    )
    expect(await faults()).toEqual([])
  }, 120_000)
})
