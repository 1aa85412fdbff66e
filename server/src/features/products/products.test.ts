import type { UserType } from '@artel/contract/access'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import {
  buildCompany,
  buildProduct,
  buildTask,
  buildUser,
  buildWarehouse,
  type TestUser,
} from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'

type Shown = { id: number; name: string; article: string; version: number; [field: string]: unknown }

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const cosy = {
  name: 'Набор «Уют», махровый',
  article: 'UY-204-BG',
  barcodes: ['4607086560143', '00012'],
  wildberries_id: 462198542,
  brand: 'Уют',
  category: 'Текстиль',
  description: 'Полотенце и халат',
  components: [{ name: 'Полотенце', article: 'PL-1', quantity: 2 }],
  money: 1650,
  coins: 1,
  norm_seconds: 150,
  weight_g: 820,
}

const create = (body: object, client = as.admin) => client.post('/products/create', body)
const update = (id: number, body: object, client = as.admin) => client.send('PUT', `/products/${id}`, body)
const remove = (id: number) => as.admin.send('DELETE', `/products/${id}`)
const list = (filters: object = {}, query = '') => as.staff.post(`/products${query}`, filters)
const shown = ({ body }: Answer) => body.product as Shown
const articles = ({ body }: Answer) => (body.products as Shown[]).map(({ article }) => article)
const totalOf = ({ body }: Answer) => (body.pagination as { total: number }).total
const texts = ({ body }: Answer) => body.errors as Record<string, string[]>

const sendPhoto = async () => mediaOf(await upload(as.admin, await photo(), { path: 'products' })).id

describe('a product', () => {
  test('is created, read and updated; an update changes only the sent fields', async () => {
    const warehouse_id = await buildWarehouse(db)
    const media = await sendPhoto()
    const made = await create({
      ...cosy,
      stock: [{ warehouse_id, quantity: 12 }],
      multimedia_ids: [media],
    })
    expect(made.statusCode).toBe(201)
    const { id } = shown(made)
    expect(shown(made)).toMatchObject({
      id,
      ...cosy,
      is_active: true,
      moy_sklad_id: null,
      version: 1,
      stock: [{ warehouse_id, quantity: 12 }],
      multimedia: [{ id: media }],
      updated_by: { id: people.admin.id },
      can: { edit: true, delete: true },
    })
    expect(shown(await update(id, { money: 1800, barcodes: ['00012'], stock: [] }))).toMatchObject({
      ...cosy,
      money: 1800,
      barcodes: ['00012'],
      stock: [],
      version: 2,
      multimedia: [{ id: media }],
    })
    expect(shown(await update(id, { money: 1800 }))).toMatchObject({ version: 2 })
    expect(shown(await as.staff.get(`/products/${id}`))).toMatchObject({
      can: { edit: false, delete: false },
    })
    expect((await list()).body.products).toMatchObject([{ id, photo: expect.stringMatching(/\.jpg$/) }])
  })

  test('needs only a name and an article', async () => {
    expect(shown(await create({ name: 'Свеча', article: 'SV-1' }))).toMatchObject({
      barcodes: [],
      components: [],
      stock: [],
      multimedia: [],
      description: '',
      money: 0,
      coins: 0,
      norm_seconds: null,
      weight_g: null,
      wildberries_id: null,
      brand: null,
      category: null,
    })
  })

  test('is found by any part of its name, article, barcode and Wildberries number', async () => {
    await create(cosy)
    await create({ name: 'Ёлочная свеча', article: 'SV-032', barcodes: ['4607086561010'] })
    for (const search of ['махров', 'УЮТ', '204-bg', '8656014', '0012', '98542', 'набор уют'])
      expect([search, articles(await list({ search }))]).toEqual([search, ['UY-204-BG']])
    expect(articles(await list({ search: 'елочн' }))).toEqual(['SV-032'])
    expect(articles(await list({ search: '460708656' }, '?sort_by=article&direction=asc'))).toEqual([
      'SV-032',
      'UY-204-BG',
    ])
    expect(articles(await list({ search: '%' }))).toEqual([])
    const found = await as.staff.get('/search?q=4607086561010')
    expect(found.body.results).toMatchObject([
      { entity: 'product', title: 'Ёлочная свеча', subtitle: 'SV-032' },
    ])
  })

  test('is listed with filters and counts, and exported to a file', async () => {
    const warehouse_id = await buildWarehouse(db)
    await create({ ...cosy, stock: [{ warehouse_id, quantity: 3 }] })
    await create({
      name: '=1+1',
      article: '-7',
      brand: 'Дом',
      is_active: false,
      stock: [{ warehouse_id, quantity: 0 }],
    })
    expect(articles(await list({ is_active: false }))).toEqual(['-7'])
    expect(articles(await list({ brand: ['Дом', 'Уют'] }))).toEqual(['-7', 'UY-204-BG'])
    expect(articles(await list({ barcode: '00012' }))).toEqual(['UY-204-BG'])
    expect(articles(await list({ barcode: '0012' }))).toEqual([])
    expect(articles(await list({ warehouse_id }))).toEqual(['UY-204-BG'])
    expect((await list({}, '?limit=1')).body.pagination).toEqual({
      page: 1,
      limit: 1,
      total: 2,
      pages: 2,
      exact: true,
    })
    const file = (await as.admin.post('/products/export', { format: 'csv', ids: [] as number[] })).statusCode
    expect(file).toBe(422)
    const csv = (await as.admin.post('/products/export', { format: 'csv' })).raw.body
    expect(csv).toContain(';4607086560143, 00012;')
    expect(csv).toContain("'-7")
    expect(csv).toContain("'=1+1")
    expect(csv.split('\r\n')).toHaveLength(4)
    const template = (await as.admin.get('/products/import/template?format=csv')).raw.body
    expect(template.trim()).toBe(csv.split('\r\n')[0]?.trim())
  })

  test('releases its photos on deletion, which is logged', async () => {
    const { id } = shown(await create({ ...cosy, multimedia_ids: [await sendPhoto()] }))
    expect((await remove(id)).statusCode).toBe(200)
    expect((await as.admin.get(`/products/${id}`)).statusCode).toBe(404)
    const { released_at } = await db.from('multimedia').select('released_at').executeTakeFirstOrThrow()
    expect(released_at).not.toBeNull()
    const log = await as.owner.post('/listing/audit', { entity: 'product' })
    expect(log.body.audit).toMatchObject([{ action: 'delete' }, { action: 'create', title: cosy.name }])
    expect(totalOf(await list())).toBe(0)
  })
})

describe('bad input', () => {
  test.each([
    ['name', { name: '' }],
    ['name', { name: 'Две\nстроки' }],
    ['article', { article: ' ' }],
    ['article', { article: 'АB-1' }],
    ['article', { article: 'x'.repeat(101) }],
    ['barcodes.0', { barcodes: ['4607086560144'] }],
    ['barcodes.0', { barcodes: ['4.6E+12'] }],
    ['barcodes.0', { barcodes: ['460 708'] }],
    ['barcodes.0', { barcodes: ['штрих'] }],
    ['barcodes.0', { barcodes: ['1,2'] }],
    ['barcodes.0', { barcodes: [4607086560143] }],
    ['barcodes', { barcodes: ['7', '7'] }],
    ['barcodes', { barcodes: Array.from({ length: 51 }, (_, i) => String(i)) }],
    ['components.0.quantity', { components: [{ name: 'Полотенце', quantity: 0 }] }],
    ['components.0.name', { components: [{ quantity: 1 }] }],
    ['components.0.colour', { components: [{ name: 'Полотенце', quantity: 1, colour: 'red' }] }],
    ['money', { money: -1 }],
    ['money', { money: 16.5 }],
    ['coins', { coins: 1e30 }],
    ['norm_seconds', { norm_seconds: 0 }],
    ['wildberries_id', { wildberries_id: 0 }],
    ['stock.0.warehouse_id', { stock: [{ warehouse_id: 999999999, quantity: 1 }] }],
    [
      'stock',
      {
        stock: [
          { warehouse_id: 1, quantity: 1 },
          { warehouse_id: 1, quantity: 2 },
        ],
      },
    ],
    ['multimedia_ids.0', { multimedia_ids: [999999999] }],
    ['moy_sklad_id', { moy_sklad_id: 'x' }],
  ])('422 at %s: %j', async (field, fields) => {
    const before = await fingerprint(test_.root, [db.companyId])
    expect(fieldsOf(await create({ name: 'Свеча', article: 'SV-1', ...fields }))).toEqual([422, field])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('names the expected check digit of a barcode', async () => {
    const answer = await create({ ...cosy, barcodes: ['4607086560144'] })
    expect(texts(answer)['barcodes.0']).toEqual(['Не сходится контрольная цифра: в конце должно быть 3'])
  })

  test('rejects a taken barcode, and a taken article in any letter case', async () => {
    const { id } = shown(await create(cosy))
    expect(fieldsOf(await create({ name: 'Ещё', article: cosy.article }))).toEqual([422, 'article'])
    expect(texts(await create({ name: 'Ещё', article: 'uy-204-bg' })).article).toEqual([
      'Выглядит как набор UY-204-BG: различаются только размером букв, алфавитом или невидимыми знаками',
    ])
    expect(texts(await create({ name: 'Ещё', article: 'X', barcodes: ['5', '00012'] }))).toEqual({
      'barcodes.1': ['Этот штрихкод уже у набора UY-204-BG'],
    })
    // The product's own article and barcodes are no conflict.
    expect((await update(id, { article: 'uy-204-bg', barcodes: ['00012', '5'] })).statusCode).toBe(200)
  })

  test('treats articles that look alike as equal, also in concurrent requests and in search', async () => {
    const { id } = shown(await create(cosy))
    const alike = [
      'UY-204\u200b-BG',
      '\u202eUY-204-BG',
      'ＵＹ-204-ＢＧ',
      'uy-\u00ad204-вg',
      'UY-204-BG\ufe0f',
    ]
    for (const article of alike) {
      expect(fieldsOf(await create({ name: 'Ещё', article })), JSON.stringify(article)).toEqual([
        422,
        'article',
      ])
    }
    // This also holds for concurrent requests, because the database checks it.
    const raced = await Promise.all(
      ['R-7', 'R-7\u200b', 'R\u2060-7', 'r-7', 'Ｒ-7'].map((article) => create({ name: 'Набор', article })),
    )
    expect(raced.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(raced.filter((answer) => fieldsOf(answer)[1] === 'article')).toHaveLength(4)
    await expect(buildProduct(db, { article: 'UY-204-BG\u200d' })).rejects.toThrow(/products_one_of_article/)
    // Invisible characters do not affect a search, neither in the article nor in the query.
    const odd = shown(await create({ name: 'Набор', article: 'ODD\u200b-55' }))
    expect(articles(await list({ search: 'odd-55' }))).toEqual([odd.article])
    expect(articles(await list({ search: '\u200bUY-204-BG\u202c' }))).toEqual([cosy.article])
    expect(articles(await list({ search: 'ODD\u200b-55' }))).toEqual([odd.article])
    expect(id).toBeGreaterThan(0)
  })

  test('refuses to delete a product that a task uses', async () => {
    const { id } = shown(await create(cosy))
    await buildTask(db, people.admin, { product_id: id })
    expect(codeOf(await remove(id))).toEqual([409, 'in_use'])
  })

  test('rejects a stale edit of the same field, and accepts one of another field', async () => {
    const { id } = shown(await create(cosy))
    await update(id, { name: 'Новое имя', stock: [] })
    expect(codeOf(await update(id, { name: 'Другое имя', version: 1 }))).toEqual([409, 'stale'])
    expect((await update(id, { money: 5, version: 1 })).statusCode).toBe(200)
  })
})

describe('concurrent requests', () => {
  test('create only one product for an article and for a barcode', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ ...cosy, name: `Набор ${index}` })),
    )
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(422)])
    const barcodes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({ name: 'Н', article: `A-${index}`, barcodes: ['777'] }),
      ),
    )
    expect(barcodes.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(422)])
    expect(totalOf(await list())).toBe(2)
  })
})

describe('the database', () => {
  test.each([
    [{ barcodes: ['4607086560144'] }, 'product_barcodes_barcode_check'],
    [{ barcodes: ['4.6E+12'] }, 'product_barcodes_barcode_check'],
    [{ barcodes: ['1 2'] }, 'product_barcodes_barcode_check'],
    [{ article: 'a\nb' }, 'products_article_check'],
    [{ money: -1 }, 'products_money_check'],
    [{ coins: 1_000_000_001 }, 'products_coins_check'],
    [{ norm_seconds: 0 }, 'products_norm_seconds_check'],
  ])('rejects %j', async (fields, constraint) => {
    await expect(buildProduct(db, fields)).rejects.toMatchObject({ constraint })
  })

  test('lets products swap barcodes in one statement, and keeps each barcode unique', async () => {
    const [one, two] = [
      await buildProduct(db, { barcodes: ['1'] }),
      await buildProduct(db, { barcodes: ['2'] }),
    ]
    await db.query(
      sql`update products set barcodes = case id when ${one} then array['2'] else array['1'] end
        where company_id = ${db.companyId} and id in (${one}, ${two})`,
    )
    expect(
      await db.from('product_barcodes').select(['barcode', 'product_id']).orderBy('barcode').execute(),
    ).toEqual([
      { barcode: '1', product_id: two },
      { barcode: '2', product_id: one },
    ])
    await expect(
      db
        .update('products', { barcodes: ['2'] })
        .where('id', '=', two)
        .execute(),
    ).rejects.toMatchObject({
      constraint: 'product_barcodes_one_of_barcode',
    })
  })
})

test('another company may use the same article and does not see this product', async () => {
  await create(cosy)
  const other = await buildCompany(test_.root)
  const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'admin'))
  expect((await create(cosy, stranger)).statusCode).toBe(201)
  expect(totalOf(await stranger.post('/products'))).toBe(1)
})
