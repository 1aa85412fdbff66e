import { readFile, stat } from 'node:fs/promises'
import { readCsv } from './csv-rows.ts'
import { kindOf } from './file-kind.ts'
import { maxFileBytes } from './limits.ts'
import { Reach } from './reach.ts'
import type { ReadRow } from './rows.ts'
import { TableError } from './table-error.ts'
import { openWorkbook, type Sheets } from './xlsx/workbook.ts'

/** The data of a table that is known before its rows are read. */
export type TableHead = {
  /** Names of the visible sheets. A csv has one sheet without a name. */
  sheets: readonly string[]
  /** The index in `sheets` of the sheet that is read. */
  sheet: number
  /** The first non-empty row. */
  header: ReadRow
}

/**
 * Opens a file by the kind of its bytes, regardless of its name. Reads the sheet with the given index, or
 * else the first non-empty sheet. `rows` are the rows below the header.
 * @throws TableError here and while rows are read
 */
export async function openTable(
  path: string,
  sheet?: number,
): Promise<{ head: TableHead; rows: AsyncIterable<ReadRow>; reach: Reach }> {
  const sheets = await openSheets(path)
  const reach = new Reach()
  for (const index of sheet === undefined ? sheets.names.keys() : [sheet]) {
    if (!(index in sheets.names)) throw new TableError('table_no_such_sheet')
    const rows = sheets.rows(index, reach)
    const first = await rows.next()
    if (!first.done) return { head: { sheets: sheets.names, sheet: index, header: first.value }, rows, reach }
  }
  throw new TableError('table_empty')
}

async function openSheets(path: string): Promise<Sheets> {
  const { size } = await stat(path)
  if (size === 0) throw new TableError('table_empty')
  if (size > maxFileBytes) throw new TableError('table_too_large', { maximum: maxFileBytes / 1_048_576 })
  const bytes = await readFile(path)
  return kindOf(bytes) === 'xlsx'
    ? openWorkbook(bytes)
    : { names: [''], rows: (_, reach) => readCsv(bytes, reach) }
}
