import { expect, test } from 'vitest'
import { planNeeds, raisedItems, raisedPlan } from './raise-plan.ts'

const product = { id: 1, name: 'Кружка', article: 'K-1', photo: null, barcodes: [] }
const item = (quantity: number, planned: number | null) => ({
  id: 7,
  product_id: 1,
  quantity,
  planned,
  expires_on: '2027-05-31',
  product,
})
const supplyOf = (planned: number | null, packed: number) => ({
  plan: planned ? [{ product_id: 1, quantity: planned }] : [],
  products: [{ product_id: 1, planned, packed, product }],
})
const open = { items: [], planned_count: null }
const free = supplyOf(null, 40)

test('says which plan must be raised, and to which number', () => {
  expect(planNeeds({ items: [item(4, 4)], planned_count: 4 }, free, 1, 1)).toEqual({ box: 5, supply: null })
  expect(planNeeds({ items: [item(4, 4)], planned_count: 4 }, supplyOf(9, 8), 1, 3)).toEqual({
    box: 7,
    supply: 11,
  })
  expect(planNeeds(open, supplyOf(9, 9), 1, 1)).toEqual({ box: null, supply: 10 })
  expect(planNeeds(open, { ...supplyOf(9, 9), products: [] }, 1, 2)).toEqual({ box: null, supply: 2 })
  expect(planNeeds({ items: [], planned_count: 4 }, free, 1, 2)).toEqual({ box: 2, supply: null })
  expect(planNeeds({ items: [item(4, null)], planned_count: 4 }, free, 1, 2)).toEqual({
    box: null,
    supply: null,
  })
})

test('raises only this product, and never lowers a plan that is already higher', () => {
  const plan = [
    { product_id: 1, quantity: 4 },
    { product_id: 2, quantity: 9 },
  ]
  expect(raisedPlan(plan, 1, 6)).toEqual([{ product_id: 1, quantity: 6 }, plan[1]])
  expect(raisedPlan(plan, 2, 6)).toEqual(plan)
  expect(raisedPlan(plan, 3, 6)).toEqual([...plan, { product_id: 3, quantity: 6 }])
  const line = { product_id: 1, quantity: 4, expires_on: '2027-05-31' }
  expect(raisedItems([item(4, 4)], 1, 6)).toEqual([{ ...line, planned: 6 }])
  expect(raisedItems([item(4, 8)], 1, 6)).toEqual([{ ...line, planned: 8 }])
  expect(raisedItems([item(4, null)], 2, 6)).toEqual([
    { ...line, planned: null },
    { product_id: 2, quantity: 0, planned: 6, expires_on: null },
  ])
})
