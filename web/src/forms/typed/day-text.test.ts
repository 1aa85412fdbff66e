import { expect, test } from 'vitest'
import { readDay } from './day-text.ts'

test.each([
  ['31.01.2020', '2020-01-31', '2020-01-31'],
  // The day comes first, although a browser may read the month first.
  ['12.01.2020', '2020-01-12', '2020-01-12'],
  ['01/12/2020', '2020-12-01', '2020-01-12'],
  [' 2020-01-31 ', '2020-01-31', '2020-01-31'],
  ['31.02.2020', null, null],
  ['31.01', null, null],
  ['31.01.20', null, null],
  ['', null, null],
])('%j is the day %j, in English %j', (text, ru, en) => {
  expect([readDay(text, 'ru'), readDay(text, 'en')]).toEqual([ru, en])
})
