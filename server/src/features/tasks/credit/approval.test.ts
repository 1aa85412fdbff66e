import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { TestClient } from '../../../testing/client.ts'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { buildTask, buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { countAnswers } from '../../../testing/together.ts'
import { somebodyWaits } from '../../../testing/waits.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const started_at = '2026-11-20T06:00:00.000Z'
const pay = { money: 500, coins: 5 }
const begin = (user: TestUser, fields: object = {}, creator = people.admin) =>
  buildTask(db, creator, { ...pay, user_id: user.id, status: 'paused', started_at, ...fields })
const review = (user: TestUser, fields: object = {}, creator = people.admin) =>
  begin(user, { status: 'review', finished_at: started_at, quantity_done: 1, ...fields }, creator)

type Shown = { status: string; needs_review: boolean; can: Record<string, boolean>; money: number }
const readTask = async (id: number, client = as.owner) =>
  (await client.get(`/tasks/${id}`)).body.task as Shown
const finish = async (client: TestClient, id: number) =>
  ((await client.post(`/tasks/${id}/finish`)).body.task as Shown).status
type Entry = { user_id: number; amount: number; approved_by: number | null; approver: { id: number } | null }
const entriesOf = async (user: TestUser, ledger = 'money') =>
  (await as.owner.post(`/listing/${ledger}`, { user_id: user.id })).body[ledger] as Entry[]
const changeType = (user: TestUser, type: 'staff' | 'admin' | 'owner') =>
  db.update('users', { type }).where('id', '=', user.id).execute()

describe('the approver', () => {
  test('is shown in the entries of both ledgers to the user who is paid', async () => {
    const id = await review(people.staff)
    await as.owner.post(`/tasks/${id}/approve`)
    for (const ledger of ['money', 'coins']) {
      const { body } = await as.staff.post(`/listing/${ledger}`)
      expect(body[ledger]).toMatchObject([
        { kind: 'task', approved_by: people.owner.id, approver: { id: people.owner.id } },
      ])
    }
  })

  test('is the creator of a task without review, or the last user who changed its price', async () => {
    const other = await buildUser(test_.root, db, 'admin')
    const created = await as.admin.post('/tasks/create', {
      title: 'Кружки',
      user_id: people.staff.id,
      ...pay,
    })
    const { id } = created.body.task as { id: number }
    const changes = [{ priority: 'high' }, { money: 700 }, { description: 'Бережно' }]
    const client = await TestClient.signIn(test_.app, other)
    const names: number[] = []
    for (const change of changes) {
      await (change.money ? client : as.owner).send('PUT', `/tasks/${id}`, change)
      const row = await db.from('tasks').select('priced_by').where('id', '=', id).executeTakeFirstOrThrow()
      names.push(row.priced_by)
    }
    expect(names).toEqual([people.admin.id, other.id, other.id])
    await as.staff.post(`/tasks/${id}/start`)
    expect(await finish(as.staff, id)).toBe('done')
    expect(await entriesOf(people.staff)).toMatchObject([{ amount: 700, approved_by: other.id }])
  })

  test.each(['quantity', 'money', 'coins', 'norm_seconds', 'requires_review'])(
    'is the user who changed %s',
    async (name) => {
      const id = await begin(people.staff)
      await as.owner.send('PUT', `/tasks/${id}`, { [name]: name === 'requires_review' ? true : 9 })
      const row = await db.from('tasks').select('priced_by').where('id', '=', id).executeTakeFirstOrThrow()
      expect(row.priced_by).toBe(people.owner.id)
    },
  )
})

describe('a task of an admin', () => {
  test('goes to review even if none is required, and another person approves it', async () => {
    const id = await begin(people.admin, { requires_review: false })
    expect(await readTask(id)).toMatchObject({ needs_review: true })
    expect(await finish(as.admin, id)).toBe('review')
    const before = await fingerprint(test_.root, [db.companyId])
    const own = await as.admin.post(`/tasks/${id}/approve`)
    expect([own.statusCode, own.body.code]).toEqual([403, 'forbidden'])
    const many = await as.admin.post('/tasks/bulk', { ids: [id], action: 'approve' })
    expect(many.body).toMatchObject({ changed: 0, refused: [{ id, code: 'forbidden' }] })
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect((await readTask(id, as.admin)).can).toMatchObject({ approve: false, return: true })
    const other = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    expect((await readTask(id, other)).can).toMatchObject({ approve: true })
    expect((await other.post(`/tasks/${id}/approve`)).statusCode).toBe(200)
    expect(await entriesOf(people.admin)).toMatchObject([{ amount: 500 }])
  })

  test('goes to review if taken from the pool, assigned, or if its assignee became an admin', async () => {
    const pool = await buildTask(db, people.owner, pay)
    await as.admin.post(`/tasks/${pool}/start`)
    const given = await begin(people.staff)
    await as.owner.send('PUT', `/tasks/${given}`, { user_id: people.admin.id })
    const risen = await buildUser(test_.root, db, 'staff')
    const before = await begin(risen, {}, people.owner)
    await changeType(risen, 'admin')
    for (const id of [pool, given, before]) expect(await finish(as.owner, id)).toBe('review')
  })

  test('goes to review too if an admin who is now staff has set its price', async () => {
    await changeType(people.admin, 'staff')
    const own = await begin(people.admin)
    const others = await begin(people.staff)
    expect(await finish(as.owner, own)).toBe('review')
    expect(await finish(as.owner, others)).toBe('review')
    expect((await as.owner.post('/tasks/bulk', { ids: [own, others], action: 'approve' })).body.changed).toBe(
      2,
    )
  })

  test('is finished and approved alone by an owner', async () => {
    const created = await as.owner.post('/tasks/create', {
      title: 'Кружки',
      user_id: people.owner.id,
      ...pay,
    })
    const { id } = created.body.task as { id: number }
    await as.owner.post(`/tasks/${id}/start`)
    expect(await finish(as.owner, id)).toBe('done')
    const reviewed = await review(people.owner, {}, people.owner)
    expect((await as.owner.post(`/tasks/${reviewed}/approve`)).statusCode).toBe(200)
    expect(await entriesOf(people.owner)).toMatchObject([
      { approved_by: people.owner.id },
      { approved_by: people.owner.id },
    ])
  })

  test('cannot be made from a colleague’s task in review', async () => {
    const id = await review(people.staff)
    const { statusCode, body } = await as.admin.send('PUT', `/tasks/${id}`, {
      user_id: people.admin.id,
      money: 900_000,
    })
    expect([statusCode, body.errors]).toMatchObject([422, { user_id: [expect.stringContaining('проверке')] }])
    const many = await as.admin.post('/tasks/bulk', {
      ids: [id],
      action: 'assign',
      value: people.admin.id,
    })
    expect(many.body).toMatchObject({ changed: 0, refused: [{ id, code: 'wrong_state' }] })
    expect(await readTask(id)).toMatchObject({ money: 500, user_id: people.staff.id })
  })
})

describe('the terms of a task', () => {
  const terms = {
    quantity: 7,
    money: 9,
    coins: 9,
    norm_seconds: 9,
    requires_review: true,
  }

  test.each([...Object.entries(terms), ['user_id', 0] as const])(
    'are fixed in review: %s',
    async (name, value) => {
      const id = await review(people.staff)
      const sent = name === 'user_id' ? people.owner.id : value
      const before = await fingerprint(test_.root, [db.companyId])
      const { statusCode, body } = await as.owner.send('PUT', `/tasks/${id}`, {
        [name]: sent,
        title: 'Иначе',
      })
      expect([statusCode, Object.keys(body.errors as object)]).toEqual([422, [name]])
      expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    },
  )

  test('can change after a return, and other fields can change in review too', async () => {
    const id = await review(people.staff)
    expect((await readTask(id)).can).toMatchObject({ edit: true, edit_terms: false })
    const same = { title: 'Иначе', money: 500, user_id: people.staff.id, quantity: 1 }
    expect((await as.admin.send('PUT', `/tasks/${id}`, same)).statusCode).toBe(200)
    await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })
    expect((await readTask(id)).can).toMatchObject({ edit: true, edit_terms: true })
    expect((await as.admin.send('PUT', `/tasks/${id}`, { money: 900 })).statusCode).toBe(200)
  })

  test.each([
    ...(['review', 'done'] as const).flatMap((status) =>
      [
        { user_id: 1 },
        { quantity: 7 },
        { quantity_done: 0 },
        { money: 9 },
        { coins: 9 },
        { norm_seconds: 9 },
      ].map((change) => [status, change] as const),
    ),
  ])('are kept by the database in %s: %j', async (status, change) => {
    const id = await review(people.staff, { status })
    const fields = 'user_id' in change ? { user_id: people.owner.id } : change
    await expect(db.update('tasks', fields).where('id', '=', id).execute()).rejects.toThrow(/terms of a task/)
    // The terms cannot change together with the status from review to done either.
    const settled = { ...fields, status: 'done' } as const
    await expect(db.update('tasks', settled).where('id', '=', id).execute()).rejects.toThrow(
      /terms of a task/,
    )
  })

  test('are paid as approved when a concurrent request reassigns the task', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await review(people.staff)
      const [approved, given, back] = await Promise.all([
        as.owner.post(`/tasks/${id}/approve`),
        as.admin.send('PUT', `/tasks/${id}`, { user_id: people.admin.id, money: 900_000 }),
        as.admin.post('/tasks/bulk', { ids: [id], action: 'assign', value: people.admin.id }),
      ])
      expect(approved.statusCode).toBe(200)
      expect([409, 422]).toContain(given.statusCode)
      expect(back.body.changed).toBe(0)
    }
    expect(await entriesOf(people.admin)).toEqual([])
    expect((await entriesOf(people.staff)).map(({ amount }) => amount)).toEqual(Array(5).fill(500))
  })

  test('are not paid to an approver who stops being an owner before the posting', async () => {
    const id = await review(people.owner, {}, people.owner)
    const spare = await buildUser(test_.root, db, 'owner')
    const { answer } = await test_.root.transaction().execute(async (connection) => {
      const mine = new Db(connection, db.companyId)
      // Locks the account, so that the call has read everything before the person stops being an owner.
      await mine
        .from('accounts')
        .select('balance')
        .where('user_id', '=', people.owner.id)
        .forUpdate()
        .execute()
      const answer = as.owner.post('/tasks/bulk', { ids: [id], action: 'approve' })
      await somebodyWaits(connection)
      await mine.update('users', { type: 'admin' }).where('id', '=', people.owner.id).execute()
      return { answer }
    })
    const { statusCode, body } = await answer
    expect([statusCode, body.code]).toEqual([403, 'forbidden'])
    const client = await TestClient.signIn(test_.app, spare)
    expect((await client.post('/listing/money', { user_id: people.owner.id })).body.money).toEqual([])
  })
})

test('an admin deletes an own paid task and approves the reversal that takes the pay back', async () => {
  const id = await review(people.admin, {}, people.owner)
  await as.owner.post(`/tasks/${id}/approve`)
  // A reversal that takes from the actor's own account needs no other approver.
  expect(countAnswers([await as.admin.send('DELETE', `/tasks/${id}`)])).toEqual({ 200: 1 })
  expect((await entriesOf(people.admin)).map(({ amount, approved_by }) => [amount, approved_by])).toEqual([
    [-500, people.admin.id],
    [500, people.owner.id],
  ])
  const { rows } = await sql<{ type: string }>`
    select approver_type as type from ledger_entries where company_id = ${db.companyId} and ledger = 'money' order by id`.execute(
    test_.root,
  )
  expect(rows).toEqual([{ type: 'owner' }, { type: 'admin' }])
})
