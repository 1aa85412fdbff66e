import { hasSscc, ssccText } from '@artel/contract/supplies/sscc'
import {
  type Column,
  drawBars,
  drawCodeLines,
  drawCornerQr,
  drawNumber,
  drawText,
  sizeFor,
} from './drawing/blocks.ts'
import { type Bars, barsOf, ssccBarsOf } from './drawing/codes.ts'
import { margin, papers } from './drawing/measures.ts'
import type { Page } from './drawing/page.ts'
import type { PalletLabel } from './label.ts'
import type { Words } from './labels.texts.ts'

/** Sizes in dots that differ between the papers. */
type Look = {
  qr: number
  /** The baseline of the number, its largest size, and that of the words beside it. */
  head: { baseline: number; most: number; words: number }
  /** Where the texts begin. `isBeside`: beside the QR code. */
  texts: { y: number; isBeside: boolean }
  sizes: { load: number; destination: number; supply: number; entity: number }
  bars: number
  code: number
}

const small: Look = {
  qr: 160,
  head: { baseline: 72, most: 72, words: 24 },
  texts: { y: 80, isBeside: true },
  sizes: { load: 22, destination: 24, supply: 19, entity: 16 },
  bars: 78,
  code: 24,
}

const large: Look = {
  qr: 232,
  head: { baseline: 204, most: 170, words: 42 },
  texts: { y: 256, isBeside: false },
  sizes: { load: 40, destination: 50, supply: 32, entity: 28 },
  bars: 240,
  code: 34,
}

/** Draws the label of a pallet: its number and destination, what stands on it, and its code as bars and QR code. */
export function drawPalletLabel(page: Page, label: PalletLabel, words: Words): void {
  const look = page.paper.width === papers['58x40'].width ? small : large
  const isSscc = hasSscc(label.barcode)
  const room = page.paper.width - 2 * margin
  const bars = (isSscc ? ssccBarsOf : barsOf)(label.barcode, room, page.paper.width, page.density)
  // A scanner reads the same from the QR code as from the bars.
  const beside = drawCornerQr(page, isSscc ? `00${label.barcode}` : label.barcode, look.qr)
  drawHead(page, label, words, look, beside)
  const { isBeside, y } = look.texts
  drawTexts(page, { x: margin, y, room: isBeside ? beside : room }, label, words, look)
  drawFoot(page, isSscc ? ssccText(label.barcode) : label.barcode, bars, look)
}

function drawHead(page: Page, label: PalletLabel, words: Words, { head, texts }: Look, room: number): void {
  const column = { x: margin, y: margin, room }
  // On the small paper the word stands before the number, because there is no room above it.
  if (!texts.isBeside) drawText(page, column, 1, { face: 'text', size: head.words - 2 }, words.pallet)
  drawNumber(page, column, head.baseline, head.most, {
    before: texts.isBeside ? words.pallet : '',
    number: String(label.number),
    after: words.of(label.palletsCount),
    size: head.words,
  })
  if (!texts.isBeside) page.rule(margin, 240, page.paper.width - 2 * margin)
}

function drawTexts(page: Page, column: Column, label: PalletLabel, words: Words, look: Look): void {
  const { boxesCount, unitsCount } = label
  const { sizes, texts } = look
  const load = boxesCount === 0 ? '' : `${words.boxes(boxesCount)}, ${words.units(unitsCount)}`
  // The small paper has room for one more line only if nothing stands on the pallet.
  const lines = texts.isBeside && load !== '' ? 1 : 2
  drawText(page, column, lines, { face: 'strong', size: sizes.destination }, label.destination ?? '')
  if (!texts.isBeside) column.y += 10
  drawText(page, column, 1, { face: 'strong', size: sizes.load }, load)
  drawText(page, column, 1, { face: 'text', size: sizes.supply }, words.supply(label.supplyNumber))
  drawText(page, column, 1, { face: 'text', size: sizes.entity }, label.legalEntity ?? '')
}

function drawFoot(page: Page, code: string, bars: Bars | null, look: Look): void {
  const room = page.paper.width - 2 * margin
  const baseline = page.paper.height - margin - 6
  if (!bars) return void drawCodeLines(page, { x: margin, y: baseline, room }, look.code, code)
  const size = sizeFor(page, 'code', look.code, room, code)
  page.text('code', size, (page.paper.width - page.widthOf('code', size, code)) / 2, baseline, code)
  drawBars(page, bars, baseline - look.code - 10 - look.bars, look.bars)
}
