import type { Locale } from '@artel/contract/shapes/primitives'
import { isBeyondSums, limitSum } from '@artel/contract/shapes/sums'

/** A text in every language of the product. */
export type Words = Record<Locale, string>

/**
 * The value of a cell: `money` in kopecks, `duration` in seconds, `instant` and `day` in the format of the
 * API.
 */
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

/** A column of a file, declared once for both languages and both file formats. */
export type Column<Row> = { [Kind in ColumnKind]: ColumnOf<Row, Kind> }[ColumnKind]

/** The language and time zone of a file. The time zone is in hours from UTC. */
type Reader = { language: Locale; timezone: number }

/** The description of a file. */
export type Table<Row> = Reader & { title: string; columns: readonly Column<Row>[] }

/** How a file format writes each kind of value. */
export type Writing<Cell> = { [Kind in ColumnKind]: (value: Held[Kind], reader: Reader) => Cell }

/** Converts a row to cells, one for each column. Null: an empty cell. */
export function cellsOf<Row, Cell>(table: Table<Row>, row: Row, writing: Writing<Cell>): (Cell | null)[] {
  return table.columns.map(({ kind, read }) => {
    const value = read(row, table.language)
    if (typeof value === 'number' && isTooLarge(kind, value)) {
      return writing.text(largeText(kind, value, table.language), table)
    }
    // `read` returns a value of the column's kind, but TypeScript loses this relation when the two are
    // destructured.
    return value === null ? null : (writing[kind] as (value: unknown, reader: Reader) => Cell)(value, table)
  })
}

const yesNoWords: Record<Locale, readonly [string, string]> = { ru: ['да', 'нет'], en: ['yes', 'no'] }

export const yesNo = (value: boolean, { language }: Reader): string => yesNoWords[language][value ? 0 : 1]

/** The decimal separator of spreadsheets in each language. */
export const decimalPoints: Record<Locale, string> = { ru: ',', en: '.' }

// Spreadsheets store 15 digits of a number and show no time after the year 9999.
const largest: Partial<Record<ColumnKind, number>> = {
  number: 999_999_999_999_999,
  money: 999_999_999_999_999,
  duration: 255_611_375_999,
}

const isTooLarge = (kind: ColumnKind, value: number): boolean =>
  Math.abs(value) > (largest[kind] ?? Number.POSITIVE_INFINITY)

/**
 * A number that is too large for a cell of its kind, as text with all digits. A `>` or `<` shows that the
 * real sum is beyond this number.
 */
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

/** `118:40:05`: hours may exceed 24. */
export function hoursText(seconds: number): string {
  const positive = Math.abs(seconds)
  const [minutes, hours] = [Math.floor(positive / 60) % 60, Math.floor(positive / 3600)]
  return `${minusOf(seconds)}${hours}:${twoDigits(minutes)}:${twoDigits(positive % 60)}`
}

// The character U+2212, because a spreadsheet takes a hyphen for the beginning of a formula.
const minusOf = (value: number): string => (value < 0 ? '\u2212' : '')

const twoDigits = (value: number): string => String(value).padStart(2, '0')
