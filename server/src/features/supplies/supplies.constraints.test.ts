import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildProduct } from '../../testing/rows/build.ts'
import { buildBox, buildItem, buildScan, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let supply: number
let box: number
let product: number

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  supply = await buildSupply(db)
  box = await buildBox(db, supply)
  product = await buildProduct(db)
})

const setBox = (fields: object, id = box) => db.update('supply_boxes', fields).where('id', '=', id).execute()
const setSupply = (fields: object) => db.update('supplies', fields).where('id', '=', supply).execute()
const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const seal = () => ({ sealed_at: nowIso(), sealed_by: people.staff.id })

test('the database enforces plans on direct writes', async () => {
  await db.insert('supply_products', { supply_id: supply, product_id: product, planned: 3 }).execute()
  const item = await buildItem(db, supply, box, { product_id: product, quantity: 3 })
  const other = await buildBox(db, supply)
  expect(await code(buildItem(db, supply, other, { product_id: product }))).toBe('23514')
  expect(await code(buildItem(db, supply, other))).toBe('23514')
  const more = db.update('supply_box_items', { quantity: 4 }).where('id', '=', item)
  expect(await code(more.execute())).toBe('23514')
  expect(await code(buildItem(db, supply, other, { product_id: product, quantity: 2, planned: 1 }))).toBe(
    '23514',
  )
})

test('the database counts more pieces than an int4 holds', async () => {
  const boxes = 2200
  await sql`
    with boxes as (
      insert into supply_boxes (company_id, supply_id, number, created_at)
      select ${db.companyId}, ${supply}, 1000000 + number, now() from generate_series(1, ${boxes}::int4) as number
      returning id
    )
    select count(*) from boxes`.execute(test_.root)
  await sql`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
    select company_id, supply_id, id, ${product}, 1000000 from supply_boxes
    where company_id = ${db.companyId} and supply_id = ${supply}`.execute(test_.root)
  const counted = await db
    .from('supply_products')
    .select('packed')
    .where('product_id', '=', product)
    .execute()
  expect(counted).toEqual([{ packed: (boxes + 1) * 1_000_000 }])
})

test('the database counts boxes, sealed boxes, and packed and planned pieces', async () => {
  const other = await buildBox(db, supply)
  const item = await buildItem(db, supply, box, { product_id: product, quantity: 5, planned: 7 })
  await buildItem(db, supply, other, { product_id: product, quantity: 2 })
  await setBox(seal(), other)
  const counts = async () => {
    const rows = await db.query(sql<Record<string, number>>`
      select boxes_count, sealed_count, units_count, planned_count, packed from supplies
      join supply_boxes as box on box.company_id = supplies.company_id and box.id = ${box}
      left join supply_products as counted on counted.company_id = supplies.company_id
        and counted.supply_id = supplies.id
      where supplies.company_id = ${db.companyId} and supplies.id = ${supply}`)
    return Object.values(rows[0] ?? {})
  }
  expect(await counts()).toEqual([2, 1, 5, 7, 7])
  await db.update('supply_box_items', { quantity: 1, planned: 2 }).where('id', '=', item).execute()
  expect(await counts()).toEqual([2, 1, 1, 2, 3])
  await db.remove('supply_box_items').where('id', '=', item).execute()
  await setBox({ sealed_at: null, sealed_by: null }, other)
  expect(await counts()).toEqual([2, 0, 0, 0, 2])
  await db.remove('supply_box_items').where('box_id', '=', other).execute()
  await setBox({ deleted_at: nowIso() }, other)
  expect(await counts()).toEqual([1, 0, 0, 0, null])
})

test('numbers and barcodes are unique among boxes that are not deleted', async () => {
  await setBox({ number: 1, barcode: 'WB_1' })
  expect(await code(buildBox(db, supply, { number: 1 }))).toBe('23505')
  expect(await code(buildBox(db, supply, { barcode: 'WB_1' }))).toBe('23505')
  await setBox({ deleted_at: nowIso() })
  expect(await code(buildBox(db, supply, { number: 1, barcode: 'WB_1' }))).toBe('done')
})

test('a sealed box cannot change, and an empty box cannot be sealed', async () => {
  expect(await code(setBox(seal()))).toBe('23514')
  const item = await buildItem(db, supply, box, { product_id: product })
  await setBox(seal())
  expect(await code(setBox({ weight_g: 5 }))).toBe('23001')
  expect(await code(setBox({ deleted_at: nowIso() }))).toBe('23514')
  expect(await code(buildItem(db, supply, box))).toBe('23001')
  expect(await code(db.remove('supply_box_items').where('id', '=', item).execute())).toBe('23001')
})

test('a shipped supply cannot change or be deleted', async () => {
  const item = await buildItem(db, supply, box, { product_id: product })
  expect(await code(setSupply({ status: 'shipped' }))).toBe('23514')
  await setSupply({ status: 'packed' })
  await setSupply({ status: 'shipped' })
  expect(await code(setSupply({ status: 'packed' }))).toBe('23514')
  expect(await code(setSupply({ deleted_at: nowIso(), deleted_by: people.admin.id }))).toBe('23514')
  expect(await code(buildBox(db, supply))).toBe('23001')
  expect(await code(setBox({ weight_g: 5 }))).toBe('23001')
  expect(await code(db.remove('supply_box_items').where('id', '=', item).execute())).toBe('23001')
  expect(await code(db.remove('supplies').where('id', '=', supply).execute())).toBe('23001')
})

test('a scan id has only characters that are safe in a path', async () => {
  const line = { supply_id: supply, box_id: box, product_id: product }
  for (const scan_id of ['', '.', '..', 'a.b', 'a/b', 'a%b', 'a b', 'ё', 'a\n', 'x'.repeat(65)])
    expect([scan_id, await code(buildScan(db, people.staff, { ...line, scan_id }))]).toEqual([
      scan_id,
      '23514',
    ])
  expect(await code(buildScan(db, people.staff, { ...line, scan_id: 'aZ9_~-' }))).toBe('done')
  const noBarcode = buildScan(db, people.staff, { ...line, scan_id: 'b', barcode: '' })
  expect(await code(noBarcode)).toBe('23514')
})

test('scans are append-only except for taking back, and their ids are unique in a supply', async () => {
  const line = { supply_id: supply, box_id: box, product_id: product, scan_id: 'a-1' }
  const id = await buildScan(db, people.staff, line)
  expect(await code(buildScan(db, people.staff, line))).toBe('23505')
  const beyond = { ...line, scan_id: 'a-2', quantity: 3, task_quantity: 4 }
  expect(await code(buildScan(db, people.staff, beyond))).toBe('23514')
  const update = (fields: object) => code(db.update('supply_scans', fields).where('id', '=', id).execute())
  expect(await update({ quantity: 5 })).toBe('23001')
  const back = { taken_back_at: nowIso(), taken_back_by: people.staff.id }
  expect(await update({ ...back, quantity: 5 })).toBe('23001')
  expect(await update(back)).toBe('done')
  expect(await update({ taken_back_at: null, taken_back_by: null })).toBe('23001')
  expect(await code(db.remove('supply_scans').where('id', '=', id).execute())).toBe('23001')
  expect(await code(sql`truncate supply_scans`.execute(test_.root))).toBe('23001')
})

test('counting pieces reads each row a few times per change, however often rows have changed', async () => {
  const [products, batches] = [60, 20]
  await db.query(sql`
    insert into products (company_id, name, article, created_at, updated_at)
    select ${db.companyId}, 'Набор', 'N-' || number, now(), now() from generate_series(1, ${products}::int4) as number`)
  const fetched = await test_.root.transaction().execute(async (connection) => {
    // Imports set this, too. Without it the planner scans the small tables of a test.
    await sql`set local enable_seqscan = off`.execute(connection)
    await sql`discard plans`.execute(connection)
    const countRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int4 as count from pg_stat_xact_user_tables
        where relname = 'supply_products'`.execute(connection)
      return rows[0]?.count ?? 0
    }
    // The count includes earlier reads of this connection that it has not reported yet.
    const before = await countRead()
    for (let batch = 0; batch < batches; batch++) {
      await sql`
        with box as (
          insert into supply_boxes (company_id, supply_id, number, created_at)
          values (${db.companyId}, ${supply}, ${5_000_000 + batch}, now()) returning id
        )
        insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
        select ${db.companyId}, ${supply}, box.id, products.id, 1 from box, products
        where products.company_id = ${db.companyId} and products.article like 'N-%'`.execute(connection)
    }
    return (await countRead()) - before
  })
  expect(fetched / (products * batches)).toBeLessThan(6)
})
