import { expect, it } from 'vitest'
import { readTime } from './time-text.ts'

it.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['2359', '23:59'],
  ['9:5', '09:05'],
  ['9.30', '09:30'],
  [' 9 30 ', '09:30'],
  ['22-15', '22:15'],
  ['24', null],
  ['9:60', null],
  ['2460', null],
  ['', null],
  ['утро', null],
  ['9:30:00', null],
])('%j is %j', (typed, time) => expect(readTime(typed)).toBe(time))
