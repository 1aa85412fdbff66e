import { expect, test } from 'vitest'
import { emptyFields, isEmpty, mayBeEmpty } from './presence.ts'

const form = {
  rules: {
    name: { presence: 'required' },
    comment: { presence: 'optional' },
    number: { presence: 'kept' },
    quantity: { max: 10 },
  },
  initial: { name: '', comment: '', number: 'A-1', quantity: null, money: null },
  emptyIsZero: [],
} as const

test.each([
  ['', true],
  [' \n', true],
  [null, true],
  [[], true],
  ['0', false],
  [0, false],
  [false, false],
  [[1], false],
])('%j is empty: %s', (value, answer) => {
  expect(isEmpty(value)).toBe(answer)
})

test.each([
  ['required values that are there', { name: 'Плед', comment: '', number: 'A-2', quantity: null }, []],
  ['an empty required value', { name: ' ', comment: 'x', number: 'A-1', quantity: 1 }, ['name']],
  [
    'an emptied value that the update would keep',
    { name: 'x', comment: '', number: '', quantity: 1 },
    ['number'],
  ],
  ['fields that the call does not have', { name: 'x', unknown: '' }, []],
])('%s', (_, values, empty) => {
  expect(emptyFields(form, values)).toEqual(empty)
})

test('a value that an update may leave out may be empty if it was empty before', () => {
  const running = { ...form, initial: { ...form.initial, number: '' } }
  expect(emptyFields(running, { name: 'x', number: '' })).toEqual([])
  expect([mayBeEmpty(form, 'number'), mayBeEmpty(running, 'number')]).toEqual([false, true])
})

test('an empty number that means 0 is not missing', () => {
  const rules = { ...form.rules, money: { presence: 'required' } } as const
  expect(emptyFields({ ...form, rules }, { money: null })).toEqual(['money'])
  const zero = { ...form, rules, emptyIsZero: ['money'] }
  expect(emptyFields(zero, { money: null })).toEqual([])
  expect(mayBeEmpty(zero, 'money')).toBe(true)
})

test('only an optional field is marked, not one about which the form decides', () => {
  const names = ['name', 'comment', 'quantity', 'unknown']
  expect(names.filter((name) => mayBeEmpty(form, name))).toEqual(['comment'])
})
