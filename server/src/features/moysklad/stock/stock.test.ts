import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { readProduct, readStore } from '../../../testing/moysklad/moysklad-items.ts'
import { buildProduct, buildWarehouse } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { markGone } from '../items/items.ts'
import { type ReadStock, writeStock } from './stock.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']
let exchange: MoySkladExchange
const [plate, cup] = [readProduct({ article: 'Т-1' }), readProduct({ article: 'Ч-1' })]
const [tula, orel] = [readStore({ name: 'Тула' }), readStore({ name: 'Орёл' })]

beforeEach(async () => {
  const team = await buildTeam(test_)
  ;({ db, as } = team)
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
  await exchange.read(plate, cup, tula, orel)
  await exchange.write()
})

type Item = { moy_sklad_id: string }
const cell = (product: Item, store: Item, quantity: number): ReadStock => ({
  product_id: product.moy_sklad_id,
  store_id: store.moy_sklad_id,
  quantity,
})
const write = (isWhole: boolean, ...rows: ReadStock[]) =>
  exchange.step((own) => writeStock(own, exchange.runId, rows, isWhole))
const stock = async () =>
  (
    await db
      .from('product_stock')
      .innerJoin('products', (join) =>
        join
          .onRef('products.company_id', '=', 'product_stock.company_id')
          .onRef('products.id', '=', 'product_stock.product_id'),
      )
      .innerJoin('warehouses', (join) =>
        join
          .onRef('warehouses.company_id', '=', 'product_stock.company_id')
          .onRef('warehouses.id', '=', 'product_stock.warehouse_id'),
      )
      .select(['products.article', 'warehouses.name', 'product_stock.quantity'])
      .where('quantity', '>', 0)
      .execute()
  )
    .map(({ article, name, quantity }) => `${article} ${name} ${quantity}`)
    .sort()

test('copies stock, rounds fractions down and treats negative quantities as zero', async () => {
  expect(await write(true, cell(plate, tula, 12.9), cell(cup, tula, -3), cell(cup, orel, 7))).toBe(2)
  expect(await stock()).toEqual(['Т-1 Тула 12', 'Ч-1 Орёл 7'])
  // A repeated write of the same stock changes nothing.
  expect(await write(true, cell(plate, tula, 12.2), cell(cup, orel, 7))).toBe(0)
})

test('a full report removes stock that it does not list, and a partial one keeps it', async () => {
  await write(true, cell(plate, tula, 5), cell(cup, orel, 7))
  expect(await write(false, cell(plate, tula, 6))).toBe(1)
  expect(await stock()).toEqual(['Т-1 Тула 6', 'Ч-1 Орёл 7'])
  expect(await write(true, cell(plate, tula, 6))).toBe(1)
  expect(await stock()).toEqual(['Т-1 Тула 6'])
})

test('keeps stock of products and warehouses that are only in Artel or gone in MoySklad', async () => {
  const own = await buildProduct(db, { article: 'Свой' })
  const yard = await buildWarehouse(db, { name: 'Двор' })
  const [{ id: tulaId } = { id: 0 }] = await db
    .from('warehouses')
    .select('id')
    .where('name', '=', 'Тула')
    .execute()
  await write(true, cell(plate, tula, 5), cell(plate, orel, 2))
  const plateId = (await exchange.product(plate))?.id ?? 0
  await db
    .insert('product_stock', [
      { product_id: own, warehouse_id: tulaId, quantity: 3 },
      { product_id: plateId, warehouse_id: yard, quantity: 4 },
    ])
    .execute()
  await markGone(db, exchange.runId, 'store', [orel.moy_sklad_id])
  const stranger = readProduct()
  expect(await write(true, cell(plate, tula, 5), cell(stranger, tula, 9))).toBe(0)
  expect(await stock()).toEqual(['Свой Тула 3', 'Т-1 Двор 4', 'Т-1 Орёл 2', 'Т-1 Тула 5'])
})

test('each change is logged with the old value and no user, and raises the version', async () => {
  await write(true, cell(plate, tula, 5), cell(cup, tula, 1))
  await write(false, cell(plate, tula, 6))
  const entries = await db
    .from('audit')
    .select(['title', 'user_id', 'before', 'after'])
    .where('entity', '=', 'product')
    .where('action', '=', 'update')
    .orderBy('id')
    .execute()
  expect(entries).toHaveLength(4)
  expect(entries[0]).toMatchObject({ title: 'MoySklad', after: { updated: 2 } })
  expect(entries[3]).toMatchObject({
    user_id: null,
    before: { stock: [{ quantity: 5 }] },
    after: { stock: [{ quantity: 6 }] },
  })
  expect(await exchange.product(plate)).toMatchObject({ version: 3, field_versions: { stock: 3 } })
  const lines = (await exchange.log()).filter(({ part }) => part === 'stock')
  expect(lines.map(({ changes }) => changes[0])).toMatchObject([
    { before: [{ quantity: 0 }], after: [{ quantity: 5 }] },
    { before: [{ quantity: 0 }], after: [{ quantity: 1 }] },
    { before: [{ quantity: 5 }], after: [{ quantity: 6 }] },
  ])
})

test('an edit of a product and a concurrent stock write keep each other’s quantities', async () => {
  const yard = await buildWarehouse(db, { name: 'Двор' })
  const id = (await exchange.product(plate))?.id ?? 0
  const [{ id: tulaId } = { id: 0 }] = await db
    .from('warehouses')
    .select('id')
    .where('name', '=', 'Тула')
    .execute()
  for (let round = 1; round <= 8; round++) {
    const sent = {
      stock: [
        { warehouse_id: yard, quantity: round },
        { warehouse_id: tulaId, quantity: 500 },
      ],
    }
    await Promise.all([as.admin.send('PUT', `/products/${id}`, sent), write(false, cell(plate, tula, round))])
    await write(false, cell(plate, tula, round))
    expect(await stock()).toEqual([`Т-1 Двор ${round}`, `Т-1 Тула ${round}`])
  }
})
