import type { UserType } from '@artel/contract/access'
import type { AuditFields } from '@artel/contract/audit/audit'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { buildProduct, type TestUser } from '../../testing/rows/build.ts'
import { buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let base: string
let products: { id: number; name: string }[]

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  base = `/supplies/${await buildSupply(db, { number: 'WB-7' })}`
  const ids = [await buildProduct(db, { name: 'Кружка' }), await buildProduct(db, { name: 'Плед' })]
  products = ids.map((id, index) => ({ id, name: ['Кружка', 'Плед'][index] ?? '' }))
})

type Entry = { id: number; action: string; title: string; before: object; after: object; children: number }

const log = async (filters: object = {}) => {
  const asked = { entity: ['box', 'supply'], ...filters }
  const { body } = await as.owner.post('/listing/audit?direction=asc&limit=200', asked)
  return body.audit as Entry[]
}
const line = (index: number, quantity: number, fields: object = {}) => ({
  product_id: products[index]?.id,
  quantity,
  ...fields,
})

test('logs each change of a box with the lines that changed', async () => {
  const made = await as.admin.post(`${base}/box`, { barcode: 'B-1', items: [line(0, 5), line(1, 1)] })
  const { id } = made.body.box as { id: number }
  const edit = { weight_g: 900, items: [line(0, 7, { planned: 9, expires_on: '2027-01-31' }), line(1, 1)] }
  await as.admin.send('PUT', `${base}/box/${id}`, edit)
  await as.admin.send('PUT', `${base}/box/${id}`, edit)
  await as.admin.send('PUT', `${base}/box/${id}/seal`)
  await as.admin.send('PUT', `${base}/box/${id}/unseal`)
  await as.admin.send('DELETE', `${base}/box/${id}`)
  const about = { entity: 'box', entity_id: id, title: 'WB-7 / 1' }
  const by = { user: expect.objectContaining({ id: people.admin.id }) }
  const contents = 'Кружка × 7/9 → 2027-01-31'
  expect(await log()).toMatchObject([
    { ...about, ...by, action: 'create', after: { barcode: 'B-1', contents: 'Кружка × 5, Плед × 1' } },
    {
      ...about,
      action: 'update',
      before: { contents: 'Кружка × 5' },
      after: { weight_g: 900, contents },
    },
    { ...about, action: 'seal', before: {}, after: { is_sealed: true } },
    { ...about, action: 'unseal', before: { is_sealed: true }, after: {} },
    { ...about, action: 'delete', before: { barcode: 'B-1', contents: `${contents}, Плед × 1` }, after: {} },
  ])
})

test('logs added boxes, and both boxes of a moved line, as one entry with children', async () => {
  const { body } = await as.admin.post(`${base}/boxes`, { count: 2 })
  const [first, second] = (body.boxes as { id: number }[]).map(({ id }) => id)
  await as.admin.send('PUT', `${base}/box/${first}`, { items: [line(0, 5)] })
  await as.admin.post(`${base}/box/${first}/move`, { ...line(0, 2), to_box_id: second })
  await as.admin.post(`${base}/box/${first}/copy`, { times: 1 })
  const entries = await log()
  expect(entries).toMatchObject([
    { entity: 'supply', action: 'update', title: 'WB-7', after: { boxes_count: 2 }, children: 2 },
    { entity: 'box', action: 'update' },
    { entity: 'supply', action: 'update', after: { boxes_count: 2 }, children: 2 },
    { entity: 'box', action: 'create', title: 'WB-7 / 3', after: { contents: 'Кружка × 3' } },
  ])
  expect(await log({ parent_id: entries[2]?.id })).toMatchObject([
    { title: 'WB-7 / 1', before: { contents: 'Кружка × 5' }, after: { contents: 'Кружка × 3' } },
    { title: 'WB-7 / 2', before: {}, after: { contents: 'Кружка × 2' } },
  ])
})

test('tells apart lines that differ only in the product, the pieces, the plan or the date', async () => {
  const [named, other] = [
    await buildProduct(db, { name: 'Кружка', article: 'K-1' }),
    await buildProduct(db, { name: 'Кружка', article: 'K-2' }),
  ]
  const of = (product_id: number, fields: object = {}) => ({ product_id, quantity: 5, ...fields })
  const variants = [of(named), of(other), of(named, { quantity: 6 }), of(named, { planned: 7 })]
  variants.push(of(named, { expires_on: '2027-01-31' }), of(named, { expires_on: '2027-01-30' }))
  const { body } = await as.admin.post(`${base}/box`, {})
  const { id } = body.box as { id: number }
  for (const from of variants) {
    for (const to of variants) {
      await as.admin.send('PUT', `${base}/box/${id}`, { items: [{ planned: null, ...from }] })
      const known = (await log()).length
      await as.admin.send('PUT', `${base}/box/${id}`, { items: [{ planned: null, ...to }] })
      const told = (await log()).slice(known) as { before: AuditFields; after: AuditFields }[]
      expect(told).toHaveLength(from === to ? 0 : 1)
      for (const { before, after } of told) {
        expect([before.contents, after.contents]).toEqual([expect.any(String), expect.any(String)])
        expect(before.contents).not.toBe(after.contents)
      }
    }
  }
  await as.admin.send('PUT', `${base}/box/${id}`, { items: [of(named)] })
  await as.admin.send('PUT', `${base}/box/${id}`, { items: [of(other)] })
  expect((await log()).at(-1)).toMatchObject({
    before: { contents: 'Кружка (K-1) × 5' },
    after: { contents: 'Кружка (K-2) × 5' },
  })
})

test('logs no refused change of a box', async () => {
  const { body } = await as.admin.post(`${base}/box`, {})
  const { id } = body.box as { id: number }
  expect((await as.admin.send('PUT', `${base}/box/${id}/seal`)).statusCode).toBe(409)
  expect((await as.admin.send('PUT', `${base}/box/${id}`, { weight_g: -1 })).statusCode).toBe(422)
  expect((await log()).map(({ action }) => action)).toEqual(['create'])
})
