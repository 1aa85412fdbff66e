import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser, buildWarehouse, type TestUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const send = (audience: object) =>
  as.admin.post('/company/pushes/send', { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00', audience })
const ask = (audience: object) => as.admin.post('/pushes/audience', { audience })
const refusal = ({ statusCode, body }: Answer) => [statusCode, Object.keys(body.errors ?? {})]

test('each condition of an audience narrows the others', async () => {
  const second = await buildUser(test_.root, db, 'staff')
  await buildUser(test_.root, db, 'staff', { status: 'archived' })
  const count = async (audience: object) => {
    const { body } = await ask(audience)
    return [body.people, body.with_devices]
  }
  expect(await count({ all: true })).toEqual([4, 0])
  expect(await count({ types: ['staff'] })).toEqual([2, 0])
  expect(await count({ types: ['staff', 'owner'] })).toEqual([3, 0])
  expect(await count({ user_ids: [second.id, people.admin.id] })).toEqual([2, 0])
  expect(await count({ types: ['staff'], user_ids: [second.id, people.admin.id] })).toEqual([1, 0])
  expect(await count({ leagues: ['bronze'] })).toEqual([4, 0])
  expect(await count({ leagues: ['diamond'] })).toEqual([0, 0])
  const made = await send({ types: ['staff'], user_ids: [second.id, people.admin.id] })
  expect(made.body.push).toMatchObject({ counts: { targets: 1 } })
})

test('an audience is the people of some warehouses', async () => {
  const [near, far, empty] = [await buildWarehouse(db), await buildWarehouse(db), await buildWarehouse(db)]
  const there = await buildUser(test_.root, db, 'staff', { warehouse_id: near })
  const away = await buildUser(test_.root, db, 'admin', { warehouse_id: far })
  expect((await ask({ warehouse_ids: [near] })).body).toMatchObject({ people: 1 })
  expect((await ask({ warehouse_ids: [near, far] })).body).toMatchObject({ people: 2 })
  expect((await ask({ warehouse_ids: [near, far], types: ['admin'] })).body).toMatchObject({ people: 1 })
  expect(refusal(await send({ warehouse_ids: [empty] }))).toEqual([422, ['audience']])
  const sent = await send({ warehouse_ids: [near, far] })
  expect(sent.body.push).toMatchObject({ audience: { warehouse_ids: [near, far] }, counts: { targets: 2 } })
  const clients = [there, away, people.staff].map((user) => TestClient.signIn(test_.app, user))
  const heard = await Promise.all((await Promise.all(clients)).map(newsOf))
  expect(heard.map(({ length }) => length)).toEqual([1, 1, 0])
})

test('an audience is the people who are on shift at the moment of sending, or the others', async () => {
  expect(refusal(await send({ is_on_shift: true }))).toEqual([422, ['audience']])
  await as.staff.post('/hours/start')
  expect((await ask({ is_on_shift: true })).body).toMatchObject({ people: 1 })
  expect((await ask({ is_on_shift: false })).body).toMatchObject({ people: 2 })
  expect((await send({ is_on_shift: true })).body.push).toMatchObject({ counts: { targets: 1 } })
  expect(await newsOf(as.staff)).toHaveLength(1)
  expect(await newsOf(as.owner)).toHaveLength(0)
  await as.staff.post('/hours/stop')
  expect((await ask({ is_on_shift: true })).body).toMatchObject({ people: 0 })
})

test('an audience with a user of another company or an archived user is refused', async () => {
  const other = await buildCompany(test_.root)
  const stranger = await buildUser(test_.root, other, 'staff')
  const archived = await buildUser(test_.root, db, 'staff', { status: 'archived' })
  const user_ids = [people.staff.id, stranger.id, archived.id]
  for (const call of [send, ask]) {
    const answer = await leavingNoTrace(test_.root, [db.companyId, other.companyId], () => call({ user_ids }))
    expect(refusal(answer)).toEqual([422, ['audience.user_ids.1']])
  }
})

test('an audience with a warehouse of another company is refused', async () => {
  const other = await buildCompany(test_.root)
  const warehouse_ids = [await buildWarehouse(db), await buildWarehouse(other)]
  for (const call of [send, ask]) {
    const answer = await leavingNoTrace(test_.root, [db.companyId, other.companyId], () =>
      call({ warehouse_ids }),
    )
    expect(refusal(answer)).toEqual([422, ['audience.warehouse_ids.1']])
  }
})

test('the audit log names the warehouses of an audience, and the shift', async () => {
  const warehouse = await buildWarehouse(db)
  await buildUser(test_.root, db, 'staff', { warehouse_id: warehouse })
  await send({ warehouse_ids: [warehouse], is_on_shift: false })
  const { body } = await as.owner.post('/listing/audit', { entity: 'push' })
  const after = { audience_warehouses: String(warehouse), audience_on_shift: false }
  expect(body.audit).toMatchObject([{ action: 'create', after }])
})
