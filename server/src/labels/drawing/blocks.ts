import { type Bars, qrOf } from './codes.ts'
import type { Face } from './fonts.ts'
import { margin } from './measures.ts'
import type { Page } from './page.ts'
import { cut, plain, type Setting, wrap } from './text.ts'

/** A column of lines: the position of the next line and the width, in dots. */
export type Column = { x: number; y: number; room: number }

type Piece = { face: Face; size: number; text: string }

/** Draws a text in up to `most` lines from `column.y` down, and moves the column below it. */
export function drawText(
  page: Page,
  column: Column,
  most: number,
  letters: Omit<Piece, 'text'>,
  text: string,
): void {
  const setting = settingOf(page, letters, column.room)
  for (const line of wrap(plain(letters.face, text), most, setting)) {
    column.y += letters.size
    // A fifth of the font size is below the baseline.
    page.text(letters.face, letters.size, column.x, column.y - letters.size * 0.2, line)
    column.y += letters.size * 0.2
  }
}

/** Draws a left and a right text on one baseline. The left one is shortened if they would overlap. */
export function drawRow(page: Page, { x, room }: Column, baseline: number, left: Piece, right: Piece): void {
  const rightWidth = page.widthOf(right.face, right.size, right.text)
  const leftRoom = Math.max(0, room - rightWidth - right.size)
  const text = cut(plain(left.face, left.text), settingOf(page, left, leftRoom))
  page.text(left.face, left.size, x, baseline, text)
  page.text(right.face, right.size, x + room - rightWidth, baseline, right.text)
}

type NumberParts = { before: string; number: string; after: string; size: number }

/**
 * Draws a number between words of `size` on one baseline. The number is as large as the remaining width
 * allows, up to `most`.
 */
export function drawNumber(
  page: Page,
  column: Column,
  baseline: number,
  most: number,
  parts: NumberParts,
): void {
  const { number, before, after } = parts
  const gap = 12
  const words = [before, after].filter((word) => word !== '')
  const roomAt = (size: number) =>
    column.room - words.reduce((sum, word) => sum + page.widthOf('text', size, word) + gap, 0)
  // If the number would become small, the words are made smaller first.
  const isTight = sizeFor(page, 'strong', most, roomAt(parts.size), number) < most * 0.75
  const size = isTight ? parts.size * 0.7 : parts.size
  const numberSize = sizeFor(page, 'strong', most, roomAt(size), number)
  let x = column.x
  for (const [face, letters, text] of [
    ['text', size, before],
    ['strong', numberSize, number],
    ['text', size, after],
  ] as const) {
    if (text === '') continue
    // The space separates the words when somebody searches or copies the text.
    page.text(face, letters, x, baseline, `${text} `)
    x += page.widthOf(face, letters, text) + gap
  }
}

/**
 * Draws the QR code in the upper right corner, its quiet zone inside the margin. @returns the width left
 * beside it
 */
export function drawCornerQr(page: Page, barcode: string, side: number): number {
  const qr = qrOf(barcode, side, page.density)
  const left = page.paper.width - qr.side
  page.qr(qr, left, 0)
  return left - margin
}

/** @returns the left edge of the bars */
export function drawBars(page: Page, bars: Bars, y: number, height: number): number {
  const left = Math.floor(((page.paper.width - bars.width) / 2) * page.density) / page.density
  page.bars(bars, left, y, height)
  return left
}

/**
 * Draws a barcode as text if it has no bars: lines of equal length, the last on `baseline`. @returns the
 * height
 */
export function drawCodeLines(page: Page, { x, y, room }: Column, size: number, barcode: string): number {
  const most = Math.floor(room / page.widthOf('code', size, '0'))
  const count = Math.ceil(barcode.length / most)
  const each = Math.ceil(barcode.length / count)
  const lineHeight = Math.round(size * 1.3)
  for (let line = 0; line < count; line += 1) {
    const text = barcode.slice(line * each, (line + 1) * each)
    page.text('code', size, x, y - (count - 1 - line) * lineHeight, text)
  }
  return count * lineHeight
}

/** The largest size up to `most` at which a text is no wider than `room`. */
export const sizeFor = (page: Page, face: Face, most: number, room: number, text: string): number =>
  Math.min(most, room / page.widthOf(face, 1, text))

const settingOf = (page: Page, { face, size }: Omit<Piece, 'text'>, room: number): Setting => ({
  widthOf: (text) => page.widthOf(face, size, text),
  room,
})
