import { expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { Db, type Draft } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany } from '../../testing/rows/build.ts'
import { applyWithBisection } from './imports.undo-rows.ts'

const test_ = useTestApp()

type Product = Draft<'products'>

const product = (article: string, fields: Partial<Product> = {}): Product => ({
  name: 'Свеча',
  article,
  created_at: nowIso(),
  updated_at: nowIso(),
  ...fields,
})

/** Inserts the products in a transaction. @returns the refused articles, and the inserted ones */
async function insertAll(products: readonly Product[]) {
  const { companyId } = await buildCompany(test_.root)
  return test_.root.transaction().execute(async (connection) => {
    const db = new Db(connection, companyId)
    const refused = await applyWithBisection(db, products, async (some) => {
      await db.insert('products', some).execute()
    })
    const present = await db.from('products').select('article').orderBy('article').execute()
    return [refused.map(({ article }) => article), present.map(({ article }) => article)]
  })
}

test.each<[string, Product]>([
  ['a foreign key', product('X', { created_by: 999_999_999 })],
  ['a unique index', product('A-1')],
  ['a check', product('X', { money: -1 })],
])('a row that is rejected by %s does not affect the others', async (_, bad) => {
  const others = ['A-1', 'A-2', 'A-3', 'A-4'].map((article) => product(article))
  expect(await insertAll([...others, bad])).toEqual([[bad.article], ['A-1', 'A-2', 'A-3', 'A-4']])
})

test('several invalid rows are each rejected, in their order', async () => {
  const rows = [-1, 0, 1, -2, 2, -3].map((money, index) => product(`A-${index}`, { money }))
  expect(await insertAll(rows)).toEqual([
    ['A-0', 'A-3', 'A-5'],
    ['A-1', 'A-2', 'A-4'],
  ])
})

test('any other database error fails all rows', async () => {
  await expect(insertAll([product('A-1'), product('A-2', { money: 1e20 })])).rejects.toMatchObject({
    code: '22003',
  })
})

test('halving rows ends when the time is over', async () => {
  const { companyId } = await buildCompany(test_.root)
  const over = new AbortController()
  let turns = 0
  const work = (db: Db) => async (some: readonly Product[]) => {
    turns += 1
    if (turns === 3) over.abort(new Error('late'))
    await db.insert('products', some).execute()
  }
  const rows = [-1, -2, -3, -4].map((money, index) => product(`A-${index}`, { money }))
  const undoing = test_.root.transaction().execute((connection) => {
    const db = new Db(connection, companyId)
    return applyWithBisection(db, rows, work(db), over.signal)
  })
  await expect(undoing).rejects.toThrow('late')
  expect(turns).toBe(3)
})
