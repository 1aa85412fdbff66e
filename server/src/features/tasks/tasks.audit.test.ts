import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'
import { buildLink } from '../../testing/media.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const build = (type: 'staff' | 'admin' | 'owner') => buildUser(test_.root, db, type)
  people = { staff: await build('staff'), admin: await build('admin'), owner: await build('owner') }
  const signIn = (user: TestUser) => TestClient.signIn(test_.app, user)
  as = {
    staff: await signIn(people.staff),
    admin: await signIn(people.admin),
    owner: await signIn(people.owner),
  }
})

type Entry = { action: string; user: { id: number }; before: object; after: object; id: number }

const log = async (filters: object = {}) => {
  const { body } = await as.owner.post('/listing/audit?direction=asc', { entity: 'task', ...filters })
  return body.audit as Entry[]
}
const create = async (fields: object = {}) => {
  const draft = { title: 'Свечи', user_id: people.staff.id, money: 5000, coins: 5, ...fields }
  const { body } = await as.admin.post('/tasks/create', draft)
  return (body.task as { id: number }).id
}
const edit = (id: number, fields: object) => as.admin.send('PUT', `/tasks/${id}`, fields)
const work = async (id: number) => {
  await as.staff.post(`/tasks/${id}/start`)
  expect((await as.staff.post(`/tasks/${id}/finish`)).statusCode).toBe(200)
}

test('logs what a task pays, who changed that, and who approved it', async () => {
  const id = await create({ requires_review: true })
  await edit(id, { money: 90_000, norm_seconds: 60 })
  await work(id)
  await as.admin.post(`/tasks/${id}/return`, { reason: 'Нет вкладыша' })
  await as.staff.post(`/tasks/${id}/start`)
  await as.staff.post(`/tasks/${id}/finish`)
  await as.owner.post(`/tasks/${id}/approve`)
  const about = { entity: 'task', entity_id: id, title: 'Свечи', children: 0 }
  const by = (user: TestUser) => ({ user: expect.objectContaining({ id: user.id }) })
  expect(await log()).toMatchObject([
    { ...about, ...by(people.admin), action: 'create', after: { money: 5000, coins: 5, quantity: 1 } },
    {
      ...about,
      ...by(people.admin),
      action: 'update',
      before: { money: 5000, norm_seconds: null },
      after: { money: 90_000, norm_seconds: 60 },
    },
    {
      ...about,
      ...by(people.admin),
      action: 'return',
      before: { status: 'review', returns: 0 },
      after: { status: 'paused', returns: 1, return_reason: 'Нет вкладыша' },
    },
    {
      ...about,
      ...by(people.owner),
      action: 'approve',
      before: { status: 'review' },
      after: { status: 'done' },
    },
  ])
})

test('logs the finish of a task without review, and a deletion with the pay', async () => {
  const id = await create()
  await work(id)
  await as.admin.send('DELETE', `/tasks/${id}`)
  expect((await log()).slice(1)).toMatchObject([
    { action: 'finish', after: { status: 'done', quantity_done: 1 } },
    { action: 'delete', before: { status: 'done', money: 5000, coins: 5, user_id: people.staff.id } },
  ])
})

test('logs media that were added to or removed from finished work', async () => {
  const id = await create({ requires_review: true })
  const [own, more, other] = [
    await buildLink(db, people.staff),
    await buildLink(db, people.staff),
    await buildLink(db, people.admin),
  ]
  const attach = (client: TestClient, one: number) =>
    client.post(`/tasks/${id}/multimedia`, { multimedia_ids: [one] })
  await attach(as.staff, own)
  await work(id)
  await attach(as.staff, more)
  await as.admin.post(`/tasks/${id}/approve`)
  await attach(as.admin, other)
  await as.owner.send('DELETE', `/tasks/${id}/multimedia`, { multimedia_ids: [own] })
  const told = (user: TestUser, before: number[], after: number[]) => ({
    action: 'update',
    title: 'Свечи',
    user: { id: user.id },
    before: { multimedia_ids: before },
    after: { multimedia_ids: after },
  })
  expect(await log({ action: 'update' })).toMatchObject([
    told(people.staff, [own], [own, more]),
    told(people.admin, [own, more], [own, more, other]),
    told(people.owner, [own, more, other], [more, other]),
  ])
})

test('tells only what an edit has changed, and nothing of how tasks are kept', async () => {
  const id = await create()
  await edit(id, { priority: 'high' })
  const [, told] = await log()
  expect([told?.before, told?.after]).toEqual([{ priority: 'normal' }, { priority: 'high' }])
})

test('logs a bulk action as one entry with a child for each changed task', async () => {
  const ids = [await create(), await create()]
  const urgent = await buildTask(db, people.admin, { priority: 'urgent' })
  const bulk = { ids: [...ids, urgent], action: 'priority', value: 'urgent' }
  expect((await as.admin.post('/tasks/bulk', bulk)).body).toMatchObject({ changed: 3 })
  const [whole] = (await log({ action: 'update' })) as [Entry]
  expect(whole).toMatchObject({ entity_id: null, after: { tasks: 2 }, children: 2 })
  const parts = await log({ parent_id: whole.id })
  expect(parts).toMatchObject(
    ids.map((entity_id) => ({ entity_id, before: { priority: 'normal' }, after: { priority: 'urgent' } })),
  )
})

test('logs neither refused changes nor changes without effect', async () => {
  const id = await create()
  await edit(id, { money: -1 })
  await edit(id, { money: 5000, title: 'Свечи' })
  await as.staff.send('PUT', `/tasks/${id}`, { money: 1 })
  expect((await log()).map(({ action }) => action)).toEqual(['create'])
})
