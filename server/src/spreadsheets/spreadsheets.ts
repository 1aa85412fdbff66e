import type { Readable } from 'node:stream'
import type { FileFormat } from '@artel/contract/shapes/list'
import type { Table } from './columns.ts'
import { writeCsv } from './csv.ts'
import { writeXlsx } from './xlsx.ts'

export type { Column, Words } from './columns.ts'
export type { FilledLines } from './filling/fill-sheet.ts'
export { fillTable } from './filling/fill-table.ts'
export { type ReadTable, readTable } from './reading/read-table.ts'
export type { ReadCell, ReadRow } from './reading/rows.ts'
export { TableError } from './reading/table-error.ts'

export const contentTypes: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const writers = { xlsx: writeXlsx, csv: writeCsv }

/**
 * Writes a table as a file, row by row while `batches` are read. If the reader stops, `batches` stops too.
 */
export const writeTable = <Row>(
  format: FileFormat,
  table: Table<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Readable => writers[format](table, batches)
