import type { UserType } from '@artel/contract/access'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, fieldsOf, type TestClient } from '../../testing/client.ts'
import { buildCompany, buildProduct } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let product_id: number

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  const rates = { money: 1650, coins: 2, norm_seconds: 150 }
  product_id = await buildProduct(db, { name: 'Набор «Уют»', article: 'UY-1', barcodes: ['00012'], ...rates })
})

const taskOf = ({ body }: Answer) => body.task as { id: number; [field: string]: unknown }
const create = (body: object) => as.admin.post('/tasks/create', body)

describe('a task of a product', () => {
  test('takes name, money, coins and norm from the product, times the quantity', async () => {
    const answer = await create({ product_id, quantity: 40 })
    expect(answer.statusCode).toBe(201)
    expect(taskOf(answer)).toMatchObject({
      title: 'Набор «Уют»',
      quantity: 40,
      money: 66_000,
      coins: 80,
      norm_seconds: 6000,
      product: { id: product_id, name: 'Набор «Уют»', article: 'UY-1', barcodes: ['00012'], photo: null },
    })
    const { body } = await as.staff.post('/listing/tasks', { product_id })
    expect(body.tasks).toMatchObject([{ product: { article: 'UY-1' } }])
    expect((await as.staff.post('/listing/tasks', { product_id: product_id + 999 })).body.tasks).toEqual([])
  })

  test('takes values that the admin sends instead of the rates', async () => {
    const own = { title: 'Срочно', money: 0, coins: 5, norm_seconds: null }
    expect(taskOf(await create({ product_id, quantity: 40, ...own }))).toMatchObject(own)
  })

  test('keeps its rates when the product changes', async () => {
    const { id } = taskOf(await create({ product_id, quantity: 2 }))
    await as.admin.send('PUT', `/products/${product_id}`, { money: 9, name: 'Другой' })
    expect(taskOf(await as.admin.get(`/tasks/${id}`))).toMatchObject({
      money: 3300,
      title: 'Набор «Уют»',
      product: { name: 'Другой' },
    })
  })

  test('is created with many others, each with its own product', async () => {
    const other = await buildProduct(db, { money: 100 })
    const tasks = [{ product_id }, { product_id: other, quantity: 3 }, { title: 'Уборка' }]
    const { body } = await as.admin.post('/tasks/create_many', { tasks })
    expect(body.tasks).toMatchObject([{ money: 1650 }, { money: 300 }, { money: 0, product: null }])
  })

  test('can be given another product or none', async () => {
    const other = await buildProduct(db, { article: 'B-2' })
    const { id } = taskOf(await create({ product_id }))
    const changed = await as.admin.send('PUT', `/tasks/${id}`, { product_id: other })
    expect(taskOf(changed)).toMatchObject({
      product: { article: 'B-2' },
      money: 1650,
      history: [{ changes: { product_id: [product_id, other] } }, { kind: 'create' }],
    })
    expect(taskOf(await as.admin.send('PUT', `/tasks/${id}`, { product_id: null }))).toMatchObject({
      product: null,
    })
  })
})

describe('refused at its field', () => {
  test('a task with neither title nor product', async () => {
    expect(fieldsOf(await create({ quantity: 2 }))).toEqual([422, 'title'])
  })

  test('a product that is switched off, unknown or of another company', async () => {
    const off = await buildProduct(db, { is_active: false })
    const foreign = await buildProduct(await buildCompany(test_.root))
    const { id } = taskOf(await create({ product_id }))
    for (const wrong of [off, foreign, 999_999_999]) {
      expect(fieldsOf(await create({ product_id: wrong }))).toEqual([422, 'product_id'])
      expect(fieldsOf(await as.admin.send('PUT', `/tasks/${id}`, { product_id: wrong }))).toEqual([
        422,
        'product_id',
      ])
      const many = { tasks: [{ title: 'Уборка' }, { product_id: wrong }] }
      expect(fieldsOf(await as.admin.post('/tasks/create_many', many))).toEqual([422, 'tasks.1.product_id'])
    }
    // The task keeps the product that it has already.
    await as.admin.send('PUT', `/products/${product_id}`, { is_active: false })
    const same = await as.admin.send('PUT', `/tasks/${id}`, { product_id, title: 'Ещё' })
    expect(same.statusCode).toBe(200)
  })

  test('a quantity that exceeds the maximum of money or norm', async () => {
    const dear = await buildProduct(db, { money: 100_000_000_000 })
    expect(fieldsOf(await create({ product_id: dear, quantity: 2 }))).toEqual([422, 'quantity'])
    const slow = await buildProduct(db, { norm_seconds: 31_536_000 })
    expect(fieldsOf(await create({ product_id: slow, quantity: 2 }))).toEqual([422, 'quantity'])
  })
})
