import type { Locale } from '@artel/contract/primitives'
import { isBeyondSums, limitSum } from '@artel/contract/sums'

/** The same words in every language of the product. */
export type Words = Record<Locale, string>

/** What a cell holds: `money` in kopecks, `duration` in seconds, `instant` and `day` as the wire has them. */
type Held = {
  text: string
  number: number
  money: number
  duration: number
  day: string
  instant: string
  yesNo: boolean
}
export type ColumnKind = keyof Held

type ColumnOf<Row, Kind extends ColumnKind> = {
  kind: Kind
  title: Words
  read: (row: Row, language: Locale) => Held[Kind] | null
}

/** A column of a file, declared once for both languages and both formats. */
export type Column<Row> = { [Kind in ColumnKind]: ColumnOf<Row, Kind> }[ColumnKind]

/** In whose words and at whose clock a file is written; hours from UTC. */
type Reader = { language: Locale; timezone: number }

/** What a file is made of. */
export type Table<Row> = Reader & { title: string; columns: readonly Column<Row>[] }

/** How a format writes each kind. */
export type Writing<Cell> = { [Kind in ColumnKind]: (value: Held[Kind], reader: Reader) => Cell }

/** A row as cells, one for each column; null where there is nothing. */
export function cellsOf<Row, Cell>(table: Table<Row>, row: Row, writing: Writing<Cell>): (Cell | null)[] {
  return table.columns.map(({ kind, read }) => {
    const value = read(row, table.language)
    if (typeof value === 'number' && isTooLarge(kind, value)) {
      return writing.text(largeText(kind, value, table.language), table)
    }
    // A column reads what its kind holds; the compiler loses the tie between the two once they are taken apart.
    return value === null ? null : (writing[kind] as (value: unknown, reader: Reader) => Cell)(value, table)
  })
}

const yesNoWords: Record<Locale, readonly [string, string]> = { ru: ['да', 'нет'], en: ['yes', 'no'] }

export const yesNo = (value: boolean, { language }: Reader): string => yesNoWords[language][value ? 0 : 1]

/** The decimal point of the spreadsheets of each language. */
export const decimalPoints: Record<Locale, string> = { ru: ',', en: '.' }

// Spreadsheets keep 15 digits of a number, and draw no time beyond the year 9999.
const largest: Partial<Record<ColumnKind, number>> = {
  number: 999_999_999_999_999,
  money: 999_999_999_999_999,
  duration: 255_611_375_999,
}

const isTooLarge = (kind: ColumnKind, value: number): boolean =>
  Math.abs(value) > (largest[kind] ?? Number.POSITIVE_INFINITY)

/** Every digit of a number that is too large for a cell of its kind, and whether the sum goes on beyond it. */
function largeText(kind: ColumnKind, counted: number, language: Locale): string {
  const value = limitSum(counted)
  const sign = value < 0 ? '< ' : '> '
  const beyond = isBeyondSums(value) ? sign : ''
  if (kind === 'money') return beyond + moneyText(value, language)
  return beyond + (kind === 'duration' ? hoursText(value) : minusOf(value) + Math.abs(value))
}

function moneyText(kopecks: number, language: Locale): string {
  const positive = Math.abs(kopecks)
  const whole = Math.floor(positive / 100)
  return `${minusOf(kopecks)}${whole}${decimalPoints[language]}${twoDigits(positive - whole * 100)}`
}

/** `118:40:05`: hours go on past 24. */
export function hoursText(seconds: number): string {
  const positive = Math.abs(seconds)
  const [minutes, hours] = [Math.floor(positive / 60) % 60, Math.floor(positive / 3600)]
  return `${minusOf(seconds)}${hours}:${twoDigits(minutes)}:${twoDigits(positive % 60)}`
}

// A minus of its own, because a spreadsheet takes a hyphen for the beginning of a formula.
const minusOf = (value: number): string => (value < 0 ? '\u2212' : '')

const twoDigits = (value: number): string => String(value).padStart(2, '0')
