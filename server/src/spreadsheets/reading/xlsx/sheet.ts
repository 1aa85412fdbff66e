import { cutText } from '@artel/contract/shapes/storable'
import { maxCellCharacters } from '../limits.ts'
import { type ReadCell, type ReadRow, RowBuilder, textCell } from '../rows.ts'
import { broken } from '../table-error.ts'
import { numberCell } from './number-cells.ts'
import type { NumberKind } from './number-formats.ts'
import { decodeEscapes, RichText } from './rich-text.ts'
import type { SharedStrings } from './shared-strings.ts'
import { eachAttribute, type XmlListener, XmlReader } from './xml.ts'

/** Workbook data that the cells of a sheet refer to. */
export type CellContext = { strings: SharedStrings; kinds: readonly NumberKind[]; is1904: boolean }

/** Reads the non-empty rows of a sheet in order. */
export async function* readSheet(
  pieces: AsyncIterable<Buffer>,
  context: CellContext,
): AsyncGenerator<ReadRow> {
  const listener = new SheetListener(context)
  const reader = new XmlReader(listener)
  for await (const piece of pieces) {
    reader.write(piece)
    yield* listener.takeRows()
  }
  reader.end()
}

// The last cell of Excel's grid: XFD1048576.
const lastRow = 1_048_576
const lastColumn = 16_383

class SheetListener implements XmlListener {
  readonly #context: CellContext
  readonly #builder = new RowBuilder()
  readonly #inline = new RichText(maxCellCharacters)
  #rows: ReadRow[] = []
  #row = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #formula = ''
  #isFormula = false
  #hasValue = false
  #takes: 'value' | 'formula' | 'inline' | null = null
  #place: 'outside' | 'data' | 'row' | 'cell' = 'outside'

  constructor(context: CellContext) {
    this.#context = context
  }

  takeRows(): ReadRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: string): void {
    if (this.#place === 'cell') this.#openInCell(name)
    else if (this.#place === 'row' && name === 'c') this.#openCell(attributes)
    else if (this.#place === 'data' && name === 'row') this.#openRow(attributes)
    else if (name === 'sheetData') this.#place = 'data'
  }

  text(text: string): void {
    if (this.#takes === 'inline') this.#inline.take(text)
    else if (this.#takes === 'value') this.#value += text
    else if (this.#takes === 'formula' && this.#formula.length < maxFormulaCharacters) this.#formula += text
    // In the worst case each character is an escape of seven characters.
    if (this.#value.length > maxCellCharacters * 7) throw this.#builder.tooLong()
  }

  close(name: string): void {
    if (this.#place === 'cell' && name === 'c') {
      this.#closeCell()
      this.#place = 'row'
    } else if (this.#place === 'cell') {
      if (this.#takes === 'inline' && name !== 'is') this.#inline.close(name)
      else this.#takes = null
    } else if (this.#place === 'row' && name === 'row') {
      const row = this.#builder.finish()
      if (row) this.#rows.push(row)
      this.#place = 'data'
    } else if (name === 'sheetData') this.#place = 'outside'
  }

  #openRow(attributes: string): void {
    let row = this.#row + 1
    eachAttribute(attributes, (name, value) => {
      if (name === 'r') row = /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 0
    })
    // Rows must ascend. A repeated or earlier row would be read twice, or in another order than Excel shows.
    if (row <= this.#row || row > lastRow) throw broken()
    this.#row = row
    this.#column = -1
    this.#builder.begin(row)
    this.#place = 'row'
  }

  #openCell(attributes: string): void {
    let column = this.#column + 1
    this.#type = 'n'
    this.#style = 0
    eachAttribute(attributes, (name, value) => {
      if (name === 'r') column = columnOf(value, this.#row)
      else if (name === 't') this.#type = value
      else if (name === 's') this.#style = Number(value)
    })
    if (column <= this.#column || column > lastColumn) throw broken()
    this.#column = column
    this.#value = ''
    this.#formula = ''
    this.#isFormula = false
    this.#hasValue = false
    this.#inline.begin()
    this.#takes = null
    this.#place = 'cell'
  }

  #openInCell(name: string): void {
    if (this.#takes === 'inline') this.#inline.open(name)
    else if (name === 'v') {
      this.#takes = 'value'
      this.#hasValue = true
    } else if (name === 'f') {
      this.#takes = 'formula'
      this.#isFormula = true
    } else if (name === 'is') this.#takes = 'inline'
  }

  #closeCell(): void {
    const cell = this.#type === 'inlineStr' ? textCell(this.#inline.text) : this.#valueCell()
    if (cell) this.#builder.put(this.#column, cell)
  }

  /**
   * A formula with an empty text result has the type `str`. A formula without a value was never calculated.
   */
  #valueCell(): ReadCell | null {
    if (this.#type === 'str' && this.#hasValue) return textCell(decodeEscapes(this.#value))
    const value = this.#value.trim()
    if (value === '')
      return this.#isFormula ? errorCell(`=${cutText(this.#formula, maxFormulaCharacters)}`) : null
    switch (this.#type) {
      case 's':
        return textCell(this.#shared(value))
      case 'b':
        return textCell(value === '1' || value === 'true' ? '1' : '0')
      case 'e':
        return errorCell(value)
      case 'd':
        return textCell(value)
      case 'n':
        return (
          numberCell(value, this.#context.kinds[this.#style] ?? 'plain', this.#context.is1904) ??
          errorCell(value)
        )
      default:
        throw broken()
    }
  }

  #shared(value: string): string {
    if (!/^\d{1,9}$/.test(value)) throw broken()
    const text = this.#context.strings.text(Number(value))
    if (text === null) throw this.#builder.tooLong()
    return text
  }
}

// Enough characters to find the cell.
const maxFormulaCharacters = 100

const errorCell = (text: string): ReadCell => ({ text, isNumber: false, isError: true })

/** The column (from 0) of a reference such as `AB12`, whose row must be `row`. */
function columnOf(reference: string, row: number): number {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  if (at === 0 || at > 3 || reference.slice(at) !== String(row)) throw broken()
  return column - 1
}
