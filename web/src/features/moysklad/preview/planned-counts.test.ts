import { expect, test } from 'vitest'
import { plannedCounts } from './planned-counts.ts'

const none = { create: 0, tie: 0, change: 0, same: 0, ambiguous: 0, invalid: 0, ignore: 0 }

test('counts rows to create, link and change, and undecided and invalid rows apart', () => {
  const preview = [
    { kind: 'product' as const, plans: { ...none, create: 5, change: 2, same: 9, ambiguous: 1, ignore: 4 } },
    { kind: 'store' as const, plans: { ...none, tie: 3, invalid: 2 } },
  ]
  expect(plannedCounts(preview)).toEqual({ created: 5, tied: 3, changed: 2, left: 3 })
})

test('employees are not created', () => {
  const preview = [{ kind: 'employee' as const, plans: { ...none, create: 7, tie: 1 } }]
  expect(plannedCounts(preview)).toEqual({ created: 0, tied: 1, changed: 0, left: 0 })
})
