import { Readable } from 'node:stream'
import type { Locale } from '@artel/contract/primitives'
import { stringify } from 'csv-stringify/sync'
import { wallClock } from '../clock.ts'
import { cellsOf, type Table, type Writing, yesNo } from './columns.ts'

// What the spreadsheets of each language take a csv to be made of.
const signs: Record<Locale, { delimiter: string; decimal: string }> = {
  ru: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
}

// Without it spreadsheets read UTF-8 as something else.
const byteOrderMark = '\uFEFF'

/** The rows as csv. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function writeCsv<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>): Readable {
  return Readable.from(piecesOf(table, batches))
}

async function* piecesOf<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>) {
  const { columns, language } = table
  const { delimiter, decimal } = signs[language]
  const write = (rows: readonly (string | number | null)[][]) =>
    stringify([...rows], {
      delimiter,
      record_delimiter: 'windows',
      // Besides the pair of them that ends a row, each alone: spreadsheets end a row with any.
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: {
        // As numbers they reach this place, so that a minus is not taken for the beginning of a formula.
        number: (value, { index }) =>
          columns[index]?.kind === 'money' ? value.toFixed(2).replace('.', decimal) : String(value),
      },
    })
  yield byteOrderMark + write([columns.map(({ title }) => title[language])])
  for await (const batch of batches) {
    if (batch.length > 0) yield write(batch.map((row) => cellsOf(table, row, writing)))
  }
}

const writing: Writing<string | number> = {
  text: (value) => value,
  number: (value) => value,
  money: (kopecks) => kopecks / 100,
  duration: (seconds) =>
    [Math.floor(seconds / 3600), twoDigits(Math.floor(seconds / 60) % 60), twoDigits(seconds % 60)].join(':'),
  day: (value, { language }) => dayIn(language, value),
  instant: (value, { language, timezone }) => {
    const [day = '', time = ''] = wallClock(value, timezone).toISOString().split('T')
    return `${dayIn(language, day)} ${time.slice(0, 8)}`
  },
  yesNo,
}

const dayIn = (language: Locale, day: string): string =>
  language === 'ru' ? day.split('-').toReversed().join('.') : day

const twoDigits = (value: number): string => String(value).padStart(2, '0')
