import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import {
  buildCompany,
  buildProduct,
  buildTask,
  buildUser,
  buildWarehouse,
  type TestUser,
} from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'owner' | 'admin' | 'staff', TestUser>
let as: Record<'owner' | 'admin' | 'staff', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  await db.updateCompany({ is_led: true })
  people = {
    owner: await buildUser(test_.root, db, 'owner'),
    admin: await buildUser(test_.root, db, 'admin'),
    staff: await buildUser(test_.root, db, 'staff'),
  }
  const signIn = (who: keyof typeof people) => TestClient.signIn(test_.app, people[who])
  as = { owner: await signIn('owner'), admin: await signIn('admin'), staff: await signIn('staff') }
})

type Answer = {
  steps: { name: string; is_done: boolean }[]
  example: { is_in: boolean; can: { add: boolean; remove: boolean } }
}
const read = async (who: 'owner' | 'admin' = 'owner') => (await as[who].get('/first_steps')).body as Answer
const done = async (who: 'owner' | 'admin' = 'owner') =>
  (await read(who)).steps.filter(({ is_done }) => is_done).map(({ name }) => name)
const add = () => as.owner.post('/first_steps/example')
const remove = () => as.owner.send('DELETE', '/first_steps/example')

describe('the example', () => {
  test('comes and goes', async () => {
    const answer = await add()
    expect(answer.body).toMatchObject({ status: true })
    expect(await db.from('products').select('id').execute()).toHaveLength(8)
    const removed = await remove()
    expect(removed.body).toMatchObject({ status: true, stayed: [] })
    expect(await db.from('products').select('id').execute()).toHaveLength(0)
    expect(await db.from('tasks').select('id').execute()).toHaveLength(0)
    expect(await db.from('supplies').select('id').execute()).toHaveLength(0)
  })
})
