import { daySerial } from '../reading/xlsx/number-cells.ts'
import type { NumberKind } from '../reading/xlsx/number-formats.ts'
import { eachAttribute, tagEnd } from '../reading/xlsx/xml.ts'
import { escaped } from '../xml-text.ts'

/** The value of a filled cell. A `day` is `YYYY-MM-DD`. */
export type FilledColumn = { column: number; kind: 'text' | 'number' | 'day' }
type FilledValue = string | number | null
/** The rows that replace one row. Each has a value for every filled column. */
export type FilledLines = readonly (readonly FilledValue[])[]
/** Keys are row numbers as a spreadsheet shows them. */
export type FilledRows = ReadonlyMap<number, FilledLines>

export type Filling = {
  /** The number of the last row that remains unchanged. */
  header: number
  columns: readonly FilledColumn[]
  rows: FilledRows
  kinds: readonly NumberKind[]
  is1904: boolean
}

/** The sheet cannot be moved or copied as text, because it has formulas, or merged cells below the header. */
export class UnfillableError extends Error {}

/**
 * Replaces rows of a sheet. All other bytes remain unchanged. One character of `xml` is one byte (latin1), so
 * a sheet takes no more memory than its bytes. It was read as a table before, so it is valid XML.
 */
export function fillSheet(xml: string, filling: Filling): string[] {
  const data = /<(?:\w+:)?sheetData[\s>]/.exec(xml)
  const end = /<\/(?:\w+:)?sheetData\s*>/.exec(xml)
  // An empty sheet was rejected before, because it has no header.
  if (!data || !end) throw new UnfillableError()
  const from = tagEnd(xml, data.index) + 1
  assertPlain(xml, from, end.index, filling.header)
  const pieces = ['']
  const added = fillRows(xml, from, end.index, filling, pieces)
  pieces[0] = xml.slice(0, from).replace(dimension, (_, before, last) => before + (Number(last) + added))
  pieces.push(xml.slice(end.index))
  return pieces
}

const dimension = /(<(?:\w+:)?dimension\s[^>]*?ref\s*=\s*["'][A-Z]+\d+:[A-Z]+)(\d+)/

/** @throws UnfillableError */
function assertPlain(xml: string, from: number, end: number, header: number): void {
  const unmovable = /<(?:!|\?|(?:\w+:)?f[\s/>])/g
  unmovable.lastIndex = from
  const found = unmovable.exec(xml)
  if (found && found.index < end) throw new UnfillableError()
  for (const [, last] of xml.slice(end).matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']\w+:[A-Z]+(\d+)/g))
    if (Number(last) > header) throw new UnfillableError()
}

/** @returns the number of added rows */
function fillRows(xml: string, from: number, end: number, filling: Filling, pieces: string[]): number {
  let [at, kept, number, shift] = [from, from, 0, 0]
  for (;;) {
    const open = xml.indexOf('<', at)
    if (open < 0 || open >= end) break
    const row = readElement(xml, open, 'row')
    number = rowNumber(row.attributes) ?? number + 1
    at = row.end
    if (number <= filling.header) continue
    const lines = filling.rows.get(number)
    if (!lines && shift === 0) continue
    pieces.push(xml.slice(kept, open))
    kept = row.end
    for (const [index, line] of (lines ?? [null]).entries())
      pieces.push(writeRow(row, number + shift + index, line, filling))
    shift += (lines?.length ?? 1) - 1
  }
  pieces.push(xml.slice(kept, end))
  return shift
}

const endings = new Map<string, RegExp>()

/** Finds the end tag of an element. The cache is small, because a sheet has two or three such names. */
function endingOf(name: string): RegExp {
  const known = endings.get(name) ?? new RegExp(`</${name.replace(/[^\w:]/g, '\\$&')}\\s*>`, 'g')
  endings.set(name, known)
  return known
}

type Element = { name: string; attributes: string; inner: string; end: number }

/** The element that begins at `open`. It must not contain an element of the same name. */
function readElement(xml: string, open: number, expected: string): Element {
  const close = tagEnd(xml, open)
  const isEmpty = xml[close - 1] === '/'
  const tag = xml.slice(open + 1, isEmpty ? close - 1 : close)
  const name = /^[^\s]+/.exec(tag)?.[0] ?? ''
  if (close < 0 || name.split(':').at(-1) !== expected) throw new UnfillableError()
  const attributes = tag.slice(name.length)
  if (isEmpty) return { name, attributes, inner: '', end: close + 1 }
  const ending = endingOf(name)
  ending.lastIndex = close
  const found = ending.exec(xml)
  if (!found) throw new UnfillableError()
  return { name, attributes, inner: xml.slice(close + 1, found.index), end: ending.lastIndex }
}

function rowNumber(attributes: string): number | null {
  const own = attributeOf(attributes, 'r')
  return own === null ? null : Number(own)
}

function attributeOf(attributes: string, wanted: string): string | null {
  let found: string | null = null
  eachAttribute(attributes, (name, value) => {
    if (name === wanted) found = value
  })
  return found
}

/** The attributes without those named in `names`. */
const without = (attributes: string, names: string): string =>
  attributes.replace(new RegExp(`\\s(?:${names})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '').trimEnd()

/** Writes a row with a new number and, if `line` is set, with its values. */
function writeRow(
  row: Element,
  number: number,
  line: readonly FilledValue[] | null,
  filling: Filling,
): string {
  const cells = readCells(row)
  const prefix = row.name.slice(0, -'row'.length)
  const written = new Map(
    [...cells].map(([column, cell]) => [column, writeCell(cell, `${lettersOf(column)}${number}`)]),
  )
  for (const [index, { column, kind }] of line ? filling.columns.entries() : []) {
    // If the row has no such cell, the new one gets the style of the row.
    const style = attributeOf(cells.get(column)?.attributes ?? row.attributes, 's')
    const place = ` r="${lettersOf(column)}${number}"${style && /^\d+$/.test(style) ? ` s="${style}"` : ''}`
    const isDate = filling.kinds[Number(style ?? 0)] === 'date'
    const value = storedValue(line?.[index] ?? null, kind, isDate, filling.is1904)
    written.set(column, `<${prefix}c${place}${contentOf(value, prefix)}`)
  }
  const inside = [...written].toSorted(([one], [other]) => one - other).map(([, cell]) => cell)
  return `<${row.name} r="${number}"${without(row.attributes, 'r|spans')}>${inside.join('')}</${row.name}>`
}

function readCells({ inner }: Element): Map<number, Element> {
  const cells = new Map<number, Element>()
  let [at, column] = [0, -1]
  for (;;) {
    const open = inner.indexOf('<', at)
    if (open < 0) return cells
    const cell = readElement(inner, open, 'c')
    const reference = attributeOf(cell.attributes, 'r')
    column = reference === null ? column + 1 : columnOf(reference)
    cells.set(column, cell)
    at = cell.end
  }
}

const writeCell = ({ name, attributes, inner }: Element, reference: string): string =>
  `<${name} r="${reference}"${without(attributes, 'r')}>${inner}</${name}>`

/** A day is stored as a number only if the cell has a date format. Otherwise people would see the number. */
function storedValue(
  value: FilledValue,
  kind: FilledColumn['kind'],
  isDate: boolean,
  is1904: boolean,
): FilledValue {
  if (kind !== 'day' || typeof value !== 'string') return value
  return isDate ? daySerial(value, is1904) : value.split('-').toReversed().join('.')
}

function contentOf(value: FilledValue, prefix: string): string {
  if (value === null) return '/>'
  if (typeof value === 'number') return `><${prefix}v>${value}</${prefix}v></${prefix}c>`
  const text = Buffer.from(escaped(value), 'utf8').toString('latin1')
  return ` t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}is></${prefix}c>`
}

function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function lettersOf(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}
