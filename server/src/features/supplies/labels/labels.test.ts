import type { UserType } from '@artel/contract/access'
import type { AnswerOf } from '@artel/contract/call'
import type { supplies } from '@artel/contract/supplies/supplies'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { maxLabelItems } from '../../../labels/labels.ts'
import { print, printOutline, scan } from '../../../labels/testing.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { buildProduct } from '../../../testing/rows/build.ts'
import { buildBox, buildItem, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { readLabels } from './labels.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let supply: number

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7', destination: 'Коледино' })
})

const ask = (query = '', who: UserType = 'staff') => as[who].get(`/supplies/${supply}/labels${query}`)

test('prints labels of all boxes in order of number, with their content', async () => {
  const article = await buildProduct(db, { article: 'UY-204' })
  const second = await buildBox(db, supply, { number: 2, barcode: 'WB_0000000002' })
  await buildBox(db, supply, { number: 1, barcode: 'WB_0000000001' })
  const gone = await buildBox(db, supply, { number: 3, barcode: 'WB_0000000003' })
  await buildItem(db, supply, second, { product_id: article, quantity: 7 })
  await buildItem(db, supply, second, { quantity: 0, planned: 4 })
  await db.update('supply_boxes', { deleted_at: nowIso() }).where('id', '=', gone).execute()
  const { raw } = await ask('?size=75x120')
  expect(raw.statusCode).toBe(200)
  expect(raw.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Labels WB-7.pdf"; filename*=UTF-8''${encodeURIComponent('Этикетки WB-7.pdf')}`,
    'cache-control': 'private, no-store',
  })
  const pages = await print('75x120', raw.rawPayload)
  expect(await Promise.all(pages.map(scan))).toEqual(
    ['WB_0000000001', 'WB_0000000002'].map((code) => [`Code128 ${code}`, `QRCode ${code}`]),
  )
  const [empty = '', full = ''] = pages.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(empty).toContain('из 2 Коледино')
  expect(full).toContain('UY-204')
  expect(full).toContain('× 7')
  // The label leaves out products that are only planned.
  expect(full.match(/×/g)).toHaveLength(1)
})

test('prints one box, on the smaller paper by default', async () => {
  const box = await buildBox(db, supply, { number: 5, barcode: 'WB_0000000005' })
  await buildBox(db, supply, { number: 6 })
  const { raw } = await ask(`?box_id=${box}`)
  const [page, ...others] = await print('58x40', raw.rawPayload)
  expect(others).toEqual([])
  expect(page?.points.width).toBeCloseTo((58 * 72) / 25.4, 2)
  expect(page?.text).toContain('WB_0000000005')
})

test('reads of a box with many lines only those that a label may show, and counts the rest', async () => {
  const box = await buildBox(db, supply, { number: 1, barcode: 'WB_0000000001' })
  const lines = 3 * maxLabelItems
  await db.query(sql`
    with made as (
      insert into products (company_id, name, article, created_at, updated_at)
      select ${db.companyId}, 'Набор', 'ART-' || lpad(n::text, 3, '0'), now(), now()
      from generate_series(1, ${lines}::integer) as n returning id
    )
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
    select ${db.companyId}, ${supply}, ${box}, id, 1 from made order by id`)
  const label = (await readLabels(db, supply, [box])).get(box)
  expect([label?.items.length, label?.itemsCount]).toEqual([maxLabelItems, lines])
  const [page] = await print('75x120', (await ask('?size=75x120')).raw.rawPayload)
  const shown = page?.text.match(/ART-\d+/g) ?? []
  // The last line says how many are not shown, so the label has room for fewer than were read.
  expect(shown.length).toBeLessThan(maxLabelItems)
  expect(shown[0]).toBe('ART-001')
  expect(page?.text.replaceAll(/\s+/g, ' ')).toContain(`ещё ${lines - shown.length}`)
})

test('prints more boxes than one read returns', async () => {
  await db.query(sql`insert into supply_boxes (company_id, supply_id, number, created_at)
    select ${db.companyId}, ${supply}, n, now() from generate_series(1, 1100) n`)
  const { raw } = await ask()
  expect(raw.rawPayload.toString('latin1')).toMatch(/\/Count 1100\b/)
})

test('refuses an empty supply, a box of another supply and an unknown paper size', async () => {
  expect(codeOf(await ask())).toEqual([409, 'empty'])
  const elsewhere = await buildBox(db, await buildSupply(db))
  expect(codeOf(await ask(`?box_id=${elsewhere}`))).toEqual([404, 'not_found'])
  expect(fieldsOf(await ask('?size=100x150'))).toEqual([422, 'size'])
})

test('draws the label of one box with its current content', async () => {
  const box = await buildBox(db, supply, { number: 5, barcode: 'WB_0000000005' })
  const show = async () => {
    const { raw } = await as.staff.get(`/supplies/${supply}/box/${box}/label`)
    return raw.json<AnswerOf<typeof supplies.label>>().label
  }
  const before = await show()
  expect(before).toMatchObject({ width: 464, height: 320 })
  expect(await scan(await printOutline('58x40', before.path))).toEqual([
    'Code128 WB_0000000005',
    'QRCode WB_0000000005',
  ])
  await buildItem(db, supply, box, { quantity: 7 })
  expect((await show()).path).not.toBe(before.path)
  const elsewhere = await buildBox(db, await buildSupply(db))
  expect(codeOf(await as.staff.get(`/supplies/${supply}/box/${elsewhere}/label`))).toEqual([404, 'not_found'])
})
