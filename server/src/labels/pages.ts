import { setImmediate } from 'node:timers/promises'
import type { Locale } from '@artel/contract/primitives'
import { checkBarcode } from './codes.ts'
import { embed } from './embedding.ts'
import { type Face, faces } from './fonts.ts'
import type { BoxLabel, LabelSize } from './label.ts'
import { type Words, wordsIn } from './labels.texts.ts'
import { drawLargeLabel } from './large-label.ts'
import { papers, pointsPerDot } from './measures.ts'
import { beginPage, type Page } from './page.ts'
import { beginPdf, reference } from './pdf.ts'
import { drawSmallLabel } from './small-label.ts'

const drawings: Record<LabelSize, (page: Page, label: BoxLabel, words: Words) => void> = {
  '58x40': drawSmallLabel,
  '75x120': drawLargeLabel,
}

/** The file in pieces, a page each; of a page that has been handed out only its number is kept. */
export async function* writePages(
  size: LabelSize,
  language: Locale,
  labels: AsyncIterable<BoxLabel> | Iterable<BoxLabel>,
): AsyncGenerator<Buffer> {
  const words = wordsIn(language)
  const paper = papers[size]
  const pdf = beginPdf()
  const root = pdf.reserve()
  const tree = pdf.reserve()
  const fonts = { text: embed(pdf, 'text'), strong: embed(pdf, 'strong'), code: embed(pdf, 'code') }
  const pages: number[] = []
  yield pdf.head()
  for await (const label of labels) {
    checkBarcode(label.barcode)
    const page = beginPage(paper, fonts)
    drawings[size](page, label, words)
    const content = pdf.reserve()
    const id = pdf.reserve()
    pages.push(id)
    yield Buffer.concat([
      pdf.stream(content, page.content()),
      pdf.object(id, `<</Type/Page/Parent ${reference(tree)}/Contents ${reference(content)}>>`),
    ])
    // Thousands of labels keep nobody else waiting.
    await setImmediate()
  }
  for (const face of faces) yield* fonts[face].objects()
  // What all pages share stands at the head of their tree.
  const box = [0, 0, paper.width * pointsPerDot, paper.height * pointsPerDot].map(inPoints).join(' ')
  const names = faces.map((face: Face) => `/${face} ${reference(fonts[face].id)}`).join('')
  yield pdf.object(
    tree,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map(reference).join(' ')}]` +
      `/MediaBox[${box}]/Resources<</Font<<${names}>>>>>>`,
  )
  yield pdf.object(
    root,
    // Who prints prints as large as it is, not what fits the page of an office printer.
    `<</Type/Catalog/Pages ${reference(tree)}/Lang(${language})` +
      '/ViewerPreferences<</PrintScaling/None/PickTrayByPDFSize true>>>>',
  )
  yield pdf.tail(root)
}

const inPoints = (points: number): string => points.toFixed(6)
