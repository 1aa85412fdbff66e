import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openPool, openRoot } from '../connection/open.ts'
import { RowBudget, RowBudgetError, withinBudget } from './row-budget.ts'

const root = openRoot(openPool(inject('connection'), () => {}))
afterAll(() => root.destroy())

const million = 1_000_000
/** Reads this many rows of a million characters each. */
const read = (rows: number) =>
  sql<{ text: string }>`select repeat('x', ${million}) as text from generate_series(1, ${rows})`.execute(root)

let places = 6
const full = new Error('All places are taken')
/** The budget of a request. Six long requests may run at once. */
const newBudget = () =>
  new RowBudget(() => {
    if (places === 0) throw full
    places -= 1
    return {
      release: () => {
        places += 1
      },
    }
  })

test('rejects a call that reads too much, and its connection stays usable', async () => {
  const budget = newBudget()
  await withinBudget(budget, () => read(10))
  await expect(withinBudget(budget, () => read(30))).rejects.toThrow(RowBudgetError)
  budget.close()
  expect((await read(1)).rows).toHaveLength(1)
})

test('only a few concurrent calls may read much data, all others only little', async () => {
  const many = Array.from({ length: 6 }, () => newBudget())
  await Promise.all(many.map((budget) => withinBudget(budget, () => read(5))))
  const seventh = newBudget()
  await expect(withinBudget(seventh, () => read(5))).rejects.toThrow(full)
  expect((await withinBudget(newBudget(), () => read(1))).rows).toHaveLength(1)
  many[0]?.close()
  const freed = newBudget()
  expect((await withinBudget(freed, () => read(5))).rows).toHaveLength(5)
  for (const budget of [freed, ...many]) budget.close()
})

test('does not count rows that are read outside of calls', async () => {
  expect((await read(20)).rows).toHaveLength(20)
})
