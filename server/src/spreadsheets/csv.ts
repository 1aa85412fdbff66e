import { Readable } from 'node:stream'
import type { Locale } from '@artel/contract/shapes/primitives'
import { stringify } from 'csv-stringify/sync'
import { wallClock } from '../clock.ts'
import { Slices } from '../slices.ts'
import { cellsOf, decimalPoints, hoursText, type Table, type Writing, yesNo } from './columns.ts'
import { guardFormula } from './formula-guard.ts'

// The delimiter that spreadsheets of each language expect in a csv.
const delimiters: Record<Locale, string> = { ru: ';', en: ',' }

// Without it, spreadsheets assume another encoding than UTF-8.
const byteOrderMark = '\uFEFF'

// Fields to quote. At the beginning of a file, `sep=` is read as a hint, and `<` as the beginning of a web
// page.
const misleading = /[;,\t]|^sep=|^\s*</i

/** Whether a reader that counts characters outside quotes could choose a wrong delimiter. */
function isMisleading(titles: readonly string[], delimiter: string): boolean {
  if (/^sep=|^\s*</i.test(titles[0] ?? '')) return true
  const others = [';', ',', '\t'].filter((sign) => sign !== delimiter)
  return others.some((sign) => titles.join('').split(sign).length >= titles.length)
}

type Cells = (string | number | null)[]

/** Writes rows as csv. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
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
      // Also quotes a single \r or \n, because spreadsheets end a row at either, not only at the pair.
      quote_record_delimiter: true,
      cast: {
        string: guardFormula,
        // Numbers get no apostrophe, because a negative number is not a formula.
        number: (value, { index }) =>
          columns[index]?.kind === 'money' ? value.toFixed(2).replace('.', decimal) : String(value),
      },
    })
  yield byteOrderMark + write([titles], isMisleading(titles, delimiter))
  const slices = await Slices.begin()
  for await (const batch of batches) {
    for (const rows of portionsOf(table, batch)) {
      // With a single column there is no delimiter for a reader to count.
      yield write(rows, columns.length === 1)
      if (slices.isOver) await slices.next()
    }
  }
}

/** Characters of rows written at once, which takes 1 to 2 ms. A row is never split. */
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
