import { expect, test } from 'vitest'
import { clampWidth, fittingColumns, widthOf, withChosenWidths } from './column-widths.ts'

const columns: { key: string; width?: number; roomyWidth?: number; isExtra?: true | 'last' }[] = [
  { key: 'number', width: 50, isExtra: 'last' },
  { key: 'name' },
  { key: 'status', width: 120 },
  { key: 'money', width: 100, isExtra: true },
  { key: 'due', width: 150 },
  { key: 'coins', width: 100, isExtra: true },
]
const keysAt = (room: number) => fittingColumns(columns, room, true).map(({ key }) => key)

test('keeps all columns if they fit or the width is not known yet', () => {
  expect(widthOf(columns, true)).toBe(770)
  expect(keysAt(770)).toEqual(['number', 'name', 'status', 'money', 'due', 'coins'])
  expect(keysAt(0)).toHaveLength(6)
})

test('hides the last extra column first, and a column that is the last to go after all others', () => {
  expect(keysAt(769)).toEqual(['number', 'name', 'status', 'money', 'due'])
  expect(keysAt(610)).toEqual(['number', 'name', 'status', 'due'])
  expect(keysAt(569)).toEqual(['name', 'status', 'due'])
})

test('never hides a column that is not extra', () => {
  expect(keysAt(100)).toEqual(['name', 'status', 'due'])
})

test('gives up extra columns for a column that wants more than its minimum width', () => {
  const roomy = columns.map((column) => (column.key === 'name' ? { ...column, roomyWidth: 270 } : column))
  const keysOf = (room: number) => fittingColumns(roomy, room, true).map(({ key }) => key)
  expect(keysOf(830)).toHaveLength(6)
  expect(keysOf(829)).toEqual(['number', 'name', 'status', 'money', 'due'])
  expect(keysOf(100)).toEqual(['name', 'status', 'due'])
  expect(widthOf(roomy, true)).toBe(770)
})

test('takes the widths that a person chose, but none for the column of the names', () => {
  const chosen = withChosenWidths(columns, { status: 200, name: 300, due: null, gone: 90 })
  expect(chosen.map(({ width }) => width)).toEqual([50, undefined, 200, 100, 150, 100])
})

test('limits a width by what the names can spare', () => {
  expect(clampWidth(180, 120, 100)).toBe(180)
  expect(clampWidth(300, 120, 100)).toBe(220)
  expect(clampWidth(300, 120, -40)).toBe(120)
  expect(clampWidth(10, 120, 100)).toBe(40)
  expect(clampWidth(2000, 120, 3000)).toBe(800)
})
