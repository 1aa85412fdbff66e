import { storable, unstorable } from '@artel/contract/shapes/storable'
import {
  batchCharacters,
  batchRows,
  maxCellCharacters,
  maxCharacters,
  maxColumns,
  maxRows,
} from './limits.ts'
import { TableError } from './table-error.ts'

/**
 * The value of a cell. Text is unchanged. A number is its shortest decimal (`16.5`), regardless of its
 * format. A date is `2026-11-22` or `2026-11-22T09:30:00`, a time or duration `9:30:00`, a checkbox `1` or
 * `0`. A formula is its result when the file was saved.
 */
export type ReadCell = {
  text: string
  /** Whether the file stores a number, so leading zeros are already lost. Never in csv. */
  isNumber: boolean
  /**
   * Whether the cell has no usable value. `text` is then the error, such as `#REF!`, the formula without a
   * result, or the text with `\ufffd` for characters that cannot be stored.
   */
  isError: boolean
}

/** `row` is the row number that a spreadsheet shows. `cells` ends with the last non-empty cell. */
export type ReadRow = { row: number; cells: readonly (ReadCell | null)[] }

export const textCell = (text: string): ReadCell => ({ text, isNumber: false, isError: false })

/**
 * A cell with characters that no field accepts. It becomes an error cell, so the row shows the error and the
 * stored text is storable.
 */
const unstorableCell = (text: string): ReadCell => ({ text: storable(text), isNumber: false, isError: true })

/** Collects the cells of one row after another and checks the limits. */
export class RowBuilder {
  #row = 0
  #cells: (ReadCell | null)[] = []

  begin(row: number): void {
    this.#row = row
    this.#cells = []
  }

  /** Adds a cell. A cell of only blanks counts as empty. Columns count from 0. */
  put(column: number, cell: ReadCell): void {
    if (cell.text.trim() === '') return
    if (column >= maxColumns) throw new TableError('table_too_many_columns', { maximum: maxColumns })
    if (cell.text.length > maxCellCharacters) throw this.tooLong()
    while (this.#cells.length < column) this.#cells.push(null)
    this.#cells[column] = unstorable.test(cell.text) ? unstorableCell(cell.text) : cell
  }

  /** The row, or null if it is empty. */
  finish(): ReadRow | null {
    return this.#cells.length > 0 ? { row: this.#row, cells: this.#cells } : null
  }

  tooLong(): TableError {
    return new TableError('table_cell_too_long', { row: this.#row, maximum: maxCellCharacters })
  }
}

const lengthOf = ({ cells }: ReadRow): number =>
  cells.reduce((sum, cell) => sum + (cell?.text.length ?? 0), 0)

/** Groups rows into batches. @throws TableError if there are too many rows or characters */
export async function* inBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  let characters = 0
  let total = 0
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > maxRows) throw new TableError('table_too_many_rows', { maximum: maxRows })
    batch.push(row)
    const length = lengthOf(row)
    characters += length
    total += length
    if (total > maxCharacters) throw new TableError('table_too_large_inside')
    if (batch.length >= batchRows || characters >= batchCharacters) {
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
}
