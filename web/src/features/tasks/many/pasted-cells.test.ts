import { expect, it } from 'vitest'
import { isTable, readCells } from './pasted-cells.ts'

it.each([
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\t\t3', [['a', '', '3']]],
  ['a\n\nb', [['a'], ['b']]],
  ['"Набор ""Уют"""\t5', [['Набор "Уют"', '5']]],
  ['"две\nстроки"\t1', [['две строки', '1']]],
  ['"не закрыта\tx', [['"не закрыта', 'x']]],
  ['Кружка 12" синяя\t2', [['Кружка 12" синяя', '2']]],
  ['', []],
])('%j', (text, cells) => {
  expect(readCells(text)).toEqual(cells)
})

it.each([
  ['просто текст', false],
  ['текст с концом\n', false],
  ['a\tb', true],
  ['a\nb', true],
])('isTable %j: %s', (text, is) => {
  expect(isTable(text)).toBe(is)
})
