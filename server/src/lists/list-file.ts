import { Readable } from 'node:stream'
import type { FileFormat } from '@artel/contract/shapes/list'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { nowIso, wallClock } from '../clock.ts'
import type { Root, Tables } from '../database/connection/open.ts'
import { openCursor } from '../database/queries/cursor.ts'
import { fieldError } from '../errors/errors.ts'
import type { SentFile } from '../files/send-file.ts'
import { type Column, contentTypes, type Words, writeTable } from '../spreadsheets/spreadsheets.ts'

/** All rows of a list in their order, with the columns of the list's file. */
export type ListFile = {
  name: Words
  /** Title of the sheet, if it is not the name. */
  sheet?: string
  columns: readonly Column<unknown>[]
  rows: Rows<unknown>
}
type Rows<Row> = SelectQueryBuilder<Tables, keyof Tables, Row>

/** Binds columns to the type of the rows that they read. */
export const listFile = <T extends keyof Tables, Row>(file: {
  name: Words
  sheet?: string
  columns: readonly Column<Row>[]
  rows: SelectQueryBuilder<Tables, T, Row>
}): ListFile => file as unknown as ListFile // only the check above needs the type of the rows

/** Maximum rows of a file, because a spreadsheet opens no more. The person has to narrow the filter. */
const maxRows = 1_000_000

/**
 * Opens the file of a list. The file is written while the rows are read. @throws 422 at `format` for too many
 * rows
 */
export async function openListFile(
  connection: Root,
  actor: Actor,
  format: FileFormat,
  { rows, ...file }: ListFile,
): Promise<SentFile> {
  await refuseTooMany(connection, rows)
  return writtenFile(actor, format, file, await openCursor(connection, sql`${rows}`))
}

/** Makes the file of a few rows that are already loaded. */
export function rowsFile<Row>(
  actor: Actor,
  format: FileFormat,
  { rows, ...file }: Pick<ListFile, 'name'> & { columns: readonly Column<Row>[]; rows: readonly Row[] },
): SentFile {
  return writtenFile(actor, format, file, Readable.from([rows]))
}

function writtenFile<Row>(
  { language, timezone }: Actor,
  format: FileFormat,
  { name, sheet, columns }: Pick<ListFile, 'name' | 'sheet'> & { columns: readonly Column<Row>[] },
  batches: AsyncIterable<readonly Row[]>,
): SentFile {
  const day = wallClock(nowIso(), timezone).toISOString().slice(0, 10)
  return {
    stream: writeTable(format, { title: sheet ?? name[language], columns, language, timezone }, batches),
    type: contentTypes[format],
    name,
    suffix: day,
    extension: format,
  }
}

async function refuseTooMany(connection: Root, rows: Rows<unknown>): Promise<void> {
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(sql.lit(1).as('one'))
    .limit(maxRows + 1)
  const { rows: found } = await sql<{ count: number }>`select count(*) from (${counted}) as counted`.execute(
    connection,
  )
  if ((found[0]?.count ?? 0) > maxRows) throw fieldError('format', 'too_many', { maximum: maxRows })
}
