import { Readable } from 'node:stream'
import type { Locale } from '@artel/contract/primitives'
import type { LabelSize } from '@artel/contract/supplies.line'
import type { BoxLabel } from './label.ts'

export type { BoxLabel } from './label.ts'

/**
 * Writes the labels as a PDF, one label per page, page by page while they are read. If the reader stops,
 * `labels` stops too. Equal labels give equal bytes.
 *
 * The Code 128 of a barcode is as wide as the label allows, at least 2 dots (0.25 mm) per module at 203 dpi.
 * A barcode that is too long for this is printed only as a QR code and text. The limit is about 16 characters
 * on 58 × 40 mm and 22 on 75 × 120 mm (twice as many digits).
 *
 * The stream fails with a RangeError if a barcode is not 1…64 visible ASCII characters. Spaces are allowed
 * only inside.
 */
export const writeLabels = (
  size: LabelSize,
  language: Locale,
  labels: AsyncIterable<BoxLabel> | Iterable<BoxLabel>,
): Readable => Readable.from(piecesOf(size, language, labels))

async function* piecesOf(...how: Parameters<typeof writeLabels>) {
  // Imported on demand, because fonts and codes are large. Workers and commands do not need them.
  const { writePages } = await import('./pages.ts')
  yield* writePages(...how)
}

/** Loads fonts and codes at start, because loading blocks the event loop for 0.1 s. */
export async function warmLabels(): Promise<void> {
  const { outlineOf } = await import('./outline.ts')
  const box = { barcode: 'WB_1', number: 1, boxesCount: 1, unitsCount: 1, items: [] }
  outlineOf('58x40', 'ru', { ...box, supplyNumber: '1', destination: null, legalEntity: null })
}
