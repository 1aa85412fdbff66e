import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildShift, buildUser, buildWarehouse } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'

const test_ = useTestApp()

async function build() {
  const db = await buildCompany(test_.root)
  const warehouse_id = await buildWarehouse(db)
  const [admin, staff] = [await buildUser(test_.root, db, 'admin'), await buildUser(test_.root, db, 'staff')]
  const gone = await buildUser(test_.root, db, 'staff', { warehouse_id, status: 'archived' })
  for (const person of [admin, staff, gone]) await buildShift(db, person)
  const client = await TestClient.signIn(test_.app, admin)
  return { warehouse_id, ask: (filters: object) => client.post('/listing/hours', filters) }
}

test('shifts are filtered by the current type, status and warehouse of their people', async () => {
  const { ask, warehouse_id } = await build()
  const found = async (filters: object) =>
    ((await ask(filters)).body as { pagination: { total: number } }).pagination.total
  expect(await found({ warehouse_id })).toBe(1)
  expect(await found({ warehouse_id: [null, warehouse_id] })).toBe(3)
  expect(await found({ user_status: 'active' })).toBe(2)
  expect(await found({ user_type: ['staff', 'owner'], user_status: 'active' })).toBe(1)
  expect(await found({ user_type: 'admin', warehouse_id })).toBe(0)
})

test.each([
  [{ user_type: 'boss' }, 'user_type'],
  [{ user_status: 'ill' }, 'user_status'],
  [{ warehouse_id: 'x' }, 'warehouse_id'],
])('rejects %j at %s', async (filters, path) => {
  const { statusCode, body } = await (await build()).ask(filters)
  expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
})
