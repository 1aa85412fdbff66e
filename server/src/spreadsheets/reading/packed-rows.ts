import type { ReadCell, ReadRow } from './rows.ts'

/**
 * The format of a row between processes: its number, then for each cell a letter for the kind and the text.
 * Sending a hundred thousand rows as objects would take both processes as long as reading them.
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
