import type { UserType } from '@artel/contract/access'
import type { ImportDetail } from '@artel/contract/imports/imports'
import type { Supply } from '@artel/contract/supplies/supplies'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import type { TestClient } from '../../../testing/client.ts'
import { actorOf, buildProduct, type TestUser } from '../../../testing/rows/build.ts'
import { followImport } from '../../../testing/rows/imports.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { multipart } from '../../../testing/values/form.ts'
import type { DoneRow } from '../../imports/imports.ts'
import { endUndo, undoRows } from './import.undo.ts'
import { findRemovals } from './undo.queries.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let one: number
let two: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db)
  one = await buildScannable(db, '00012')
  two = await buildScannable(db, '00013')
})

/** Imports the rows over everything that the supply has. @returns the id of the import */
async function overwrite(rows: string): Promise<number> {
  const content = Buffer.from(`Баркод товара;Кол-во товаров;ШК короба\n${rows}`)
  const form = multipart([
    ['supply_id', String(supply)],
    ['overwrite', '1'],
    ['file', { name: 'Короба.csv', content }],
  ])
  const sent = await as.admin.send('POST', '/supplies/import', undefined, form)
  return ((await followImport(as.admin, sent)).body.import as ImportDetail).id
}

const undo = (id: number) => as.admin.post(`/imports/${id}/undo`)
const read = async () => (await as.admin.get(`/supplies/${supply}`)).body.supply as Supply
const boxes = async () =>
  (await read()).boxes.map(({ number, barcode, items }) => [
    number,
    barcode,
    ...items.map(({ product_id, quantity }) => [product_id, quantity]),
  ])

/** Adds numbered boxes with a line each. */
async function addBoxes(count: number): Promise<void> {
  await db.query(sql`
    insert into supply_boxes (company_id, supply_id, number, barcode, created_at)
    select ${db.companyId}, ${supply}, place, 'BOX-' || place, ${nowIso()}
    from generate_series(1, ${count}::integer) as place`)
  await db.query(sql`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
    select company_id, supply_id, id, ${one}, 2 from supply_boxes
    where company_id = ${db.companyId} and supply_id = ${supply}`)
}

const targetOf = (importId: number) => ({ importId, supplyId: supply, audit: async () => undefined })

/** Undoes the import on a connection that counts its statements. @returns their number */
async function countStatements(importId: number): Promise<number> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const actor = actorOf(people.admin)
  const target = { ...targetOf(importId), signal: AbortSignal.timeout(60_000) }
  const rows = await db
    .from('import_rows')
    .select(['row', 'action', 'entity_id', 'before', 'version'])
    .where('import_id', '=', importId)
    .execute()
  await test_.root
    .withPlugin(counter)
    .transaction()
    .execute(async (connection) => {
      const own = new Db(connection, db.companyId)
      await undoRows(own, actor, rows as DoneRow[], target) // each row of the file has created something
      await endUndo(own, actor, target)
    })
  return statements
}

test('thousands of removed boxes come back with few statements', async () => {
  await addBoxes(3000)
  const id = await overwrite('00012;1;WB_1\n')
  expect(await read()).toMatchObject({ boxes_count: 1, units_count: 1 })
  expect(await countStatements(id)).toBeLessThan(100)
  expect(await read()).toMatchObject({ boxes_count: 3000, units_count: 6000 })
})

test('a step of an undo reads few boxes if they have many lines, and one box whatever it has', async () => {
  await addBoxes(5)
  await db.query(sql`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
    select company_id, supply_id, id, ${two}, 1 from supply_boxes
    where company_id = ${db.companyId} and supply_id = ${supply}`)
  const id = await overwrite('00012;1;WB_1\n')
  const all = await findRemovals(db, id, 0, { removals: 500, lines: 100 })
  expect(all).toHaveLength(5)
  const [first = 0, second] = all
  const read = (after: number, removals: number, lines: number) =>
    findRemovals(db, id, after, { removals, lines })
  expect(await read(0, 500, 5)).toEqual(all.slice(0, 2))
  expect(await read(first, 500, 1)).toEqual([second])
  expect(await read(0, 3, 100)).toEqual(all.slice(0, 3))
})

test('boxes that the plan does not allow stay removed, and cost no statements of their own', async () => {
  await addBoxes(1000)
  const id = await overwrite('00013;1;WB_1\n')
  const plan = [one, two].map((product_id) => ({ product_id, quantity: product_id === one ? 7 : 1 }))
  const planned = await as.admin.send('PUT', `/supplies/${supply}`, { plan })
  expect(planned.statusCode).toBe(200)
  expect(await countStatements(id)).toBeLessThan(60)
  expect(await boxes()).toEqual([1, 2, 3].map((number) => [number, `BOX-${number}`, [one, 2]]))
})

test('everything comes back except what conflicts with what is there now', async () => {
  const three = await buildProduct(db, { barcodes: ['00014'] })
  for (const [index, product_id] of [one, two, three, one, two].entries()) {
    const box = await buildBox(db, supply, { number: index + 1, barcode: `BOX-${index + 1}` })
    await buildItem(db, supply, box, { product_id, quantity: 2 })
  }
  const kept = await buildBox(db, supply, { number: 6, barcode: 'BOX-6' })
  await buildItem(db, supply, kept, { product_id: one, quantity: 4 })
  await buildItem(db, supply, kept, { product_id: two, quantity: 5 })
  const id = await overwrite('00012;4;BOX-6\n')
  // Other boxes have the barcode of the second one and the number of the first one. A product is deleted.
  await buildBox(db, supply, { number: 1, barcode: 'BOX-2' })
  await db.remove('products').where('id', '=', three).execute()
  expect((await undo(id)).body).toMatchObject({ import: { state: 'undone', kept: 0, kept_boxes: 2 } })
  const [entry] = await db.from('audit').select('after').where('action', '=', 'import_undo').execute()
  expect(entry?.after).toMatchObject({ kept: 0, kept_boxes: 2 })
  expect(await boxes()).toEqual([
    [1, 'BOX-2'],
    [4, 'BOX-4', [one, 2]],
    [5, 'BOX-5', [two, 2]],
    [6, 'BOX-6', [one, 4], [two, 5]],
    [7, 'BOX-1', [one, 2]],
  ])
})

test('a box that was sealed since does not get its removed lines back', async () => {
  const box = await buildBox(db, supply, { number: 1, barcode: 'BOX-1' })
  await buildItem(db, supply, box, { product_id: one, quantity: 4 })
  await buildItem(db, supply, box, { product_id: two, quantity: 5 })
  const id = await overwrite('00012;4;BOX-1\n')
  await as.staff.send('PUT', `/supplies/${supply}/box/${box}/seal`)
  expect((await undo(id)).body).toMatchObject({ import: { state: 'undone', kept_boxes: 1 } })
  expect(await boxes()).toEqual([[1, 'BOX-1', [one, 4]]])
})

test('an undo that has taken too long restores no more boxes', async () => {
  await addBoxes(2)
  const importId = await overwrite('00012;1;WB_1\n')
  const late = { ...targetOf(importId), signal: AbortSignal.abort(new Error('late')) }
  const ending = test_.root
    .transaction()
    .execute((connection) => endUndo(new Db(connection, db.companyId), actorOf(people.admin), late))
  await expect(ending).rejects.toThrow('late')
  expect(await read()).toMatchObject({ boxes_count: 1 })
})
