import { expect, it } from 'vitest'
import {
  countSelected,
  isSelected,
  moveRange,
  noneSelected,
  type Selected,
  selectedRows,
  selectOnPage,
  toggleRange,
  toggleRow,
} from './row-selection.ts'

const page = [1, 2, 3]
const idsOf = (selected: Selected) => (selected.kind === 'all' ? 'all' : [...selected.ids])

it('selects and deselects a row', () => {
  const one = toggleRow(noneSelected, page, 2)
  expect(idsOf(one)).toEqual([2])
  expect(idsOf(toggleRow(one, page, 2))).toEqual([])
})

it('keeps the rows that were selected on another page', () => {
  const before = selectedRows([9, 1])
  expect(idsOf(selectOnPage(before, page, [2, 3]))).toEqual([9, 2, 3])
  expect(idsOf(selectOnPage(before, page, []))).toEqual([9])
})

it('keeps the other rows of the page when all were selected and one is deselected', () => {
  expect(idsOf(toggleRow({ kind: 'all' }, page, 2))).toEqual([1, 3])
})

it('selects or deselects a range of the page in either direction', () => {
  const some = selectedRows([9, 3])
  expect(idsOf(toggleRange(some, page, 1, 2))).toEqual([9, 3, 1, 2])
  expect(idsOf(toggleRange(some, page, 2, 1))).toEqual([9, 3, 1, 2])
  expect(idsOf(toggleRange(selectedRows([9, 1, 2, 3]), page, 1, 2))).toEqual([9, 3])
  expect(idsOf(toggleRange({ kind: 'all' }, page, 3, 2))).toEqual([1])
})

it('moves the end of a range in either direction, also over its beginning', () => {
  const rows = [1, 2, 3, 4]
  const one = moveRange(selectedRows([9, 4]), rows, 2, [2, 3])
  expect(idsOf(one)).toEqual([9, 4, 2, 3])
  expect(idsOf(moveRange(one, rows, 2, [3, 2]))).toEqual([9, 4, 2])
  expect(idsOf(moveRange(selectedRows([9, 2]), rows, 2, [2, 1]))).toEqual([9, 1, 2])
  expect(idsOf(moveRange({ kind: 'all' }, rows, 2, [3, 2]))).toEqual([1, 4, 2])
})

it('counts all rows of the filter if all are selected, otherwise the selected rows', () => {
  expect(countSelected({ kind: 'all' }, 380)).toBe(380)
  expect(countSelected(selectedRows([4, 5]), 380)).toBe(2)
  expect([isSelected({ kind: 'all' }, 77), isSelected(selectedRows([4]), 77)]).toEqual([true, false])
})
