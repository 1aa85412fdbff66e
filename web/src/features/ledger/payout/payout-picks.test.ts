import { expect, test } from 'vitest'
import {
  type Picks,
  payoutEntries,
  pickedAmount,
  sumOf,
  toggleAll,
  togglePick,
  wrongPicks,
} from './payout-picks.ts'

const anna = { id: 1, money: 50_000 }
const boris = { id: 2, money: 861 }
const none: Picks = new Map()

test('a selected person gets the whole balance, even after it has changed', () => {
  const picks = togglePick(none, anna.id)
  expect(pickedAmount(picks, anna)).toBe(50_000)
  expect(payoutEntries(picks, [{ ...anna, money: 60_000 }, boris])).toEqual([{ user_id: 1, amount: 60_000 }])
  expect(togglePick(picks, anna.id).size).toBe(0)
})

test('selects everyone, or nobody if everyone was selected, and keeps typed amounts', () => {
  const some: Picks = new Map([[1, 100]])
  const all = toggleAll(some, [anna, boris])
  expect(payoutEntries(all, [anna, boris])).toEqual([
    { user_id: 1, amount: 100 },
    { user_id: 2, amount: 861 },
  ])
  expect(sumOf(payoutEntries(all, [anna, boris]))).toBe(961)
  expect(toggleAll(all, [anna, boris]).size).toBe(0)
})

test('a person without a remaining balance is not paid', () => {
  expect(payoutEntries(toggleAll(none, [anna, boris]), [boris])).toEqual([{ user_id: 2, amount: 861 }])
})

test.each([
  [861, []],
  [862, [[2, 'tooMuch']]],
  [0, [[2, 'required']]],
  [null, [[2, 'required']]],
])('an amount of %s out of 861', (amount, wrong) => {
  expect([...wrongPicks(new Map([[2, amount]]), [anna, boris])]).toEqual(wrong)
})
