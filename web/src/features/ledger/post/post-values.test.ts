import { expect, test } from 'vitest'
import {
  checkPost,
  hasShares,
  type PostValues,
  personError,
  placePostErrors,
  postBody,
  postTotal,
} from './post-values.ts'

const values = (change: Partial<PostValues> = {}): PostValues => ({
  entries: [
    { user_id: 4, amount: null },
    { user_id: 5, amount: 700 },
  ],
  amount: 150,
  isEach: false,
  kind: 'bonus',
  direction: 'in',
  comment: '',
  ...change,
})
const fine = { kind: 'fine', comment: 'Пересорт' } as const
const texts = { required: 'required', short: (id: number, balance: number) => `${id} has ${balance}` }
const known = new Map([
  [4, { money: 0, coins: 100 }],
  [5, { money: 0, coins: 900 }],
])

test.each([
  ['one amount for all', values(), { kind: 'bonus', user_ids: [4, 5], amount: 150 }],
  [
    'amounts of their own',
    values({ isEach: true, comment: ' За смену ' }),
    {
      kind: 'bonus',
      comment: 'За смену',
      entries: [
        { user_id: 4, amount: 0 },
        { user_id: 5, amount: 700 },
      ],
    },
  ],
  [
    'one person has no amount apart',
    values({ isEach: true, entries: [{ user_id: 4, amount: 700 }] }),
    { kind: 'bonus', user_ids: [4], amount: 150 },
  ],
  [
    'only an adjustment has a direction',
    values({ kind: 'adjustment', direction: 'out' }),
    { kind: 'adjustment', direction: 'out', user_ids: [4, 5], amount: 150 },
  ],
])('sends what was typed: %s', (_, typed, body) => {
  expect(postBody(typed)).toEqual(body)
})

test.each([
  [values(), 300],
  [values({ isEach: true }), 700],
  [values(fine), -300],
  [values({ kind: 'adjustment', direction: 'out', isEach: true }), -700],
  [values({ amount: null }), 0],
])('sums the amounts that people get or lose', (typed, total) => {
  expect(postTotal(typed)).toBe(total)
})

test.each([
  ['all is there', values(), {}],
  ['nobody', values({ entries: [] }), { entries: ['required'] }],
  ['no amount', values({ amount: 0 }), { amount: ['required'] }],
  ['a fine without a reason', values({ kind: 'fine', amount: 50 }), { comment: ['required'] }],
  ['more coins than there are', values(fine), { amount: ['4 has 100'] }],
  [
    'of amounts of their own each is judged',
    values({
      ...fine,
      isEach: true,
      entries: [
        { user_id: 4, amount: null },
        { user_id: 5, amount: 901 },
      ],
    }),
    { 'entries.0.amount': ['required'], 'entries.1.amount': ['5 has 900'] },
  ],
])('finds mistakes in coins: %s', (_, typed, wrong) => {
  expect(checkPost(typed, 'coins', known, texts)).toEqual(wrong)
})

test('money may go below zero', () => {
  expect(checkPost(values(fine), 'money', known, texts)).toEqual({})
})

test('maps server errors about people to their fields', () => {
  const placed = placePostErrors({
    'user_ids.1': ['is archived'],
    'entries.0.amount': ['too much'],
    comment: ['long'],
  })
  expect(placed).toEqual({
    'entries.1.user_id': ['is archived'],
    'entries.0.amount': ['too much'],
    comment: ['long'],
  })
  expect(personError(placed)).toEqual({ index: 1, text: 'is archived' })
  expect(personError({ amount: ['x'] })).toBe(null)
})

test('one person has no separate amount', () => {
  expect(hasShares(values({ isEach: true, entries: [{ user_id: 4, amount: 1 }] }))).toBe(false)
})
