import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { now, stopClockAt } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { Random } from '../../../testing/values/random.ts'

const test_ = useTestApp()
let db: Db
let admin: TestUser
let staff: TestUser
let client: TestClient

beforeEach(async () => {
  db = await buildCompany(test_.root)
  admin = await buildUser(test_.root, db, 'admin')
  staff = await buildUser(test_.root, db, 'staff')
  client = await TestClient.signIn(test_.app, staff)
  stopClockAt('2026-11-20T06:00:00.000Z')
})
afterEach(() => stopClockAt(null))

const pass = (ms: number) => stopClockAt(new Date(now().getTime() + ms).toISOString())
const make = (fields: object = {}) => buildTask(db, admin, { user_id: staff.id, ...fields })

/** Starts the task, lets `ms` pass, pauses the task, and lets `rest` ms pass. */
async function work(id: number, ms: number, rest = 0): Promise<void> {
  expect((await client.post(`/tasks/${id}/start`)).statusCode).toBe(200)
  pass(ms)
  expect((await client.post(`/tasks/${id}/pause`)).statusCode).toBe(200)
  pass(rest)
}

const spentOf = (id: number) =>
  db.from('tasks').select('spent_seconds').where('id', '=', id).executeTakeFirstOrThrow()

async function countedOf(id: number): Promise<number[]> {
  const rows = await db
    .from('task_times')
    .select(['seconds', 'break_seconds'])
    .where('task_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ seconds, break_seconds }) => (seconds ?? 0) - break_seconds)
}

const figureOf = async () => {
  const { body } = await client.post('/stats', { date_from: '2026-11-20', date_to: '2026-11-20' })
  return (body.stats as { task_seconds: number }).task_seconds
}

describe('short segments', () => {
  test('of one task add up to their total time', async () => {
    const id = await make()
    for (let index = 0; index < 5; index++) await work(id, 600)
    expect(await countedOf(id)).toEqual([0, 1, 0, 1, 1])
    expect(await spentOf(id)).toEqual({ spent_seconds: 3 })
    expect(await figureOf()).toBe(3)
  })

  test('of two tasks count nothing if each task has less than a second', async () => {
    const [one, other] = [await make(), await make()]
    await work(one, 600)
    await work(other, 600)
    expect(await spentOf(one)).toEqual({ spent_seconds: 0 })
    expect(await spentOf(other)).toEqual({ spent_seconds: 0 })
  })

  test('count no time of lunch, however often they are split', async () => {
    await db.updateCompany({
      timezone: 0,
      working_hours_from: '06:00',
      working_hours_to: '15:00',
      lunch_from: '06:30',
      lunch_to: '07:00',
    })
    stopClockAt('2026-11-20T06:29:59.400Z')
    const id = await make()
    for (let index = 0; index < 8; index++) await work(id, 700)
    // 600 ms of work, and 5 s of lunch.
    expect(await spentOf(id)).toEqual({ spent_seconds: 0 })
    stopClockAt('2026-11-20T06:59:59.900Z')
    await work(id, 500)
    expect(await spentOf(id)).toEqual({ spent_seconds: 1 })
  })

  test('of any length and of several tasks keep figures equal to their rows', async () => {
    const random = new Random(20_261_120)
    const tasks = [await make(), await make({ quantity: 3, norm_seconds: 60 })]
    const workedMs = [0, 0]
    for (let index = 0; index < 40; index++) {
      const place = random.between(0, 1)
      const ms = random.between(0, 2500)
      await work(tasks[place]!, ms, random.between(0, 900)) // 0 or 1
      workedMs[place]! += ms
    }
    const seconds = workedMs.map((ms) => Math.floor(ms / 1000))
    for (const [place, id] of tasks.entries()) {
      expect(await spentOf(id)).toEqual({ spent_seconds: seconds[place] })
    }
    expect(await figureOf()).toBe(seconds[0]! + seconds[1]!)
    const { rows } = await sql<{ company_id: number }>`
      select company_id from stat_faults where company_id = ${db.companyId}`.execute(test_.root)
    expect(rows).toEqual([])
  })
})

describe('constraints of the database', () => {
  const segment = { started_at: '2026-11-20T06:00:00.000Z', ended_at: '2026-11-20T06:00:02.500Z' }

  test.each([
    ['more time than passed', { seconds: 2, worked_ms: 2501 }],
    ['less than its whole seconds', { seconds: 1, worked_ms: 2500 }],
    ['more than one second begun before', { seconds: 4, worked_ms: 2500 }],
  ])('refuse a segment that counts %s', async (_, fields) => {
    const time = { task_id: await make(), user_id: staff.id, ...segment, ...fields }
    await expect(db.insert('task_times', time).execute()).rejects.toThrow('task_times_worked_ms')
  })

  test.each([2, 3])('accept a segment of 2.5 s that counts %d s', async (seconds) => {
    const time = { task_id: await make(), user_id: staff.id, ...segment, seconds, worked_ms: 2500 }
    await expect(db.insert('task_times', time).execute()).resolves.toBeDefined()
  })
})
