import { type ReadCell, textCell } from '../rows.ts'
import type { NumberKind } from './number-formats.ts'

const daySeconds = 86_400
// Day 0 of the two date systems. The 1900 system has a 29 February 1900 by mistake, so its numbers are one
// too high from 1 March 1900 on.
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const feignedLeapDay = 60
// 31 December 9999, the last day that Excel supports.
const lastDay = 2_958_465

/** Converts a number cell by its format. Null if the value is not a number. */
export function numberCell(stored: string, kind: NumberKind, is1904: boolean): ReadCell | null {
  const plain = decimal(stored)
  if (plain === null) return null
  const value = Number(stored)
  if (kind === 'duration' && value >= 0 && value <= lastDay)
    return textCell(clock(Math.round(value * daySeconds)))
  if (kind === 'date' && value >= 0 && value <= lastDay) return textCell(moment(value, is1904))
  return { text: plain, isNumber: true, isError: false }
}

const decimalSign = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/**
 * The shortest decimal that denotes the number. Spreadsheets store 17 digits of a double: `0.1` is
 * `0.10000000000000001`. A whole number of any length is kept as written, because digits beyond a double were
 * typed on purpose.
 */
function decimal(stored: string): string | null {
  if (/^-?[1-9]\d{0,39}$/.test(stored)) return stored
  const value = Number(stored)
  if (stored.trim() === '' || !decimalSign.test(stored) || !Number.isFinite(value)) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalSign.exec(String(value)) ?? []
  if (value === 0) return '0'
  const places = Number(exponent)
  // More than 40 zeros are unreadable.
  if (Math.abs(places) > 40) return String(value)
  const digits = whole + fraction
  const point = whole.length + places
  const padded = digits.padEnd(point, '0').padStart(digits.length + Math.max(0, 1 - point), '0')
  const at = Math.max(1, point)
  return sign + (at < padded.length ? `${padded.slice(0, at)}.${padded.slice(at)}` : padded)
}

function moment(value: number, is1904: boolean): string {
  const seconds = Math.round(value * daySeconds)
  const days = Math.floor(seconds / daySeconds)
  if (days === 0 && !is1904) return clock(seconds)
  const shift = !is1904 && days < feignedLeapDay ? 1 : 0
  const at = new Date(
    (is1904 ? epochs[1904] : epochs[1900]) + (seconds + shift * daySeconds) * 1000,
  ).toISOString()
  return seconds % daySeconds === 0 ? at.slice(0, 10) : at.slice(0, 19)
}

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), ...[Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits)].join(':')

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The serial number of a day `YYYY-MM-DD`. */
export function daySerial(day: string, is1904: boolean): number {
  const days = (Date.parse(`${day}T00:00:00Z`) - (is1904 ? epochs[1904] : epochs[1900])) / (daySeconds * 1000)
  return !is1904 && days <= feignedLeapDay ? days - 1 : days
}
