import { storable, unstorable } from '@artel/contract/storable'
import {
  batchCharacters,
  batchRows,
  mostCellCharacters,
  mostCharacters,
  mostColumns,
  mostRows,
} from './limits.ts'
import { TableError } from './table-error.ts'

/**
 * What a cell says: text as it stands; a number as its shortest decimal (`16.5`), whatever its format shows; a date as
 * `2026-11-22` or `2026-11-22T09:30:00`, a time or duration as `9:30:00`; a tick as `1` or `0`; a formula as what it
 * came to when the file was saved.
 */
export type ReadCell = {
  text: string
  /** Whether the file keeps it as a number: then zeros before it are lost already. Never in csv. */
  isNumber: boolean
  /**
   * Whether it holds no value: `text` is then the mistake, such as `#REF!`, the formula that came to nothing, or what
   * cannot be stored with `\ufffd` in its place.
   */
  isError: boolean
}

/** `row` is the number that a spreadsheet shows beside it; `cells` ends with the last one that holds something. */
export type ReadRow = { row: number; cells: readonly (ReadCell | null)[] }

export const textCell = (text: string): ReadCell => ({ text, isNumber: false, isError: false })

/** A cell whose characters no field takes. The row is told of it, and what is kept of the file is storable. */
const unstorableCell = (text: string): ReadCell => ({ text: storable(text), isNumber: false, isError: true })

/** Gathers the cells of one row after another, within the limits. */
export class RowBuilder {
  #row = 0
  #cells: (ReadCell | null)[] = []

  begin(row: number): void {
    this.#row = row
    this.#cells = []
  }

  /** A cell of nothing but blanks is as good as an empty one. Columns count from 0. */
  put(column: number, cell: ReadCell): void {
    if (cell.text.trim() === '') return
    if (column >= mostColumns) throw new TableError('table_too_many_columns', { maximum: mostColumns })
    if (cell.text.length > mostCellCharacters) throw this.tooLong()
    while (this.#cells.length < column) this.#cells.push(null)
    this.#cells[column] = unstorable.test(cell.text) ? unstorableCell(cell.text) : cell
  }

  /** The row, or null where it holds nothing. */
  finish(): ReadRow | null {
    return this.#cells.length > 0 ? { row: this.#row, cells: this.#cells } : null
  }

  tooLong(): TableError {
    return new TableError('table_cell_too_long', { row: this.#row, maximum: mostCellCharacters })
  }
}

const lengthOf = ({ cells }: ReadRow): number =>
  cells.reduce((sum, cell) => sum + (cell?.text.length ?? 0), 0)

/** Rows as they are handed on. @throws TableError where there are too many */
export async function* inBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  let characters = 0
  let total = 0
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > mostRows) throw new TableError('table_too_many_rows', { maximum: mostRows })
    batch.push(row)
    const length = lengthOf(row)
    characters += length
    total += length
    if (total > mostCharacters) throw new TableError('table_too_large_inside')
    if (batch.length >= batchRows || characters >= batchCharacters) {
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
}
