import { expect, test } from 'vitest'
import { LimitError } from '../../errors/errors.ts'
import { hashPassword, isPassword } from './password.ts'

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const guest = (number: number) => ({ companyId: 'guests', userId: `203.0.113.${number}` }) as const

test('checks of users and of other guests do not wait behind many checks of one guest', async () => {
  const hash = await hashPassword('right')
  const order: string[] = []
  const judge = (name: string, owner: Parameters<typeof isPassword>[2]) =>
    isPassword(hash, 'wrong', owner).then(() => order.push(name))
  const flood = many(20, () => judge('flood', guest(1)))
  const others = [judge('other guest', guest(2)), judge('known', { companyId: 1, userId: 1 })]
  await Promise.all([...flood, ...others])
  // Two checks run at a time, and either may take longer on a busy machine.
  expect(order.slice(0, 8)).toEqual(expect.arrayContaining(['known', 'other guest']))
})

test('attempts of one guest beyond the queue limit are rejected', async () => {
  const judged = many(40, () => isPassword(null, 'wrong', guest(3)))
  const outcomes = await Promise.allSettled(judged)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toEqual(Array(9).fill(expect.any(LimitError)))
})

const rest = '$OGMkzn2WSsVabAhogCwxLg$K7vUcuzyTooTB7AylImifxXhRw+l9zrO+4Gt+msypeg'

// An archive of a company brings hashes that somebody else has made.
test.each([
  '$argon2id$v=19$m=2097152,t=1,p=1',
  '$argon2id$v=19$m=8,t=4000000,p=1',
  '$argon2id$v=19$m=19457,t=2,p=1',
  '$argon2id$v=19$m=19456,t=3,p=1',
  '$argon2id$v=19$m=19456,t=2,p=2',
  '$argon2d$v=19$m=19456,t=2,p=1',
  'no hash at all',
])('a hash that costs more than those of the product is right for no password: %s', async (costs) => {
  const before = process.resourceUsage().maxRSS
  const began = performance.now()
  expect(await isPassword(costs + rest, 'right', guest(4))).toBe(false)
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000)
  expect(performance.now() - began).toBeLessThan(2000)
})

test('the library makes hashes of the costs that are accepted', async () => {
  expect(await isPassword(await hashPassword('right'), 'right', guest(5))).toBe(true)
})
