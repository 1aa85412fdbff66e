import { readFile, stat } from 'node:fs/promises'
import { readCsv } from './csv-rows.ts'
import { kindOf } from './file-kind.ts'
import { mostFileBytes } from './limits.ts'
import { Reach } from './reach.ts'
import type { ReadRow } from './rows.ts'
import { TableError } from './table-error.ts'
import { openWorkbook, type Sheets } from './workbook.ts'

/** What is known of a table before its rows are read. */
export type TableHead = {
  /** Names of the sheets that a person sees; a csv is one without a name. */
  sheets: readonly string[]
  /** The one that is read, as an index of `sheets`. */
  sheet: number
  /** The first row that holds something. */
  header: ReadRow
}

/**
 * Opens a file as what its bytes are, whatever its name says: the sheet of that index, or else the first that holds
 * something. `rows` are those below the header.
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
  if (size > mostFileBytes) throw new TableError('table_too_large', { maximum: mostFileBytes / 1_048_576 })
  const bytes = await readFile(path)
  return kindOf(bytes) === 'xlsx'
    ? openWorkbook(bytes)
    : { names: [''], rows: (_, reach) => readCsv(bytes, reach) }
}
