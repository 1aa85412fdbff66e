import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { beginDocument, clearWords, type Document, endDocument } from '../document.ts'
import type { BoxLabel, Label } from '../label.ts'
import { type Words, wordsIn } from '../labels.texts.ts'
import { drawLargeLabel } from '../large-label.ts'
import { drawPalletLabel } from '../pallet-label.ts'
import { drawSmallLabel } from '../small-label.ts'
import { checkBarcode } from './codes.ts'
import { papers } from './measures.ts'
import { beginPage, type Page } from './page.ts'

export const drawings: Record<LabelSize, (page: Page, label: BoxLabel, words: Words) => void> = {
  '58x40': drawSmallLabel,
  '75x120': drawLargeLabel,
}

/** Pages between two resets of the word cache. The labels of a supply share most of their words. */
const pagesOfWords = 100

/**
 * A PDF of labels that is written in pieces, one per page. pdfkit pushes its output without asking, so each
 * piece is read before the next page is drawn. Memory then holds one page.
 */
export class LabelPages {
  readonly #size: LabelSize
  readonly #words: Words
  readonly #document: Document
  #count = 0

  constructor(size: LabelSize, language: Locale) {
    this.#size = size
    this.#words = wordsIn(language)
    this.#document = beginDocument(language)
  }

  /** Draws one page. @throws RangeError if the barcode is not 1…64 visible ASCII characters */
  draw(label: Label): Buffer {
    checkBarcode(label.barcode)
    const page = beginPage(this.#document, papers[this.#size])
    if ('kind' in label) drawPalletLabel(page, label, this.#words)
    else drawings[this.#size](page, label, this.#words)
    this.#document.flushPages()
    const piece = this.#document.read()
    this.#count += 1
    if (this.#count % pagesOfWords === 0) clearWords(this.#document)
    return piece
  }

  /** The fonts and the list of pages. */
  async end(): Promise<Buffer> {
    await endDocument(this.#document)
    return this.#document.read()
  }
}
