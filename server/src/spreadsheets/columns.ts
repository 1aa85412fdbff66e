import type { Locale } from '@artel/contract/primitives'

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
    // A column reads what its kind holds; the compiler loses the tie between the two once they are taken apart.
    return value === null ? null : (writing[kind] as (value: unknown, reader: Reader) => Cell)(value, table)
  })
}

const yesNoWords: Record<Locale, readonly [string, string]> = { ru: ['да', 'нет'], en: ['yes', 'no'] }

export const yesNo = (value: boolean, { language }: Reader): string => yesNoWords[language][value ? 0 : 1]
