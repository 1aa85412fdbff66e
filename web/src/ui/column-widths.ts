import type { DataColumn } from './data-table-types.ts'

type Column = Pick<DataColumn<never, never>, 'width' | 'roomyWidth' | 'isExtra'>

/** Width of the column of checkboxes, in pixels. */
export const selectionWidth = 40

/** Minimum width of a column that takes the remaining space, in pixels. */
const flexibleWidth = 210

const sumOf = (columns: readonly Column[], hasSelection: boolean, flexible: (column: Column) => number) =>
  columns.reduce((sum, column) => sum + (column.width ?? flexible(column)), hasSelection ? selectionWidth : 0)

/** Minimum width of all columns together, in pixels. */
export const widthOf = (columns: readonly Column[], hasSelection: boolean): number =>
  sumOf(columns, hasSelection, () => flexibleWidth)

/** The columns without extra ones that do not fit, see `isExtra`. `room` 0: not known yet. */
export function fittingColumns<Any extends Column>(
  columns: readonly Any[],
  room: number,
  hasSelection: boolean,
): readonly Any[] {
  const wanted = sumOf(columns, hasSelection, ({ roomyWidth = flexibleWidth }) => roomyWidth)
  if (room === 0 || wanted <= room) return columns
  const usual = columns.findLastIndex(({ isExtra }) => isExtra === true)
  const last = usual < 0 ? columns.findLastIndex(({ isExtra }) => isExtra === 'last') : usual
  return last < 0 ? columns : fittingColumns(columns.toSpliced(last, 1), room, hasSelection)
}
