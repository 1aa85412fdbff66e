import { Readable } from 'node:stream'
import type { Locale } from '@artel/contract/primitives'
import { stringify } from 'csv-stringify/sync'
import { wallClock } from '../clock.ts'
import { Slices } from '../slices.ts'
import { cellsOf, decimalPoints, hoursText, type Table, type Writing, yesNo } from './columns.ts'
import { guardFormula } from './formula-guard.ts'

// What the spreadsheets of each language take a csv to be made of.
const delimiters: Record<Locale, string> = { ru: ';', en: ',' }

// Without it spreadsheets read UTF-8 as something else.
const byteOrderMark = '\uFEFF'

// A first `sep=` is read as a hint, a first `<` as the beginning of a web page.
const misleading = /[;,\t]|^sep=|^\s*</i

/** Whether a reader, who counts the signs outside quotes, could take another one for the delimiter. */
function isMisleading(titles: readonly string[], delimiter: string): boolean {
  if (/^sep=|^\s*</i.test(titles[0] ?? '')) return true
  const others = [';', ',', '\t'].filter((sign) => sign !== delimiter)
  return others.some((sign) => titles.join('').split(sign).length >= titles.length)
}

type Cells = (string | number | null)[]

/** The rows as csv. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function writeCsv<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>): Readable {
  return Readable.from(piecesOf(table, batches))
}

async function* piecesOf<Row>(table: Table<Row>, batches: AsyncIterable<readonly Row[]>) {
  const { columns, language } = table
  const [delimiter, decimal] = [delimiters[language], decimalPoints[language]]
  const titles = columns.map(({ title }) => title[language])
  const write = (rows: readonly Cells[], isQuoted: boolean) =>
    stringify([...rows], {
      delimiter,
      quoted_match: isQuoted ? misleading : null,
      record_delimiter: 'windows',
      // Besides the pair of them that ends a row, each alone: spreadsheets end a row with any.
      quote_record_delimiter: true,
      cast: {
        string: guardFormula,
        // Numbers get no apostrophe, because a negative number is no formula.
        number: (value, { index }) =>
          columns[index]?.kind === 'money' ? value.toFixed(2).replace('.', decimal) : String(value),
      },
    })
  yield byteOrderMark + write([titles], isMisleading(titles, delimiter))
  const slices = await Slices.begin()
  for await (const batch of batches) {
    for (const rows of portionsOf(table, batch)) {
      // A column without a neighbour has no delimiter to be counted.
      yield write(rows, columns.length === 1)
      if (slices.isOver) await slices.next()
    }
  }
}

/** Characters of rows that are written in one go, in a millisecond or two. A row is never split. */
const charactersAtOnce = 65_536

function* portionsOf<Row>(table: Table<Row>, batch: readonly Row[]): Generator<Cells[]> {
  let [rows, characters]: [Cells[], number] = [[], 0]
  for (const row of batch) {
    const cells = cellsOf(table, row, writing)
    rows.push(cells)
    for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 1
    if (characters < charactersAtOnce) continue
    yield rows
    ;[rows, characters] = [[], 0]
  }
  if (rows.length > 0) yield rows
}

const writing: Writing<string | number> = {
  text: (value) => value,
  number: (value) => value,
  money: (kopecks) => kopecks / 100,
  duration: hoursText,
  day: (value, { language }) => dayIn(language, value),
  instant: (value, { language, timezone }) => {
    const [day = '', time = ''] = wallClock(value, timezone).toISOString().split('T')
    return `${dayIn(language, day)} ${time.slice(0, 8)}`
  },
  yesNo,
}

const dayIn = (language: Locale, day: string): string =>
  language === 'ru' ? day.split('-').toReversed().join('.') : day
