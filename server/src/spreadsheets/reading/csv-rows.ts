import { pipeline, Readable } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { unguardFormula } from '../formula-guard.ts'
import { mostCellCharacters, mostColumns } from './limits.ts'
import { Reach } from './reach.ts'
import { type ReadRow, RowBuilder, textCell } from './rows.ts'
import { broken, TableError } from './table-error.ts'
import { decodeText } from './text-encoding.ts'

/** The rows of a csv that hold something; a row is a record, however many lines its texts have. */
export async function* readCsv(bytes: Buffer, reach = new Reach()): AsyncGenerator<ReadRow> {
  const pieces = decodeText(bytes, reach)
  const { text, delimiter } = takeHint(pieces.next().value ?? '')
  const parser = newParser(delimiter)
  // Whoever reads the parser hears what fails.
  pipeline(Readable.from(joined(text, pieces)), parser, () => {})
  const builder = new RowBuilder()
  let row = 0
  try {
    for await (const record of parser) {
      row += 1
      builder.begin(row)
      // An array of texts: neither columns nor casts are asked for.
      for (const [column, field] of (record as string[]).entries())
        builder.put(column, textCell(unguardFormula(field)))
      const read = builder.finish()
      if (read) yield read
    }
  } catch (error) {
    // csv-parse leaves its state out of its types; whether a quote is open is told nowhere else.
    const { state } = parser as Parser & { state: { quoting: boolean } }
    throw error instanceof CsvError ? refusal(error, state.quoting) : error
  }
}

const newParser = (delimiter: string) =>
  parse({
    delimiter,
    // All three, so that a file of several hands is read as each of them meant it.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 27" within a text is inches.
    relax_quotes: true,
    max_record_size: mostColumns * mostCellCharacters,
  })

function* joined(first: string, others: Iterable<string>): Generator<string> {
  yield first
  yield* others
}

/** Excel's own line `sep=;` before the header is none of the rows that it shows. */
function takeHint(text: string): { text: string; delimiter: string } {
  const [hint, delimiter] = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(text) ?? []
  if (hint !== undefined && delimiter !== undefined) return { text: text.slice(hint.length), delimiter }
  return { text, delimiter: delimiterOf(text) }
}

/** The sign that the header has most of, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([';', ',', '\t'].map((sign) => [sign, 0]))
  let isQuoted = false
  let hasBegun = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') {
      if (hasBegun) break
    } else {
      hasBegun ||= sign.trim() !== ''
      const count = counts.get(sign)
      if (count !== undefined) counts.set(sign, count + 1)
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ','
}

/** A record that does not end where a quote is open has taken in all that follows. */
function refusal({ code, records }: CsvError, isQuoteOpen: boolean): TableError {
  // The ones before it may not have been taken yet, so they are counted where they were found.
  const row = Number(records) + 1
  if (code === 'CSV_QUOTE_NOT_CLOSED' || (code === 'CSV_MAX_RECORD_SIZE' && isQuoteOpen)) {
    return new TableError('table_unclosed_quote', { row })
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new TableError('table_cell_too_long', { row, maximum: mostCellCharacters })
  }
  return broken()
}
