import { expect, test } from 'vitest'
import { type LineValues, lineMistakes, linesBeyondPlan } from './box-lines.ts'

const line = (product_id: number, quantity: number | null, planned: number | null = null): LineValues => ({
  product_id,
  quantity,
  planned,
  expires_on: null,
})

test('a line needs pieces unless it has a plan, and may not exceed its plan', () => {
  expect(lineMistakes([line(1, 3), line(2, 0, 4), line(3, 4, 4)])).toEqual({})
  expect(lineMistakes([line(1, null), line(2, 0), line(3, 5, 4), line(4, 0, 0)])).toEqual({
    'items.0.quantity': { key: 'required' },
    'items.1.quantity': { key: 'too_small', values: { minimum: 1 } },
    'items.2.quantity': { key: 'more_than_plan', values: { planned: 4 } },
    'items.3.planned': { key: 'too_small', values: { minimum: 1 } },
  })
})

test('finds lines beyond the plan of the supply, without the earlier content of this box', () => {
  const counts = [
    { product_id: 1, planned: 10, packed: 10 },
    { product_id: 2, planned: 10, packed: 7 },
  ]
  const before = [line(1, 4)]
  expect(linesBeyondPlan([line(1, 4), line(2, 3)], before, counts)).toEqual({})
  expect(linesBeyondPlan([line(1, 5), line(2, 4), line(3, 1)], before, counts)).toEqual({
    'items.0.quantity': { key: 'more_than_plan', values: { planned: 10 } },
    'items.1.quantity': { key: 'more_than_plan', values: { planned: 10 } },
    'items.2.quantity': { key: 'more_than_plan', values: { planned: 0 } },
  })
  expect(linesBeyondPlan([line(1, 5)], [], [{ product_id: 1, planned: null, packed: 8 }])).toEqual({})
})
