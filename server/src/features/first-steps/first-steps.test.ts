import type { FirstStepName } from '@artel/contract/first-steps/first-steps.names'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildProduct, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildSupply } from '../../testing/rows/supplies.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'owner' | 'admin' | 'staff' | 'stranger', TestUser>
let as: Record<'owner' | 'admin' | 'staff' | 'stranger', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  await db.updateCompany({ is_led: true })
  const other = await buildCompany(test_.root)
  people = {
    owner: await buildUser(test_.root, db, 'owner'),
    admin: await buildUser(test_.root, db, 'admin'),
    staff: await buildUser(test_.root, db, 'staff'),
    stranger: await buildUser(test_.root, other, 'owner'),
  }
  const signIn = (who: keyof typeof people) => TestClient.signIn(test_.app, people[who])
  as = {
    owner: await signIn('owner'),
    admin: await signIn('admin'),
    staff: await signIn('staff'),
    stranger: await signIn('stranger'),
  }
})

type Steps = { name: FirstStepName; is_done: boolean }[]
type Who = keyof typeof as

const done = async (who: Who = 'owner') => {
  const { body } = await as[who].get('/first_steps')
  return (body.steps as Steps).filter(({ is_done }) => is_done).map(({ name }) => name)
}
const isLed = async (who: Who) => (await as[who].post('/auth/init')).body.has_first_steps

/** A company whose only person is its owner. */
async function buildNewCompany() {
  const own = await buildCompany(test_.root)
  await own.updateCompany({ is_led: true })
  const owner = await buildUser(test_.root, own, 'owner')
  const client = await TestClient.signIn(test_.app, owner)
  const read = async () =>
    ((await client.get('/first_steps')).body.steps as Steps).filter((one) => one.is_done)
  return { own, owner, client, read: async () => (await read()).map(({ name }) => name) }
}

describe('the steps', () => {
  test('are done by the rows that are there, one after the other', async () => {
    const { own, owner, client, read } = await buildNewCompany()
    expect(await read()).toEqual([])
    await client.send('PUT', '/company', { phone: '+7 495 204-18-33' })
    expect(await read()).toEqual(['company'])
    const hours = { working_hours_from: '09:00', working_hours_to: '18:00' }
    await client.post('/company/working_schedule', hours)
    expect(await read()).toEqual(['company', 'hours'])
    await buildUser(test_.root, own, 'staff', { status: 'archived' })
    expect(await read()).toEqual(['company', 'hours', 'people'])
    await buildProduct(own)
    expect(await read()).toEqual(['company', 'hours', 'people', 'products'])
    const task = await buildTask(own, owner)
    expect(await read()).toEqual(['company', 'hours', 'people', 'products', 'task'])
    expect((await client.post('/auth/init')).body.has_first_steps).toBe(true)
    await buildSupply(own)
    expect(await read()).toEqual(['company', 'hours', 'people', 'products', 'task', 'supply'])
    expect((await client.post('/auth/init')).body.has_first_steps).toBe(false)
    await client.send('DELETE', `/tasks/${task}`)
    expect(await read()).toEqual(['company', 'hours', 'people', 'products', 'supply'])
  })

  test('are only those that the person may take', async () => {
    const names = async (who: Who) =>
      ((await as[who].get('/first_steps')).body.steps as Steps).map(({ name }) => name)
    expect(await names('owner')).toEqual(['company', 'hours', 'people', 'products', 'task', 'supply'])
    expect(await names('admin')).toEqual(['hours', 'people', 'products', 'task', 'supply'])
    expect((await as.staff.get('/first_steps')).statusCode).toBe(403)
    await db.updateCompany({ working_hours_from: '09:00', working_hours_to: '18:00' })
    await buildProduct(db)
    await buildTask(db, people.admin)
    await buildSupply(db)
    // Only the card of the company is left, which an admin cannot fill in.
    expect([await isLed('owner'), await isLed('admin'), await isLed('staff')]).toEqual([true, false, false])
  })

  test('are not shown in companies that are older, nor to guests', async () => {
    expect([await isLed('owner'), await isLed('stranger')]).toEqual([true, false])
    const guest = await TestClient.guest(test_.app)
    expect((await guest.post('/auth/init')).body.has_first_steps).toBe(false)
    expect((await guest.get('/first_steps')).statusCode).toBe(401)
  })

  test('do not see another company', async () => {
    await buildProduct(db)
    await buildTask(db, people.admin)
    expect(await done('owner')).toEqual(['people', 'products', 'task'])
    expect(await done('stranger')).toEqual([])
  })

  test('are folded and put away for one person', async () => {
    const put = (first_steps: string) =>
      as.owner.send('PUT', '/settings', { parent: 'user', settings: { first_steps } })
    expect((await put('away')).body.settings).toMatchObject({ first_steps: 'away' })
    const settings = async (who: Who) =>
      ((await as[who].post('/auth/init')).body.user as { settings: { first_steps?: string } }).settings
        .first_steps
    expect([await settings('owner'), await settings('admin')]).toEqual(['away', undefined])
    expect((await put('gone')).statusCode).toBe(422)
  })
})
