import { beforeEach, describe, expect, test } from 'vitest'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { buildProduct, buildUser, buildWarehouse, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { somebodyWaits } from '../../testing/waits.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']
let people: Team['people']
let second: TestUser
let asSecond: TestClient
let product: number

beforeEach(async () => {
  ;({ db, as, people } = await buildTeam(test_))
  second = await buildUser(test_.root, db, 'owner')
  asSecond = await TestClient.signIn(test_.app, second)
  product = await buildProduct(db)
})

/** Locks a row until `release`, so that calls that need it wait. */
async function hold(
  table: 'products' | 'users',
  id: number,
): Promise<{ held: Root; release: () => Promise<void>; commit: () => Promise<void> }> {
  const held = await test_.root.startTransaction().execute()
  await held.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  return { held, release: () => held.rollback().execute(), commit: () => held.commit().execute() }
}

const rename = (client: TestClient) => client.send('PUT', `/products/${product}`, { name: 'Другое' })
const status = (client: TestClient, id: number, value: 'active' | 'archived') =>
  client.send('PUT', `/users/${id}/status`, { status: value })
const hire = (client: TestClient) =>
  client.post('/users/create', {
    first_name: 'Новый',
    last_name: 'Владелец',
    type: 'owner',
    email: 'backdoor@artel.test',
    password: 'correct-horse-42',
  })
const codes = (answers: readonly Answer[]) => answers.map(({ statusCode }) => statusCode)
const stateOf = async (id: number) =>
  db.from('users').select(['type', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
const nameOf = async () =>
  (await db.from('products').select('name').where('id', '=', product).executeTakeFirstOrThrow()).name

// A call that waits for a row or for its turn is not carried out if its person loses their rights meanwhile.
describe('a call that has waited is refused if its user has since', () => {
  const queue = async (takeRights: () => Promise<Answer>): Promise<Answer[]> => {
    const { held, release } = await hold('products', product)
    const waiting = Array.from({ length: 4 }, () => rename(asSecond))
    await somebodyWaits(held, 4)
    // These calls wait for their turn behind the four.
    const behind = [
      hire(asSecond),
      status(asSecond, second.id, 'active'),
      asSecond.send('PUT', `/users/${second.id}`, { type: 'owner' }),
      asSecond.get(`/products/${product}`),
    ]
    expect((await takeRights()).statusCode).toBe(200)
    // Longer than a session that was read may be used.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await release()
    return Promise.all([...waiting, ...behind])
  }

  test('been archived', async () => {
    const before = await nameOf()
    const answers = await queue(() => status(as.owner, second.id, 'archived'))
    expect(codes(answers)).toEqual(Array(8).fill(401))
    expect(await stateOf(second.id)).toEqual({ type: 'owner', status: 'archived' })
    expect(await nameOf()).toBe(before)
    expect((await db.from('users').select('id').where('last_name', '=', 'Владелец').execute()).length).toBe(0)
  })

  test('been given another type', async () => {
    const answers = await queue(() => as.owner.send('PUT', `/users/${second.id}`, { type: 'staff' }))
    expect(new Set(codes(answers).map((code) => code === 401 || code === 403))).toEqual(new Set([true]))
    expect(await stateOf(second.id)).toEqual({ type: 'staff', status: 'active' })
  })

  test('ended their sessions from another device', async () => {
    const elsewhere = await TestClient.signIn(test_.app, second)
    const answers = await queue(() => elsewhere.send('DELETE', '/user/sessions'))
    expect(codes(answers)).toEqual(Array(8).fill(401))
  })
})

test('a user cannot restore their own rights by a call that waits for their own row', async () => {
  for (const call of [
    () => status(asSecond, second.id, 'active'),
    () => asSecond.send('PUT', `/users/${second.id}`, { type: 'owner', position: 'Владелец' }),
    () => asSecond.post('/users/bulk', { action: 'restore', ids: [second.id] }),
  ]) {
    const held = await test_.root.startTransaction().execute()
    const fields = { status: 'archived', type: 'owner' } as const
    await held.updateTable('users').set(fields).where('id', '=', second.id).execute()
    const answer = call()
    await somebodyWaits(held)
    await held.commit().execute()
    await answer
    expect(await stateOf(second.id)).toEqual({ type: 'owner', status: 'archived' })
    await db.update('users', { status: 'active' }).where('id', '=', second.id).execute()
  }
})

/**
 * Calls that change the row of their own person, without those of the account (`auth.still-allowed.test.ts`).
 */
const ownRowCalls: Record<string, (id: number, warehouse: number) => Promise<Answer>> = {
  'their data': (id) => asSecond.send('PUT', `/users/${id}`, { phone: '+7 900 000-00-00' }),
  'their type': (id) => asSecond.send('PUT', `/users/${id}`, { type: 'admin' }),
  'their warehouse': (id, value) => asSecond.post('/users/bulk', { action: 'warehouse', ids: [id], value }),
  'their settings': () => asSecond.send('PUT', '/settings', { parent: 'user', settings: { theme: 'dark' } }),
}

// Applies after a wait of any length: ending a session locks the same row, so one of the two comes first.
test.each(Object.entries(ownRowCalls))(
  'a user who is signed out while their call waits for their own row does not change %s',
  async (_, call) => {
    const rowOf = () => db.from('users').selectAll().where('id', '=', second.id).executeTakeFirstOrThrow()
    const warehouse = await buildWarehouse(db)
    const before = await rowOf()
    const { held, commit } = await hold('users', second.id)
    const answer = call(second.id, warehouse)
    await somebodyWaits(held)
    await held.deleteFrom('sessions').where('user_id', '=', second.id).execute()
    await commit()
    expect((await answer).statusCode).toBe(401)
    expect(await rowOf()).toEqual(before)
  },
)

test('a slow change of the user’s own type and a slow sign-out are not refused', async () => {
  const { held, release } = await hold('users', second.id)
  const demoted = asSecond.send('PUT', `/users/${second.id}`, { type: 'admin' })
  await somebodyWaits(held)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await release()
  expect((await demoted).statusCode).toBe(200)
  expect(await stateOf(second.id)).toMatchObject({ type: 'admin' })

  const slow = await test_.root.startTransaction().execute()
  await slow.selectFrom('sessions').select('id').where('user_id', '=', people.staff.id).forUpdate().execute()
  const left = as.staff.post('/auth/logout')
  await somebodyWaits(slow)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await slow.rollback().execute()
  expect((await left).statusCode).toBe(200)
  expect((await as.staff.get('/user/sessions')).statusCode).toBe(401)
})
