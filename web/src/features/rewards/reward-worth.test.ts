import { expect, test } from 'vitest'
import { coinFloor, differenceOf } from './reward-worth.ts'

test.each([
  [
    { money: 100, coins: 5 },
    { money: 300, coins: 5 },
    { money: 200, coins: 0 },
    { money: 0, coins: 0 },
  ],
  [
    { money: 100, coins: 5 },
    { money: 300, coins: 2 },
    { money: 200, coins: 0 },
    { money: 0, coins: 3 },
  ],
  [
    { money: 300, coins: 5 },
    { money: 0, coins: 0 },
    { money: 0, coins: 0 },
    { money: 300, coins: 5 },
  ],
])('from %j to %j gives %j and takes %j', (before, after, more, less) => {
  expect(differenceOf(before, after)).toEqual({ more, less })
})

test.each([
  [20, 5, 15],
  [20, 20, 0],
  [20, 50, 0],
  [20, 0, 20],
])('of %i coins with %i left unspent, at least %i must stay', (coins, left, floor) => {
  expect(coinFloor(coins, left)).toBe(floor)
})
