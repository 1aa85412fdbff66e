import type { DataColumn } from './data-table-types.ts'

type Column = Pick<DataColumn<never, never>, 'width' | 'isExtra'>

/** Width of the column of checkboxes, in pixels. */
export const selectionWidth = 40

/** Minimum width of a column that takes the remaining space, in pixels. */
const flexibleWidth = 200

/** Minimum width of all columns together, in pixels. */
export const widthOf = (columns: readonly Column[], hasSelection: boolean): number =>
  columns.reduce((sum, { width }) => sum + (width ?? flexibleWidth), hasSelection ? selectionWidth : 0)

/** The columns without extra ones that do not fit, see `isExtra`. `room` 0: not known yet. */
export function fittingColumns<Any extends Column>(
  columns: readonly Any[],
  room: number,
  hasSelection: boolean,
): readonly Any[] {
  if (room === 0 || widthOf(columns, hasSelection) <= room) return columns
  const usual = columns.findLastIndex(({ isExtra }) => isExtra === true)
  const last = usual < 0 ? columns.findLastIndex(({ isExtra }) => isExtra === 'last') : usual
  return last < 0 ? columns : fittingColumns(columns.toSpliced(last, 1), room, hasSelection)
}
