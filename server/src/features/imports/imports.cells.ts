import { maxBarcodes } from '@artel/contract/products/products'
import { findBarcodeMistake } from '@artel/contract/products/products.rules'
import { day as dayShape } from '@artel/contract/shapes/primitives'
import { cutText } from '@artel/contract/shapes/storable'
import { visibleForm } from '@artel/contract/shapes/visible'
import type { ReadCell } from '../../spreadsheets/spreadsheets.ts'
import type { RowFault } from './imports.subject.ts'

/**
 * `exact`: a text with its surrounding spaces; `money`: roubles; `day`: `YYYY-MM-DD` or `DD.MM.YYYY`;
 * `barcodes`: several barcodes, separated by commas or line breaks.
 */
export type CellKind =
  | 'text'
  | 'integer'
  | 'money'
  | 'yesNo'
  | 'barcodes'
  | 'barcode'
  | 'boxBarcode'
  | 'day'
  | 'exact'

type Read = { value: unknown } | { fault: Omit<RowFault, 'field'> }

/** Reads a cell as a field of this kind. It guesses nothing: an ambiguous value is a fault. */
export function readCell(kind: CellKind, cell: ReadCell): Read {
  const text = cell.text.trim()
  if (cell.isError) return { fault: { key: 'cell_is_error', values: { value: short(text) } } }
  return kind === 'exact' ? { value: cell.text } : readers[kind](text, cell.isNumber)
}

const readers: Record<Exclude<CellKind, 'exact'>, (text: string, isNumber: boolean) => Read> = {
  text: (value) => ({ value }),
  integer: (text, isNumber) => {
    const plain = plainNumber(text, isNumber)
    const isWhole = /^-?\d{1,15}$/.test(plain)
    return isWhole
      ? { value: Number(plain) }
      : { fault: { key: 'cell_not_number', values: { value: short(text) } } }
  },
  money: (text, isNumber) => {
    const kopecks = readMoney(plainNumber(text, isNumber))
    return kopecks === null
      ? { fault: { key: 'cell_not_money', values: { value: short(text) } } }
      : { value: kopecks }
  },
  yesNo: (text) => {
    const said = text.toLowerCase()
    if (yes.has(said)) return { value: true }
    if (no.has(said)) return { value: false }
    return { fault: { key: 'cell_not_yes_no', values: { value: short(text) } } }
  },
  barcode: (text, isNumber) => (isNumber && !isWholeBarcode(text) ? lostDigits(text) : { value: text }),
  // The barcode of a box is no EAN-13, so its last digit is no check digit.
  boxBarcode: (text, isNumber) =>
    isNumber && !/^\d{13}$/.test(text) ? lostDigits(text) : { value: visibleForm(text) },
  day: (text) => {
    const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
    const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text.slice(0, 10)
    const isDay = dayShape.safeParse(iso).success && (year !== undefined || /^.{10}(T00:00:00)?$/.test(text))
    return isDay ? { value: iso } : { fault: { key: 'cell_not_day', values: { value: short(text) } } }
  },
  barcodes: (text, isNumber) => {
    if (isNumber && !isWholeBarcode(text)) return lostDigits(text)
    const barcodes = text.split(/[,\n\r]/).map((one) => one.trim())
    const named = barcodes.filter((one) => one !== '')
    // Refused here, because thousands of barcodes in each cell would be compared with those of all other rows
    // in vain.
    if (named.length > maxBarcodes) return { fault: { key: 'too_many', values: { maximum: maxBarcodes } } }
    return { value: named }
  },
}

const lostDigits = (text: string): Read => ({
  fault: { key: /e/i.test(text) ? 'barcode_rounded' : 'barcode_number' },
})

const yes = new Set(['1', 'yes', 'да', 'true', 'истина'])
const no = new Set(['0', 'no', 'нет', 'false', 'ложь'])

// A number of 13 digits with a valid check digit has lost no digits.
const isWholeBarcode = (text: string) => /^\d{13}$/.test(text) && findBarcodeMistake(text) === undefined

/**
 * A numeral without its thousands separators. A number of a spreadsheet is rounded to 15 significant digits,
 * because 0.3 may be stored as 0.30000000000000004.
 */
function plainNumber(text: string, isNumber: boolean): string {
  if (/^\d{1,15}$/.test(text)) return text
  if (isNumber) return String(Number(Number(text).toPrecision(15)))
  return /^-?\d{1,3}([ \u00a0\u202f]\d{3})+([.,]\d+)?$/.test(text) ? text.replace(/\s/g, '') : text
}

/** Kopecks of an amount in roubles; null if the text is no amount or has a fraction of a kopeck. */
function readMoney(text: string): number | null {
  const [, minus = '', roubles = '', part = ''] = /^(-?)(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (roubles === '') return null
  const kopecks = Number(roubles) * 100 + Number(part.padEnd(2, '0'))
  return minus ? -kopecks : kopecks
}

const short = (text: string): string => (text.length > 40 ? `${cutText(text, 39)}…` : text)
