import type { UserType } from '@artel/contract/access'
import type { Pace } from '@artel/contract/supplies/supplies'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveClock, now, nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, type TestClient } from '../../../testing/client.ts'
import { buildTask, type TestUser } from '../../../testing/rows/build.ts'
import { buildBox, buildScan, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'

const minuteMs = 60_000

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let box: number
let product: number

beforeEach(async () => {
  // Noon, so that no midnight falls between the scans.
  const day = new Date().toISOString().slice(0, 10)
  moveClock(Date.parse(`${day}T12:00:00Z`) - Date.now())
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db)
  box = await buildBox(db, supply)
  product = await buildScannable(db, '00012')
})
afterEach(() => moveClock(0))

const scan = (body: object = {}) =>
  as.staff.post(`/supplies/${supply}/box/${box}/scan`, { barcode: '00012', ...body })
const pace = async (who: UserType = 'staff') =>
  (await as[who].get(`/supplies/${supply}/pace`)).body.pace as Pace

test('counts today’s pieces and packing time, without long pauses and scans of others', async () => {
  expect(await pace()).toEqual({ units: 0, seconds: 0, earned: null })
  const scanned = (minute: number, quantity: number, user = people.staff) => {
    const created_at = new Date(now().getTime() + minute * minuteMs).toISOString()
    const place = { supply_id: supply, box_id: box, product_id: product }
    return buildScan(db, user, { ...place, scan_id: `${minute}`, quantity, created_at })
  }
  await scanned(-24 * 60, 50)
  await scanned(-70, 1)
  const wrong = await scanned(-64, 3)
  await scanned(-63, 1, people.admin)
  await scanned(-60, 2)
  await scanned(-10, 1)
  await scanned(-8, 1)
  expect(await pace()).toEqual({ units: 8, seconds: 12 * 60, earned: null })
  const taken = { taken_back_at: nowIso(), taken_back_by: people.staff.id }
  await db.update('supply_scans', taken).where('id', '=', wrong).execute()
  expect(await pace()).toMatchObject({ units: 5, seconds: 12 * 60 })
  expect(await pace('admin')).toMatchObject({ units: 1, seconds: 0 })
})

test('shows earnings by the rates of the task while a task of the supply runs', async () => {
  const work = { product_id: product, supply_id: supply, user_id: people.staff.id, started_at: nowIso() }
  await buildTask(db, people.admin, { ...work, status: 'in_progress', quantity: 3, money: 1000, coins: 10 })
  await scan()
  expect((await pace()).earned).toEqual({ money: 333, coins: 3 })
  // Pieces beyond the quantity of the task earn nothing.
  await scan({ quantity: 5 })
  expect((await pace()).earned).toEqual({ money: 1000, coins: 10 })
  expect((await pace('admin')).earned).toBeNull()
  await db.update('tasks', { status: 'paused' }).execute()
  expect((await pace()).earned).toBeNull()
})

test('is refused for a supply of another company', async () => {
  const other = await buildTeam(test_)
  const foreign = await buildSupply(other.db)
  expect(codeOf(await as.staff.get(`/supplies/${foreign}/pace`))).toEqual([404, 'not_found'])
})
