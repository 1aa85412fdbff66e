import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, TestClient } from '../../testing/client.ts'
import { buildLink } from '../../testing/media/media.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'

const minute = 60_000
const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'admin', TestUser>
let as: Record<'staff' | 'admin', TestClient>

const at = (minutes: number) =>
  new Date(Date.parse('2026-11-20T09:00:00.000Z') + minutes * minute).toISOString()

beforeEach(async () => {
  stopClockAt(at(0))
  db = await buildCompany(test_.root)
  const staff = await buildUser(test_.root, db, 'staff')
  const admin = await buildUser(test_.root, db, 'admin')
  people = { staff, admin }
  as = { staff: await TestClient.signIn(test_.app, staff), admin: await TestClient.signIn(test_.app, admin) }
})
afterEach(() => stopClockAt(null))

type Told = {
  id: number
  status: string
  quantity_done: number
  spent_seconds: number
  started_at: string
  finished_at: string
  created_at: string
  comments: object[]
  multimedia: { id: number }[]
  history: { kind: string; created_at: string }[]
}
const taskOf = ({ body }: Answer) => body.task as Told
const make = (fields: object = {}) =>
  buildTask(db, people.admin, { user_id: people.staff.id, quantity: 10, ...fields })
const stepped = (id: string, ageMinutes: number) => ({ step: { id, age_ms: ageMinutes * minute } })
const rows = () =>
  db.query<{ id: string; call: string; made_at: string; dated_at: string; received_at: string }>(
    sql`select id, call, made_at, dated_at, received_at from work_steps
      where company_id = ${db.companyId} order by dated_at, id`,
  )

describe('a photo that was added without a connection', () => {
  const attach = (id: number, media: number, ageMinutes: number) =>
    as.staff.post(`/tasks/${id}/multimedia`, {
      multimedia_ids: [media],
      ...stepped(`photo-${media}`, ageMinutes),
    })

  test('comes after the finish that was pressed later, and counts once', async () => {
    const id = await make()
    const [media, late] = [await buildLink(db, people.staff), await buildLink(db, people.staff)]
    stopClockAt(at(60))
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 50))
    expect(taskOf(await as.staff.post(`/tasks/${id}/finish`, stepped('two', 20))).status).toBe('done')
    for (const ageMinutes of [30, 31]) {
      const answer = await attach(id, media, ageMinutes)
      expect([answer.statusCode, taskOf(answer).multimedia.map((one) => one.id)]).toEqual([200, [media]])
    }
    expect(taskOf(await as.staff.get(`/tasks/${id}`)).history.map(({ kind }) => kind)).toEqual([
      'edit',
      'finish',
      'start',
    ])
    // Added after the finish, they would change what was paid for.
    expect((await attach(id, late, 20)).body.code).toBe('wrong_state')
    expect((await attach(id, late, 0)).body.code).toBe('wrong_state')
  })

  test('is refused by a task that an admin has cancelled, and by one of a colleague', async () => {
    const [own, other] = [await make(), await make({ user_id: people.admin.id })]
    const media = await buildLink(db, people.staff)
    await as.admin.post(`/tasks/${own}/cancel`, {})
    stopClockAt(at(5))
    expect((await attach(own, media, 10)).statusCode).toBe(409)
    expect((await attach(other, media, 10)).statusCode).toBe(404)
  })
})

describe('steps that were made without a connection', () => {
  test('count at the time they were made, in their order, and both instants are kept', async () => {
    const id = await make()
    stopClockAt(at(60))
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 50))
    await as.staff.post(`/tasks/${id}/progress`, { added: 4, ...stepped('two', 40) })
    const paused = await as.staff.post(`/tasks/${id}/pause`, stepped('three', 30))
    expect(taskOf(paused)).toMatchObject({
      status: 'paused',
      quantity_done: 4,
      started_at: at(10),
      spent_seconds: 20 * 60,
    })
    expect(taskOf(paused).history.map(({ kind, created_at }) => [kind, created_at])).toEqual(
      expect.arrayContaining([
        ['start', at(10)],
        ['progress', at(20)],
        ['pause', at(30)],
      ]),
    )
    expect(await rows()).toEqual([
      { id: 'one', call: 'tasks.start', made_at: at(10), dated_at: at(10), received_at: at(60) },
      { id: 'two', call: 'tasks.progress', made_at: at(20), dated_at: at(20), received_at: at(60) },
      { id: 'three', call: 'tasks.pause', made_at: at(30), dated_at: at(30), received_at: at(60) },
    ])
  })

  test('are dated neither before the previous step nor more than a day back', async () => {
    const id = await make()
    stopClockAt(at(48 * 60))
    as.staff = await TestClient.signIn(test_.app, people.staff)
    const started = await as.staff.post(`/tasks/${id}/start`, stepped('one', 47 * 60))
    expect(taskOf(started).started_at).toBe(at(24 * 60))
    stopClockAt(at(48 * 60 + 1))
    await as.staff.post(`/tasks/${id}/pause`, stepped('two', 48 * 60))
    expect((await rows()).map(({ id: step, dated_at }) => [step, dated_at])).toEqual([
      ['one', at(24 * 60)],
      ['two', at(24 * 60 + 1)],
    ])
  })

  test('change nothing when they are sent again, however late, also at the same moment', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 0))
    const added = { added: 3, ...stepped('two', 0) }
    const answers = await Promise.all([1, 2, 3].map(() => as.staff.post(`/tasks/${id}/progress`, added)))
    expect(answers.map((answer) => [answer.statusCode, taskOf(answer).quantity_done])).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
    ])
    await as.staff.post(`/tasks/${id}/pause`, stepped('three', 0))
    stopClockAt(at(60 * 24 * 40))
    as.staff = await TestClient.signIn(test_.app, people.staff)
    const again = await as.staff.post(`/tasks/${id}/start`, stepped('one', 60 * 24 * 40))
    expect([again.statusCode, taskOf(again).status, again.body.paused_task_id]).toEqual([200, 'paused', null])
    expect(await rows()).toHaveLength(3)
  })

  test('refuse an id that was used for another step', async () => {
    const id = await make()
    const other = await make()
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 0))
    for (const path of [`/tasks/${id}/pause`, `/tasks/${other}/start`]) {
      const answer = await as.staff.post(path, stepped('one', 0))
      expect([path, answer.statusCode, answer.body.code]).toEqual([path, 409, 'idempotency_conflict'])
    }
    await as.staff.post(`/tasks/${id}/comments`, { text: 'Три с браком', ...stepped('three', 0) })
    for (const [on, text] of [
      [id, 'Все целы'],
      [other, 'Три с браком'],
      [999_999, 'Три с браком'],
    ] as const) {
      const answer = await as.staff.post(`/tasks/${on}/comments`, { text, ...stepped('three', 0) })
      expect(codeOf(answer)).toEqual([409, 'idempotency_conflict'])
    }
    await as.staff.post(`/tasks/${id}/progress`, { added: 1, ...stepped('four', 0) })
    const more = await as.staff.post(`/tasks/${id}/progress`, { added: 2, ...stepped('four', 0) })
    expect(codeOf(more)).toEqual([409, 'idempotency_conflict'])
    // The same text of another person is another step.
    expect((await as.admin.post(`/tasks/${id}/pause`, stepped('one', 0))).statusCode).toBe(200)
  })

  test('of an earlier version are recognized by their call and subject', async () => {
    const id = await make()
    const times = { made_at: at(0), dated_at: at(0), received_at: at(0) }
    const step = { user_id: people.staff.id, id: 'one', call: 'tasks.progress', subject_id: id }
    await db.insert('work_steps', { ...step, ...times }).execute()
    const again = await as.staff.post(`/tasks/${id}/progress`, { added: 2, ...stepped('one', 0) })
    expect([again.statusCode, taskOf(again).quantity_done]).toEqual([200, 0])
  })

  test('a finish that was pressed before a return does not undo it, and a start counts from it', async () => {
    const id = await make({ requires_review: true })
    stopClockAt(at(10))
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 1))
    await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 10, ...stepped('two', 0) })
    stopClockAt(at(20))
    expect((await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })).statusCode).toBe(200)
    stopClockAt(at(30))
    // Another phone of the person has kept these without a connection.
    const late = await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 10, ...stepped('three', 15) })
    expect(codeOf(late)).toEqual([409, 'wrong_state'])
    expect((await as.staff.post(`/tasks/${id}/start`, stepped('four', 15))).statusCode).toBe(200)
    const segments = await db.from('task_times').select('started_at').orderBy('id').execute()
    expect(segments.map(({ started_at }) => started_at)).toEqual([at(9), at(20)])
    const finished = await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 10, ...stepped('five', 5) })
    expect(taskOf(finished)).toMatchObject({ status: 'review', finished_at: at(25) })
  })

  test('that are refused can be sent again', async () => {
    const id = await make({ quantity: 2 })
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 0))
    const tooMany = await as.staff.post(`/tasks/${id}/progress`, { added: 3, ...stepped('two', 0) })
    expect([tooMany.statusCode, Object.keys(tooMany.body.errors as object)]).toEqual([422, ['added']])
    const fewer = await as.staff.post(`/tasks/${id}/progress`, { added: -1, ...stepped('two', 0) })
    expect([fewer.statusCode, Object.keys(fewer.body.errors as object)]).toEqual([422, ['added']])
    const right = await as.staff.post(`/tasks/${id}/progress`, { added: 2, ...stepped('two', 0) })
    expect([right.statusCode, taskOf(right).quantity_done]).toEqual([200, 2])
  })

  test('a task that was started later on another device is not paused before it began', async () => {
    const id = await make()
    const second = await make()
    stopClockAt(at(30))
    await as.staff.post(`/tasks/${second}/start`)
    stopClockAt(at(40))
    const started = await as.staff.post(`/tasks/${id}/start`, stepped('one', 20))
    expect([started.statusCode, started.body.paused_task_id, taskOf(started).started_at]).toEqual([
      200,
      second,
      at(30),
    ])
  })

  test('finish at the time they were made', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`, stepped('one', 0))
    stopClockAt(at(60))
    const finished = await as.staff.post(`/tasks/${id}/finish`, { quantity_done: 10, ...stepped('two', 45) })
    expect(taskOf(finished)).toMatchObject({ status: 'done', finished_at: at(15), spent_seconds: 15 * 60 })
  })
})

test('a comment that is sent again is one comment, dated when it was written', async () => {
  const id = await make()
  stopClockAt(at(60))
  const written = { text: 'Не хватает крышек', ...stepped('one', 50) }
  const answers = await Promise.all([1, 2].map(() => as.staff.post(`/tasks/${id}/comments`, written)))
  expect(answers.map(({ statusCode, body }) => [statusCode, (body.comment as Told).created_at])).toEqual([
    [201, at(10)],
    [201, at(10)],
  ])
  expect(taskOf(await as.staff.get(`/tasks/${id}`)).comments).toHaveLength(1)
})

describe('a report of progress', () => {
  test('adds up what two devices counted', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`)
    await Promise.all([1, 2, 3, 4].map((added) => as.staff.post(`/tasks/${id}/progress`, { added })))
    expect(taskOf(await as.staff.get(`/tasks/${id}`)).quantity_done).toBe(10)
  })

  test('is either the whole count or what was added', async () => {
    const id = await make()
    await as.staff.post(`/tasks/${id}/start`)
    for (const body of [{}, { quantity_done: 1, added: 1 }]) {
      const { statusCode, body: answer } = await as.staff.post(`/tasks/${id}/progress`, body)
      expect([statusCode, Object.keys(answer.errors as object)]).toEqual([422, ['quantity_done']])
    }
  })
})

test('the database refuses steps out of order, changed steps and steps of another company', async () => {
  const insert = (id: string, dated: string, received: string, companyId = db.companyId) =>
    db.query(sql`insert into work_steps (company_id, user_id, id, call, subject_id, made_at, dated_at, received_at)
      values (${companyId}, ${people.staff.id}, ${id}, 'tasks.start', 1, ${dated}, ${dated}, ${received})`)
  await insert('a', at(10), at(10))
  await expect(insert('b', at(9), at(11))).rejects.toThrow(/not dated before the previous/)
  await expect(insert('c', at(11), at(11 + 24 * 60 + 1))).rejects.toThrow(/work_steps_dated_within_a_day/)
  await expect(insert('d', at(12), at(11))).rejects.toThrow(/work_steps_made_before_received/)
  const stranger = await buildCompany(test_.root)
  await expect(insert('e', at(12), at(12), stranger.companyId)).rejects.toThrow(/foreign key/)
  await expect(
    db.query(sql`update work_steps set call = 'x' where company_id = ${db.companyId}`),
  ).rejects.toThrow(/only added/)
})
