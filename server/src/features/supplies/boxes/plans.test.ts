import type { Call } from '@artel/contract/call'
import { type Box, type Pallet, supplies } from '@artel/contract/supplies/supplies'
import { expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, type TestClient } from '../../../testing/client.ts'
import {
  buildBox,
  buildItem,
  buildPallet,
  buildScannable,
  buildSupply,
} from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { Random } from '../../../testing/values/random.ts'

const test_ = useTestApp()

type Packed = {
  supply: number
  boxes: number[]
  pallets: number[]
  products: number[]
  random: Random
  client: TestClient
}

const at = ({ supply, boxes, random }: Packed) => `/supplies/${supply}/box/${random.pick(boxes)}`

/** Lines of random products, some of them with another plan. */
const lines = ({ products, random }: Packed) =>
  products
    .filter(() => random.isWithin(0.6))
    .map((product_id) => ({
      product_id,
      quantity: random.between(0, 3),
      ...(random.isWithin(0.3) && { planned: random.pick([null, 1, 5]) }),
    }))

const onPallet = ({ supply, pallets, random }: Packed) => `/supplies/${supply}/pallet/${random.pick(pallets)}`
const someBoxes = ({ boxes, random }: Packed) => ({ box_ids: [random.pick(boxes), random.pick(boxes)] })

/** Everything that a packer can do to boxes. */
const moves: Record<string, (packed: Packed) => Promise<unknown>> = {
  createBox: (packed) => packed.client.post(`/supplies/${packed.supply}/box`, { items: lines(packed) }),
  updateBox: (packed) => packed.client.send('PUT', at(packed), { items: lines(packed) }),
  removeBox: (packed) => packed.client.send('DELETE', at(packed)),
  addBoxes: ({ client, supply }) => client.post(`/supplies/${supply}/boxes`, { count: 1 }),
  copyBox: (packed) => packed.client.post(`${at(packed)}/copy`, { times: packed.random.between(1, 2) }),
  moveLine: (packed) =>
    packed.client.post(`${at(packed)}/move`, {
      product_id: packed.random.pick(packed.products),
      quantity: packed.random.between(1, 2),
      to_box_id: packed.random.pick(packed.boxes),
    }),
  seal: (packed) => packed.client.send('PUT', `${at(packed)}/seal`),
  unseal: (packed) => packed.client.send('PUT', `${at(packed)}/unseal`),
  scan: (packed) =>
    packed.client.post(`${at(packed)}/scan`, {
      barcode: `PLAN-${packed.random.between(0, packed.products.length - 1)}`,
      scan_id: `s-${packed.random.between(1, 20)}`,
    }),
  askForRoom: (packed) =>
    packed.client.post(`${at(packed)}/ask`, {
      barcode: `PLAN-${packed.random.between(0, packed.products.length)}`,
    }),
  createPallet: async ({ client, supply, pallets }) => {
    const { body } = await client.post(`/supplies/${supply}/pallet`)
    pallets.push((body.pallet as Pallet).id)
  },
  removePallet: (packed) => packed.client.send('DELETE', onPallet(packed)),
  putOnPallet: (packed) =>
    packed.client.post(`${onPallet(packed)}/box`, { barcode: `BOX-${packed.random.between(0, 2)}` }),
  putManyOnPallet: (packed) => packed.client.send('PUT', `${onPallet(packed)}/boxes`, someBoxes(packed)),
  takeOffPallet: (packed) => packed.client.send('PUT', `${onPallet(packed)}/takeoff`, someBoxes(packed)),
  closePallet: (packed) => packed.client.send('PUT', `${onPallet(packed)}/close`),
  reopenPallet: (packed) => packed.client.send('PUT', `${onPallet(packed)}/reopen`),
  takeBack: (packed) => packed.client.send('DELETE', `${at(packed)}/scan/s-${packed.random.between(1, 20)}`),
}

test('the random moves include every call by which packers change boxes', () => {
  const changing = Object.entries<Call>(supplies)
    .filter(([, { access, effect }]) => access === 'staff' && effect !== 'read')
    .map(([name]) => name)
  expect(Object.keys(moves).sort()).toEqual(changing.sort())
})

const readPlans = (db: Db, supply: number) =>
  db
    .from('supply_box_items')
    .innerJoin('supply_boxes as box', (join) =>
      join
        .onRef('box.company_id', '=', 'supply_box_items.company_id')
        .onRef('box.id', '=', 'supply_box_items.box_id'),
    )
    .select(['box_id', 'product_id', 'planned'])
    .where('supply_box_items.supply_id', '=', supply)
    .where('box.deleted_at', 'is', null)
    .where('planned', 'is not', null)
    .orderBy('box_id')
    .orderBy('product_id')
    .execute()

/** Three products, two boxes with a plan and one without. */
async function buildPlanned(db: Db): Promise<Omit<Packed, 'random' | 'client'>> {
  const supply = await buildSupply(db)
  const products = [0, 1, 2].map((index) => buildScannable(db, `PLAN-${index}`))
  const [first = 0, second = 0, third = 0] = await Promise.all(products)
  const [full, empty, open] = [
    await buildBox(db, supply, { barcode: 'BOX-0' }),
    await buildBox(db, supply, { barcode: 'BOX-1' }),
    await buildBox(db, supply, { barcode: 'BOX-2' }),
  ]
  await buildItem(db, supply, full, { product_id: first, quantity: 2, planned: 5 })
  await buildItem(db, supply, full, { product_id: second, quantity: 1 })
  await buildItem(db, supply, empty, { product_id: second, quantity: 0, planned: 3 })
  await buildItem(db, supply, open, { product_id: third, quantity: 2 })
  const pallets = [await buildPallet(db, supply), await buildPallet(db, supply)]
  return { supply, products: [first, second, third], boxes: [full, empty, open], pallets }
}

test.each([1, 2, 3])('no packer action changes the plans of boxes (seed %i)', async (seed) => {
  const { db, as } = await buildTeam(test_)
  const packed: Packed = { ...(await buildPlanned(db)), random: new Random(seed), client: as.staff }
  const plans = await readPlans(db, packed.supply)
  expect(plans).toHaveLength(2)
  for (let step = 0; step < 40; step++) {
    const name = packed.random.pick(Object.keys(moves))
    await moves[name]?.(packed)
    expect([seed, step, name, await readPlans(db, packed.supply)]).toEqual([seed, step, name, plans])
  }
})

test('packers can neither copy nor delete a box with a plan; admins can do both', async () => {
  const { db, as } = await buildTeam(test_)
  const { supply, boxes } = await buildPlanned(db)
  const [planned, , open] = boxes.map((id) => `/supplies/${supply}/box/${id}`)
  const can = async (client: TestClient, path = '') => ((await client.get(path)).body.box as Box).can
  expect(await can(as.staff, planned)).toMatchObject({ edit: true, copy: false, delete: false, plan: false })
  expect(await can(as.staff, open)).toMatchObject({ edit: true, copy: true, delete: true, plan: false })
  expect(await can(as.admin, planned)).toMatchObject({ edit: true, copy: true, delete: true, plan: true })
  expect(codeOf(await as.staff.post(`${planned}/copy`))).toEqual([403, 'forbidden'])
  expect(codeOf(await as.staff.send('DELETE', planned ?? ''))).toEqual([403, 'forbidden'])
  expect(await as.admin.post(`${planned}/copy`)).toMatchObject({ body: { boxes: [{ planned_count: 5 }] } })
  expect((await as.admin.send('DELETE', planned ?? '')).statusCode).toBe(200)
})
