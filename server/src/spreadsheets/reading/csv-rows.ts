import { pipeline, Readable } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { unguardFormula } from '../formula-guard.ts'
import { maxCellCharacters, maxColumns } from './limits.ts'
import { Reach } from './reach.ts'
import { type ReadRow, RowBuilder, textCell } from './rows.ts'
import { broken, TableError } from './table-error.ts'
import { decodeText } from './text-encoding.ts'

/** Reads the non-empty rows of a csv. A row is a record, even if its texts contain line breaks. */
export async function* readCsv(bytes: Buffer, reach = new Reach()): AsyncGenerator<ReadRow> {
  const pieces = decodeText(bytes, reach)
  const { text, delimiter } = readHint(pieces.next().value ?? '')
  const parser = newParser(delimiter)
  // Errors reach the code that iterates the parser.
  pipeline(Readable.from(joined(text, pieces)), parser, () => {})
  const builder = new RowBuilder()
  let row = 0
  try {
    for await (const record of parser) {
      row += 1
      builder.begin(row)
      // An array of strings, because neither columns nor casts are configured.
      for (const [column, field] of (record as string[]).entries())
        builder.put(column, textCell(unguardFormula(field)))
      const read = builder.finish()
      if (read) yield read
    }
  } catch (error) {
    // The types of csv-parse omit its state, the only place that tells whether a quote is open.
    const { state } = parser as Parser & { state: { quoting: boolean } }
    throw error instanceof CsvError ? refusal(error, state.quoting) : error
  }
}

const newParser = (delimiter: string) =>
  parse({
    delimiter,
    // All three, because a file may be edited by several programs.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // 27" within a text means inches.
    relax_quotes: true,
    max_record_size: maxColumns * maxCellCharacters,
  })

function* joined(first: string, others: Iterable<string>): Generator<string> {
  yield first
  yield* others
}

/** Excel's own hint `sep=;` before the header is not one of the rows that it shows. */
function readHint(text: string): { text: string; delimiter: string } {
  const [hint, delimiter] = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(text) ?? []
  if (hint !== undefined && delimiter !== undefined) return { text: text.slice(hint.length), delimiter }
  return { text, delimiter: delimiterOf(text) }
}

/** The delimiter that occurs most often in the header, outside quotes. */
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

/** If a record does not end and a quote is open, the quoted text has swallowed the rest of the file. */
function refusal({ code, records }: CsvError, isQuoteOpen: boolean): TableError {
  // Earlier records may not have been consumed yet, so the row comes from the parser's own count.
  const row = Number(records) + 1
  if (code === 'CSV_QUOTE_NOT_CLOSED' || (code === 'CSV_MAX_RECORD_SIZE' && isQuoteOpen)) {
    return new TableError('table_unclosed_quote', { row })
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new TableError('table_cell_too_long', { row, maximum: maxCellCharacters })
  }
  return broken()
}
