import {
  type Column,
  drawBars,
  drawCodeLines,
  drawCornerQr,
  drawNumber,
  drawRow,
  drawText,
  sizeFor,
} from './drawing/blocks.ts'
import { type Bars, barsOf } from './drawing/codes.ts'
import { margin } from './drawing/measures.ts'
import type { Page } from './drawing/page.ts'
import type { BoxLabel } from './label.ts'
import type { Words } from './labels.texts.ts'

const rowHeight = 34
const listLetters = { face: 'text', size: 26 } as const

/** Draws a label of 75 × 120 mm: like the small one, with the contents of the box. */
export function drawLargeLabel(page: Page, label: BoxLabel, words: Words): void {
  const room = page.paper.width - 2 * margin
  const bars = barsOf(label.barcode, room, page.paper.width, page.density)
  drawHead(page, label, words)
  const column = { x: margin, y: 256, room }
  drawText(page, column, 2, { face: 'strong', size: 44 }, label.destination ?? '')
  column.y += 6
  drawText(page, column, 1, { face: 'text', size: 30 }, words.supply(label.supplyNumber))
  drawText(page, column, 2, { face: 'text', size: 26 }, label.legalEntity ?? '')
  column.y += 14
  const footTop = drawFoot(page, label, bars)
  drawContents(page, column, footTop, label, words)
}

function drawHead(page: Page, label: BoxLabel, words: Words): void {
  const beside = drawCornerQr(page, label.barcode, 232)
  const column = { x: margin, y: margin, room: beside }
  drawText(page, column, 1, { face: 'text', size: 40 }, words.box)
  drawNumber(page, column, 204, 190, {
    before: '',
    number: String(label.number),
    after: words.of(label.boxesCount),
    size: 44,
  })
  page.rule(margin, 240, page.paper.width - 2 * margin)
}

/** Draws the bars and the barcode as text. @returns the top edge, in dots */
function drawFoot(page: Page, { barcode }: BoxLabel, bars: Bars | null): number {
  const room = page.paper.width - 2 * margin
  const bottom = page.paper.height - margin
  if (bars) {
    const size = sizeFor(page, 'code', 32, room, barcode)
    const left = (page.paper.width - page.widthOf('code', size, barcode)) / 2
    page.text('code', size, left, bottom - 8, barcode)
    drawBars(page, bars, bottom - 180, 136)
    return bottom - 196
  }
  return bottom - drawCodeLines(page, { x: margin, y: bottom - 8, room }, 26, barcode) - 12
}

/** Draws the contents of the box, one article per row, as many rows as fit above `bottom`. */
function drawContents(page: Page, column: Column, bottom: number, label: BoxLabel, words: Words): void {
  const { x, room } = column
  page.rule(x, column.y, room)
  let baseline = column.y + 42
  page.text('strong', 34, x, baseline + 2, words.units(label.unitsCount))
  baseline += rowHeight + 8
  const rows = Math.floor((bottom - baseline) / rowHeight) + 1
  const { items, itemsCount } = label
  const shown = itemsCount <= rows ? items : items.slice(0, Math.max(0, rows - 1))
  for (const { article, quantity } of shown) {
    const left = { ...listLetters, text: article }
    drawRow(page, column, baseline, left, { ...listLetters, text: `× ${quantity}` })
    baseline += rowHeight
  }
  const hidden = itemsCount - shown.length
  if (hidden > 0) page.text(listLetters.face, listLetters.size, x, baseline, words.more(hidden))
}
