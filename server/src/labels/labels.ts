import { Readable } from 'node:stream'
import type { Locale } from '@artel/contract/primitives'
import type { LabelSize } from '@artel/contract/supplies.line'
import type { BoxLabel } from './label.ts'

export type { BoxLabel } from './label.ts'

/**
 * The labels as a PDF, one a page, page by page as they are read; whoever stops reading stops `labels`. The same
 * labels give the same bytes.
 *
 * A barcode's Code 128 is as wide as the label lets it be, at least 2 dots of a 203 dpi printer (0.25 mm) a module.
 * One too long for that, from about 16 signs on 58 × 40 mm and 22 on 75 × 120 mm (of digits twice as many), is
 * printed as the QR code and its text alone.
 *
 * The stream fails with a RangeError at a barcode that is not 1…64 visible signs of ASCII, with spaces inside.
 */
export const writeLabels = (
  size: LabelSize,
  language: Locale,
  labels: AsyncIterable<BoxLabel> | Iterable<BoxLabel>,
): Readable => Readable.from(piecesOf(size, language, labels))

async function* piecesOf(...how: Parameters<typeof writeLabels>) {
  // Fonts and codes are large: what only works jobs or is a command goes without.
  const { writePages } = await import('./pages.ts')
  yield* writePages(...how)
}

/** Reads fonts and codes before anybody asks: a tenth of a second in which all others would wait. */
export async function warmLabels(): Promise<void> {
  const { outlineOf } = await import('./outline.ts')
  const box = { barcode: 'WB_1', number: 1, boxesCount: 1, unitsCount: 1, items: [] }
  outlineOf('58x40', 'ru', { ...box, supplyNumber: '1', destination: null, legalEntity: null })
}
