import { expect, test } from 'vitest'
import { columnLetter, columnName } from './column-name.ts'

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
])('column %i is %s', (index, letter) => {
  expect(columnLetter(index)).toBe(letter)
})

test('names a column by its title, unless another column has the same title', () => {
  const columns = [{ title: 'Артикул' }, { title: '' }, { title: 'Цена' }, { title: 'цена' }]
  expect(columns.map((_, index) => columnName(columns, index))).toEqual(['Артикул', 'B', 'C', 'D'])
})
