import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Locale } from '@artel/contract/shapes/primitives'
import { writeXlsxStream } from 'hucre/xlsx'
import { wallClock } from '../clock.ts'
import { type ColumnKind, cellsOf, type Table, type Writing, yesNo } from './columns.ts'
import { sheetNameOf } from './sheet-name.ts'
import { officeText } from './xml-text.ts'

const days: Record<Locale, string> = { ru: 'dd.mm.yyyy', en: 'yyyy-mm-dd' }

const formats = (language: Locale): Partial<Record<ColumnKind, string>> => ({
  money: '#,##0.00',
  duration: '[h]:mm:ss',
  day: days[language],
  instant: `${days[language]} hh:mm:ss`,
})

/** Column widths in characters of the default font. */
const widths: Record<ColumnKind, number> = {
  text: 24,
  number: 11,
  money: 14,
  duration: 11,
  day: 12,
  instant: 20,
  yesNo: 9,
}

const daySeconds = 86_400

/**
 * Writes a workbook with one sheet. A text is always written as text, so no spreadsheet runs it as a formula.
 */
export function writeXlsx<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>): Readable {
  const numFmts = formats(table.language)
  const workbook = writeXlsxStream(rowsOf(table, batches), {
    name: sheetNameOf(table.title),
    freezePane: { rows: 1 },
    columns: table.columns.map(({ title, kind }) => ({
      header: officeText(title[table.language]),
      width: Math.max(widths[kind], title[table.language].length + 2),
      ...(numFmts[kind] !== undefined && { numFmt: numFmts[kind] }),
    })),
  })
  // Two declarations of the same type: the browser's and Node's.
  return Readable.fromWeb(workbook as ReadableStream<Uint8Array>)
}

async function* rowsOf<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>) {
  for await (const batch of batches) for (const row of batch) yield cellsOf(table, row, writing)
}

const writing: Writing<string | number | Date> = {
  text: officeText,
  number: (value) => value,
  money: (kopecks) => kopecks / 100,
  duration: (seconds) => seconds / daySeconds,
  day: (value) => new Date(`${value}T00:00:00Z`),
  instant: (value, { timezone }) => wallClock(value, timezone),
  yesNo,
}
