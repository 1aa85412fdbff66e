import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import { readProduct } from '../../../testing/moysklad/moysklad-items.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { findWaitingIds } from '../items/items.queries.ts'

const test_ = useTestApp()
let db: Db
let exchange: MoySkladExchange

beforeEach(async () => {
  const team = await buildTeam(test_)
  db = team.db
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
})

const many = 3000

test('plans and writes a catalogue of 3,000 products, and a second pass changes nothing', {
  timeout: 120_000,
}, async () => {
  const catalogue = Array.from({ length: many }, (_, i) =>
    readProduct({
      name: `Набор для завтрака ${i}`,
      article: `НЗ-${i}`,
      code: String(i),
      barcodes: [`20000${i}`, `CODE-${i}`],
      category: 'Посуда/Наборы',
      description: 'Из дерева',
    }),
  )
  const readAll = async () => {
    for (let from = 0; from < many; from += 1000) await exchange.read(...catalogue.slice(from, from + 1000))
  }
  await readAll()
  await exchange.plan()
  expect(await exchange.write()).toEqual({ created: many, tied: 0, changed: 0, failed: 0 })
  await readAll()
  expect(await exchange.write()).toEqual({ created: 0, tied: 0, changed: 0, failed: 0 })
  expect(await db.from('products').select('id').execute()).toHaveLength(many)
})

test('writes fewer long products at once, and all of them in the end', async () => {
  const long = Array.from({ length: 130 }, (_, i) =>
    readProduct({ name: `Набор ${i}`, article: `ДЛ-${i}`, description: `${i} ${'слово '.repeat(800)}` }),
  )
  await exchange.read(...long)
  const ids = await findWaitingIds(db, 'product', 500)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.length).toBeLessThan(long.length)
  await exchange.plan()
  expect(await exchange.write()).toEqual({ created: long.length, tied: 0, changed: 0, failed: 0 })
})
