import type { DataColumn } from './data-table-types.ts'

type Column = Pick<DataColumn<never, never>, 'width' | 'roomyWidth' | 'isExtra'>

/** Width of the column of checkboxes, in pixels. */
export const selectionWidth = 40

/** Minimum width of a column that takes the remaining space, in pixels. */
const flexibleWidth = 210

/** The limits of a width that a person chooses, in pixels. */
export const narrowest = 40
export const widest = 800

/** The columns with the widths that a person chose. The column that takes the remaining space has none. */
export const withChosenWidths = <Any extends Column & { key: string }>(
  columns: readonly Any[],
  widths: Readonly<Record<string, number | null>>,
): readonly Any[] =>
  columns.map((column) => {
    const chosen = widths[column.key] ?? null
    return column.width === undefined || chosen === null ? column : { ...column, width: chosen }
  })

/** The width below which other columns give way to this one. */
export const roomyWidthOf = ({ roomyWidth = flexibleWidth }: Column): number => roomyWidth

/** The width within its limits. `spare`: pixels that the columns of the names can give. */
export const clampWidth = (width: number, current: number, spare: number): number =>
  Math.round(Math.max(narrowest, Math.min(width, widest, current + Math.max(0, spare))))

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
  const wanted = sumOf(columns, hasSelection, roomyWidthOf)
  if (room === 0 || wanted <= room) return columns
  const usual = columns.findLastIndex(({ isExtra }) => isExtra === true)
  const last = usual < 0 ? columns.findLastIndex(({ isExtra }) => isExtra === 'last') : usual
  return last < 0 ? columns : fittingColumns(columns.toSpliced(last, 1), room, hasSelection)
}
