import { drawBars, drawCodeLines, drawCornerQr, drawNumber, drawText, sizeFor } from './drawing/blocks.ts'
import { barsOf } from './drawing/codes.ts'
import { margin } from './drawing/measures.ts'
import type { Page } from './drawing/page.ts'
import type { BoxLabel } from './label.ts'
import type { Words } from './labels.texts.ts'

const unitsSize = 24

/** Draws a label of 58 × 40 mm: the number and the destination beside the QR code, with the bars below. */
export function drawSmallLabel(page: Page, label: BoxLabel, words: Words): void {
  const { barcode } = label
  const right = page.paper.width - margin
  const baseline = page.paper.height - margin - 6
  const bars = barsOf(barcode, right - margin, page.paper.width, page.density)
  drawHead(page, label, words, bars ? { side: 186, lines: 2 } : { side: 226, lines: 3 })

  const units = words.units(label.unitsCount)
  const unitsLeft = right - page.widthOf('strong', unitsSize, units)
  page.text('strong', unitsSize, unitsLeft, baseline, units)
  const codeRight = unitsLeft - 20
  if (bars) {
    const left = drawBars(page, bars, 206, 68)
    page.text('code', sizeFor(page, 'code', 24, codeRight - left, barcode), left, baseline, barcode)
  } else {
    drawCodeLines(page, { x: margin, y: baseline, room: codeRight - margin }, 17, barcode)
  }
}

/** `side` is the side of the QR code in dots, `lines` the maximum lines of the destination. */
function drawHead(
  page: Page,
  label: BoxLabel,
  words: Words,
  { side, lines }: { side: number; lines: number },
): void {
  const column = { x: margin, y: 92, room: drawCornerQr(page, label.barcode, side) }
  drawNumber(page, column, 80, 88, {
    before: words.box,
    number: String(label.number),
    after: words.of(label.boxesCount),
    size: 26,
  })
  drawText(page, column, lines, { face: 'strong', size: 25 }, label.destination ?? '')
  drawText(page, column, 1, { face: 'text', size: 20 }, words.supply(label.supplyNumber))
  // If the destination is short, the legal entity gets one more line.
  drawText(page, column, column.y < 150 ? 2 : 1, { face: 'text', size: 18 }, label.legalEntity ?? '')
}
