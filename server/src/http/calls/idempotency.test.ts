import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

const hour = 3_600_000
const test_ = useTestApp()
afterEach(() => moveClock(0))

async function admin() {
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'), {
    remember: true,
  })
  const create = (key: string | string[], body: object = { title: 'Свечи' }) =>
    client.send('POST', '/tasks/create', body, { headers: { 'idempotency-key': key as string } }) // a list: sent twice
  const count = async () => (await db.from('tasks').select('id').execute()).length
  return { db, create, count }
}

describe('an idempotency key', () => {
  test('gives twenty concurrent calls one effect and the same answer', async () => {
    const { create, count } = await admin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('a')))
    for (const { statusCode, raw } of answers) {
      expect(statusCode).toBe(201)
      expect(raw.json()).toEqual(answers[0]!.raw.json())
    }
    expect(await count()).toBe(1)
  })

  test('is refused with another body, and expires after a day', async () => {
    const { db, create, count } = await admin()
    await create('a')
    const other = await create('a', { title: 'Кружки' })
    expect([other.statusCode, other.body.code]).toEqual([409, 'idempotency_conflict'])
    moveClock(23 * hour)
    expect((await create('a')).statusCode).toBe(201)
    expect(await count()).toBe(1)
    moveClock(0)
    await db.query(sql`update idempotency_keys set created_at = created_at - interval '25 hours'
      where company_id = ${db.companyId}`)
    expect((await create('a', { title: 'Кружки' })).statusCode).toBe(201)
    expect(await count()).toBe(2)
  })

  test('of a refused call can be used again', async () => {
    const { create, count } = await admin()
    expect((await create('a', { title: '' })).statusCode).toBe(422)
    expect((await create('a', { title: 'x', user_id: 999_999_999 })).statusCode).toBe(422)
    expect((await create('a')).statusCode).toBe(201)
    expect(await count()).toBe(1)
  })

  test('belongs to one user', async () => {
    const [one, two] = [await admin(), await admin()]
    await one.create('a')
    expect((await two.create('a', { title: 'Кружки' })).statusCode).toBe(201)
  })

  test.each([['a'.repeat(65)], [''], ['a b'], ['a, b'], ['ключ']])(
    'like «%s» is refused as malformed',
    async (key) => {
      const { create, count } = await admin()
      const { statusCode, body } = await create(key)
      expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
      expect(await count()).toBe(0)
    },
  )
})
