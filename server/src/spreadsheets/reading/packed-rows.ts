import type { ReadCell, ReadRow } from './rows.ts'

/**
 * A row as it goes from one process to the other: its number, then of each cell the sign of its kind and its text. As
 * objects a hundred thousand rows would keep both processes busy for as long as reading them does.
 */
export type PackedRow = [number, ...(string | null)[]]

export const packRow = ({ row, cells }: ReadRow): PackedRow => [
  row,
  ...cells.map((cell) => cell && packCell(cell)),
]

export const unpackRow = ([row, ...cells]: PackedRow): ReadRow => ({
  row,
  cells: cells.map((cell) => (cell === null ? null : unpackCell(cell))),
})

const packCell = ({ text, isNumber, isError }: ReadCell): string =>
  (isNumber ? 'n' : isError ? 'e' : 't') + text

const unpackCell = (packed: string): ReadCell => ({
  text: packed.slice(1),
  isNumber: packed.startsWith('n'),
  isError: packed.startsWith('e'),
})
