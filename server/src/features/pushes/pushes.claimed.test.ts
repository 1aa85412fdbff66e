import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildDevice } from '../../testing/rows/pushes.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { queueCopies, type TakenCopy } from '../devices/devices.ts'
import { Pauses } from './pushes.pauses.ts'
import { sendDue } from './pushes.send.ts'

// The tests need a database of their own, because `sendDue` sends the copies of all companies.
const test_ = useLoneTestApp()
let team: Team

beforeEach(async () => {
  await test_.root.deleteFrom('push_deliveries').execute()
  team = await buildTeam(test_)
})

/** Queues a copy for each of so many devices of the owner, and one more for a device of a staff member. */
async function queueFor(count: number): Promise<number> {
  const { db, people } = team
  const devices: number[] = []
  for (let at = 0; at < count; at += 1) devices.push(await buildDevice(db, people.owner))
  const last = await buildDevice(db, people.staff)
  const [due_at, expires_at] = [new Date().toISOString(), '2099-01-01T00:00:00.000Z']
  const copy = { notification_id: null, tag: 'test', url: '/', is_urgent: false, title: 'Отгрузка', body: '' }
  await queueCopies(
    db,
    [...devices, last].map((device_id) => ({ ...copy, device_id, due_at, expires_at })),
  )
  return last
}

/** As many as are sent at once. */
const atOnce = 24

/** Sends all copies to a push service that answers the first ones after `meanwhile`. @returns who got one */
async function sendSlowly(meanwhile: () => Promise<unknown>): Promise<number[]> {
  const reached: number[] = []
  let waited: Promise<unknown> | undefined
  const send = async ({ device_id }: TakenCopy) => {
    reached.push(device_id)
    if (reached.length === atOnce) waited = meanwhile()
    while (reached.length < atOnce) await new Promise((resume) => setTimeout(resume, 5))
    await waited
    return { of: 'taken' } as const
  }
  const companyDb = (companyId: number) => new Db(test_.root, companyId)
  const { signal } = new AbortController()
  await sendDue({ root: test_.root, companyDb, signal, client: { send }, pauses: new Pauses() })
  return reached
}

const later = () => new Promise((resume) => setTimeout(resume, 1100))

test.each<[string, (device: number) => Promise<unknown>]>([
  ['its device is gone', (id) => team.db.remove('push_devices').where('id', '=', id).execute()],
  [
    'its person is archived',
    () => team.db.update('users', { status: 'archived' }).where('id', '=', team.people.staff.id).execute(),
  ],
  ['its company is deactivated', () => team.db.updateCompany({ is_active: false })],
])('a claimed copy that waits for its turn is not sent once %s', async (_, end) => {
  const last = await queueFor(atOnce)
  const reached = await sendSlowly(async () => {
    await end(last)
    await later()
  })
  expect(reached).toHaveLength(atOnce)
  expect(reached).not.toContain(last)
})

test('a claimed copy that waits for its turn is sent if nothing has changed', async () => {
  const last = await queueFor(atOnce)
  expect(await sendSlowly(later)).toContain(last)
  const { rows } = await sql`select from push_deliveries`.execute(test_.root)
  expect(rows).toEqual([])
})
