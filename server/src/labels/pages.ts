import { setImmediate } from 'node:timers/promises'
import type { Locale } from '@artel/contract/primitives'
import type { LabelSize } from '@artel/contract/supplies.line'
import { checkBarcode } from './codes.ts'
import { beginDocument, clearWords, endDocument } from './document.ts'
import type { BoxLabel } from './label.ts'
import { type Words, wordsIn } from './labels.texts.ts'
import { drawLargeLabel } from './large-label.ts'
import { papers } from './measures.ts'
import { beginPage, type Page } from './page.ts'
import { drawSmallLabel } from './small-label.ts'

export const drawings: Record<LabelSize, (page: Page, label: BoxLabel, words: Words) => void> = {
  '58x40': drawSmallLabel,
  '75x120': drawLargeLabel,
}

/** Pages between two resets of the word cache. The labels of a supply share most of their words. */
const pagesOfWords = 100

/**
 * Writes the file in pieces, one per page. pdfkit pushes whatever it has written, so the next page is drawn
 * only when the previous one was consumed. Memory then holds no more pages than the stream buffers.
 */
export async function* writePages(
  size: LabelSize,
  language: Locale,
  labels: AsyncIterable<BoxLabel> | Iterable<BoxLabel>,
): AsyncGenerator<Buffer> {
  const words = wordsIn(language)
  const document = beginDocument(language)
  let count = 0
  for await (const label of labels) {
    checkBarcode(label.barcode)
    drawings[size](beginPage(document, papers[size]), label, words)
    document.flushPages()
    yield document.read()
    count += 1
    if (count % pagesOfWords === 0) clearWords(document)
    // Yields to the event loop, so that thousands of labels do not delay other requests.
    await setImmediate()
  }
  await endDocument(document)
  yield document.read()
}
