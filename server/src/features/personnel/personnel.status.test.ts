import { randomUUID } from 'node:crypto'
import type { UserType } from '@artel/contract/access'
import type { ManagedUser } from '@artel/contract/users/users'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { portions } from '../../database/queries/portions.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildTask, buildUser, type TestUser, testPassword } from '../../testing/rows/build.ts'
import { buildTeam, canSignIn } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

const signIn = (user: TestUser) => TestClient.signIn(test_.app, user)

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const userOf = ({ body }: Answer) => body.user as ManagedUser
const put = (client: TestClient, id: number, body: object) => client.send('PUT', `/users/${id}`, body)
const setStatus = (client: TestClient, id: number, status: string, more: object = {}) =>
  client.send('PUT', `/users/${id}/status`, { status, ...more })

async function auditOf(id: number) {
  const { body } = await as.owner.post('/listing/audit?limit=50', { entity: 'user' })
  const entries = body.audit as { entity_id: number; action: string; before: object; after: object }[]
  return entries.filter(({ entity_id, action }) => entity_id === id && !action.startsWith('login'))
}

describe('archiving', () => {
  test('ends access at once and pauses the running task; repeating does nothing', async () => {
    const theirs = await signIn(people.staff)
    const task = await buildTask(db, people.admin, { user_id: people.staff.id })
    expect((await theirs.post(`/tasks/${task}/start`)).statusCode).toBe(200)
    const { unfinished } = (await as.admin.get(`/users/${people.staff.id}/unfinished`)).body
    expect(unfinished).toMatchObject({ running_task: { id: task }, open_tasks: 0 })
    const archived = await setStatus(as.admin, people.staff.id, 'archived')
    expect(userOf(archived)).toMatchObject({ status: 'archived', can: { archive: false, restore: true } })
    expect((await theirs.post('/users')).statusCode).toBe(401)
    expect(await canSignIn(test_, people.staff.email, testPassword)).toBe(false)
    const { body } = await as.admin.get(`/tasks/${task}`)
    expect(body.task).toMatchObject({ status: 'paused', running_since: null })
    const again = await setStatus(as.admin, people.staff.id, 'archived')
    expect([again.statusCode, userOf(again).version]).toEqual([200, 2])
    expect(await auditOf(people.staff.id)).toMatchObject([
      { action: 'archive', before: { status: 'active' }, after: { status: 'archived' } },
    ])
    expect((await as.admin.post(`/tasks/${task}/start`)).statusCode).toBe(409)
  })

  test('keeps open tasks assigned, or releases them to the pool on request', async () => {
    const open = await buildTask(db, people.admin, { user_id: people.staff.id })
    const assignee = async () =>
      (await as.admin.get(`/tasks/${open}`)).body.task as { user_id: number | null }
    await setStatus(as.admin, people.staff.id, 'archived')
    expect((await assignee()).user_id).toBe(people.staff.id)
    await setStatus(as.admin, people.staff.id, 'active')
    await setStatus(as.admin, people.staff.id, 'archived', { release_tasks: true })
    expect((await assignee()).user_id).toBeNull()
  })

  test('tells each released task in the audit log, and only those', async () => {
    const staff = people.staff.id
    const open = await buildTask(db, people.admin, { user_id: staff, title: 'Свечи' })
    await buildTask(db, people.admin, { user_id: people.owner.id })
    await buildTask(db, people.admin, { user_id: staff, status: 'paused', started_at: nowIso() })
    const log = async (filters: object = {}) => {
      const { body } = await as.owner.post('/listing/audit?direction=asc', { entity: 'task', ...filters })
      return body.audit as { id: number }[]
    }
    const release = async () => {
      const known = (await log()).length
      expect((await setStatus(as.admin, staff, 'archived', { release_tasks: true })).statusCode).toBe(200)
      await setStatus(as.admin, staff, 'active')
      return (await log()).slice(known)
    }
    const told = { action: 'update', before: { user_id: staff }, after: { user_id: null } }
    expect(await release()).toMatchObject([
      { ...told, entity_id: open, title: 'Свечи', user: { id: people.admin.id } },
    ])
    expect(await release()).toEqual([])
    const more = [await buildTask(db, people.admin, { user_id: staff })]
    more.push(await buildTask(db, people.admin, { user_id: staff }))
    const [whole, ...others] = await release()
    expect([whole, others]).toMatchObject([{ entity_id: null, after: { tasks: 2 }, children: 2 }, []])
    const parts = await log({ parent_id: whole?.id })
    expect(parts).toMatchObject(more.map((entity_id) => ({ ...told, entity_id })))
  })

  test('releases more tasks than a statement has parameters, in a few statements', async () => {
    const count = 6500 // an entry of the audit log has 11 columns
    const by = { created_by: people.admin.id, priced_by: people.admin.id, created_at: nowIso() }
    const draft = { user_id: people.staff.id, title: 'Свечи', requires_review: false, ...by }
    for (const rows of portions(Array.from({ length: count }, () => draft)))
      await db.insert('tasks', rows).execute()
    const submit = vi.spyOn(pg.Query.prototype, 'submit')
    const archived = await setStatus(as.admin, people.staff.id, 'archived', { release_tasks: true })
    const statements = submit.mock.calls.length
    submit.mockRestore()
    expect(archived.statusCode).toBe(200)
    expect(statements).toBeGreaterThan(10)
    expect(statements).toBeLessThan(100)
    const events = await db.from('task_events').select('changes').execute()
    expect(events).toHaveLength(count)
    expect(events[0]).toEqual({ changes: { user_id: [people.staff.id, null] } })
    const left = db.from('tasks').select('id').where('user_id', '=', people.staff.id)
    expect(await left.execute()).toEqual([])
  })

  test('cancels mailed links; restoring allows sign-in with the old password', async () => {
    const body = { first_name: 'Вера', last_name: 'Полякова', email: `${randomUUID()}@artel.test` }
    const { id } = userOf(await as.admin.post('/users/create', body))
    const links = () => db.from('mailed_links').select('kind').where('user_id', '=', id).execute()
    expect(await links()).toEqual([{ kind: 'invitation' }])
    await setStatus(as.admin, id, 'archived')
    expect(await links()).toEqual([])
    expect(codeOf(await as.admin.post(`/users/${id}/invite`))).toEqual([409, 'wrong_state'])
    expect(userOf(await setStatus(as.admin, id, 'active'))).toMatchObject({ can: { invite: true } })
    await setStatus(as.admin, people.staff.id, 'archived')
    await setStatus(as.admin, people.staff.id, 'active')
    expect(await canSignIn(test_, people.staff.email, testPassword)).toBe(true)
  })

  test('leaves no task running that is started concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const assignee = await buildUser(test_.root, db, 'staff')
      const task = await buildTask(db, people.admin, { user_id: assignee.id })
      const theirs = await signIn(assignee)
      const [, archived] = await Promise.all([
        theirs.post(`/tasks/${task}/start`),
        setStatus(as.admin, assignee.id, 'archived'),
      ])
      expect(archived.statusCode).toBe(200)
      const { body } = await as.admin.get(`/tasks/${task}`)
      expect((body.task as { status: string }).status).not.toBe('in_progress')
    }
  })

  test.each([{ status: 'gone' }, {}, { status: 'archived', type: 'staff' }])(
    'is refused with %j',
    async (body) => {
      expect((await as.admin.send('PUT', `/users/${people.staff.id}/status`, body)).statusCode).toBe(422)
    },
  )
})

describe('the last active owner', () => {
  test('cannot be archived, deleted or demoted', async () => {
    await buildUser(test_.root, db, 'owner', { status: 'archived' })
    const { id } = people.owner
    const before = await fingerprint(test_.root, [db.companyId])
    for (const answer of [
      await setStatus(as.owner, id, 'archived'),
      await put(as.owner, id, { type: 'admin' }),
      await as.owner.send('DELETE', `/users/${id}`),
    ]) {
      expect(codeOf(answer)).toEqual([409, 'last_owner'])
    }
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('is protected by the database too', async () => {
    await expect(db.update('users', { status: 'archived' }).execute()).rejects.toThrow(
      'the last active owner',
    )
    await expect(db.remove('users').where('type', '=', 'owner').execute()).rejects.toThrow(
      'the last active owner',
    )
  })
})

describe('deleting a user', () => {
  test('works without history and frees the email', async () => {
    const password = 'вишня грузовик пять'
    const email = `${randomUUID()}@artel.test`
    const body = { first_name: 'Вера', last_name: 'Полякова', email, password }
    const { id } = userOf(await as.owner.post('/users/create', body))
    expect(await canSignIn(test_, email, password)).toBe(true)
    expect((await as.owner.send('DELETE', `/users/${id}`)).statusCode).toBe(200)
    expect((await as.owner.get(`/users/${id}`)).statusCode).toBe(404)
    expect((await as.owner.post('/users/create', body)).statusCode).toBe(201)
    const [entry] = await auditOf(id)
    expect(entry).toMatchObject({ action: 'delete', before: { email } })
  })

  test('is refused with history', async () => {
    await buildTask(db, people.admin, { user_id: people.staff.id })
    const before = await fingerprint(test_.root, [db.companyId])
    for (const { id } of [people.staff, people.admin]) {
      expect(codeOf(await as.owner.send('DELETE', `/users/${id}`))).toEqual([409, 'has_history'])
    }
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })
})

describe('a bulk action', () => {
  // The log of all tests is searched for changes that a call does not declare.
  test('archives a person who is on shift and at work', async () => {
    const theirs = await signIn(people.staff)
    const task = await buildTask(db, people.admin, { user_id: people.staff.id })
    expect((await theirs.post('/hours/start')).statusCode).toBe(201)
    expect((await theirs.post(`/tasks/${task}/start`)).statusCode).toBe(200)
    const bulk = { ids: [people.staff.id], action: 'archive', release_tasks: true }
    expect((await as.admin.post('/users/bulk', bulk)).body).toMatchObject({ changed: 1, refused: [] })
    const { hours } = (await as.admin.post('/listing/hours', { user_id: people.staff.id })).body
    expect(hours).toMatchObject([{ ended_at: expect.any(String) }])
  })

  test('archives the users it may, names the others, and adds one audit entry', async () => {
    const second = await buildUser(test_.root, db, 'staff', { first_name: 'Ольга' })
    const other = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, other, 'staff')
    const ids = [people.staff.id, second.id, people.admin.id, people.owner.id, stranger.id]
    const { body } = await as.admin.post('/users/bulk', { ids, action: 'archive' })
    expect(body).toMatchObject({ changed: 2 })
    expect((body.refused as { id: number }[]).toSorted((a, b) => a.id - b.id)).toEqual(
      [
        { id: people.owner.id, code: 'forbidden' },
        { id: people.admin.id, code: 'forbidden' },
        { id: stranger.id, code: 'not_found' },
      ].toSorted((a, b) => a.id - b.id),
    )
    const log = await as.owner.post('/listing/audit', { action: 'archive' })
    expect(log.body.audit).toMatchObject([{ entity_id: null, children: 2 }])
  })

  test('never archives the actor or the last owner', async () => {
    const second = await buildUser(test_.root, db, 'owner')
    const other = await signIn(second)
    await setStatus(as.owner, second.id, 'active')
    const { body } = await other.post('/users/bulk', { filter: { type: 'owner' }, action: 'archive' })
    expect(body).toMatchObject({ changed: 1, refused: [{ id: second.id, code: 'forbidden' }] })
    const { refused } = (await other.post('/users/bulk', { ids: [second.id], action: 'archive' })).body
    expect(refused).toEqual([{ id: second.id, code: 'forbidden' }])
  })

  test('sets the warehouse of all users that match a filter', async () => {
    const { id } = await db.from('warehouses').select('id').executeTakeFirstOrThrow()
    const move = { filter: { type: 'staff' }, action: 'warehouse', value: id }
    expect((await as.admin.post('/users/bulk', move)).body).toMatchObject({ changed: 1, refused: [] })
    expect((await as.admin.post('/users', { warehouse_id: id })).body.pagination).toMatchObject({ total: 1 })
    const [entry] = (await as.owner.post('/listing/audit', { action: 'update' })).body.audit as object[]
    expect(entry).toMatchObject({ entity: 'user', entity_id: null, children: 1 })
  })

  test.each([
    [{ action: 'archive' }, 'ids'],
    [{ ids: [1], filter: {}, action: 'archive' }, 'ids'],
    [{ ids: [1], action: 'delete' }, 'action'],
    [{ ids: [1], action: 'warehouse', value: 999_999_999 }, 'value'],
    [{ ids: [1], action: 'restore', release_tasks: true }, 'release_tasks'],
  ])('is refused with %j', async (body, field) => {
    expect(fieldsOf(await as.admin.post('/users/bulk', body))).toEqual([422, field])
  })
})
