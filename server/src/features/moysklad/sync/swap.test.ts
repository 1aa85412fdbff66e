import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { assert, asyncProperty, constantFrom, integer, shuffledSubarray } from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { changedThere, MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { readOrganization, readProduct, readStore } from '../../../testing/moysklad/moysklad-items.ts'
import { buildProduct } from '../../../testing/rows/build.ts'
import { buildTeam } from '../../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let exchange: MoySkladExchange

beforeEach(async () => {
  const team = await buildTeam(test_)
  db = team.db
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
})

type Product = ReturnType<typeof readProduct>

/** Products linked to ours, with the articles P-0, P-1 … and the barcodes X0, X1 …. */
async function linked(count: number): Promise<Product[]> {
  const products = Array.from({ length: count }, (_, at) =>
    readProduct({ article: `P-${at}`, barcodes: [`X${at}`] }),
  )
  await exchange.read(...products)
  await exchange.write()
  return products
}

/** Gives the article and barcode of each product to the one before it, in a ring. */
const turned = (products: readonly Product[], fields: readonly ('article' | 'barcodes')[]): MoySkladRead[] =>
  products.map((product, at) => {
    const next = products[(at + 1) % products.length] ?? product
    return changedThere(product, Object.fromEntries(fields.map((field) => [field, next.data[field]])))
  })

const valuesOf = async (products: readonly MoySkladRead[]) =>
  Promise.all(
    products.map(async (one) => {
      const product = await exchange.product(one)
      return { article: product?.article, barcodes: product?.barcodes }
    }),
  )
const wantedOf = (products: readonly MoySkladRead[]) =>
  products.map(({ data }) => {
    const { article, barcodes } = data as Product['data'] // they are products
    return { article, barcodes }
  })

describe('linked products', () => {
  test.each<[string, number, ('article' | 'barcodes')[], number]>([
    ['two that swap their articles', 2, ['article'], 500],
    ['three that pass their articles round', 3, ['article'], 500],
    ['two that swap their barcodes', 2, ['barcodes'], 500],
    ['three that pass articles and barcodes round', 3, ['article', 'barcodes'], 500],
    ['five whose batches hold one each', 5, ['article', 'barcodes'], 1],
  ])('are written: %s', async (_, count, fields, limit) => {
    const products = await linked(count)
    const next = turned(products, fields)
    await exchange.read(...next)
    expect(await exchange.write(undefined, limit)).toEqual({ created: 0, tied: 0, changed: count, failed: 0 })
    expect(await valuesOf(next)).toEqual(wantedOf(next))
    expect(await Promise.all(next.map((one) => exchange.planOf(one)))).toEqual(next.map(() => 'same'))
  })

  test('that are read one by one are written once the last of the ring is read', async () => {
    const products = await linked(3)
    const next = turned(products, ['article'])
    for (const [at, one] of next.entries()) {
      await exchange.read(one)
      await exchange.write()
      if (at < 2) expect(await valuesOf(products)).toEqual(wantedOf(products))
    }
    expect(await valuesOf(next)).toEqual(wantedOf(next))
  })

  test('stay unchanged if one of the ring is invalid, and each has its error', async () => {
    const products = await linked(3)
    const [first, second, third] = turned(products, ['article'])
    if (!first || !second || !third) throw new Error('There are three')
    await exchange.read(first, second, changedThere(third, { name: 'я'.repeat(201) } as never)) // a field of products
    expect(await exchange.write()).toMatchObject({ changed: 0, failed: 3 })
    expect(await valuesOf(products)).toEqual(wantedOf(products))
    expect(await exchange.failuresOf(first)).toEqual(['article_taken'])
    expect(await exchange.failuresOf(third)).toEqual(['too_long'])
    await exchange.read(third)
    await exchange.write()
    expect(await valuesOf([first, second, third])).toEqual(wantedOf([first, second, third]))
  })

  test('do not take the article of a product that keeps it', async () => {
    const products = await linked(2)
    await buildProduct(db, { article: 'OURS' })
    const [first, second] = products
    if (!first || !second) throw new Error('There are two')
    const [one, other] = [changedThere(first, { article: 'OURS' }), changedThere(second, { article: 'P-0' })]
    await exchange.read(one, other)
    expect(await exchange.write()).toMatchObject({ changed: 0, failed: 2 })
    expect(await valuesOf(products)).toEqual(wantedOf(products))
  })

  test('give their article and barcode to a new product of the same batch', async () => {
    const [old] = await linked(1)
    if (!old) throw new Error('There is one')
    const made = readProduct({ article: 'P-0', barcodes: ['X0'] })
    await exchange.read(made, changedThere(old, { article: 'NEW', barcodes: [] }))
    await exchange.write()
    expect(await exchange.product(old)).toMatchObject({ article: 'NEW', barcodes: [] })
  })

  test('match MoySklad after any permutation that is read in any order', async () => {
    await assert(
      asyncProperty(
        shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        integer({ min: 1, max: 6 }),
        constantFrom(1, 2, 500),
        async (permutation, order, page, limit) => {
          const team = await buildTeam(test_)
          exchange = await MoySkladExchange.open(test_.root, team.db, team.people.owner)
          const products = await linked(6)
          const next = products.map((one, at) => {
            const { article, barcodes } = products[permutation[at] ?? at]?.data ?? one.data
            return changedThere(one, { article, barcodes })
          })
          const read = order.flatMap((at) => next[at] ?? [])
          for (let from = 0; from < read.length; from += page) {
            await exchange.read(...read.slice(from, from + page))
            await exchange.write(undefined, limit)
          }
          expect(await valuesOf(next)).toEqual(wantedOf(next))
        },
      ),
      { numRuns: 12 },
    )
  })
})

test('warehouses swap their names', async () => {
  const stores = ['Тула', 'Орёл', 'Брянск'].map((name) => readStore({ name }))
  await exchange.read(...stores)
  await exchange.write()
  const next = stores.map((one, at) => changedThere(one, { name: stores[(at + 1) % 3]?.data.name ?? '' }))
  await exchange.read(...next)
  expect(await exchange.write()).toMatchObject({ changed: 3, failed: 0 })
  const rows = await db
    .from('warehouses')
    .select(['name', 'moy_sklad_id'])
    .where('moy_sklad_id', 'is not', null)
    .execute()
  expect(new Map(rows.map((row) => [row.moy_sklad_id, row.name]))).toEqual(
    new Map(next.map((one) => [one.moy_sklad_id, one.title])),
  )
})

test('legal entities swap their KPP, and the database rejects two with the same KPP', async () => {
  const [one, other] = [readOrganization({ kpp: '773601001' }), readOrganization({ kpp: '773602002' })]
  await exchange.read(one, other)
  await exchange.write()
  await exchange.read(changedThere(one, { kpp: '773602002' }), changedThere(other, { kpp: '773601001' }))
  expect(await exchange.write()).toMatchObject({ changed: 2, failed: 0 })
  const kppOf = async ({ moy_sklad_id }: MoySkladRead) =>
    (
      await db
        .from('legal_entities')
        .select('kpp')
        .where('moy_sklad_id', '=', moy_sklad_id)
        .executeTakeFirst()
    )?.kpp
  expect([await kppOf(one), await kppOf(other)]).toEqual(['773602002', '773601001'])
  await expect(db.update('legal_entities', { kpp: '773601001' }).execute()).rejects.toThrow(
    'legal_entities_inn',
  )
})
