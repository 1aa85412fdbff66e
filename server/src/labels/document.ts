import type { Locale } from '@artel/contract/primitives'
import PDFDocument from 'pdfkit'
import { mapInSlices } from '../slices.ts'
import { faces, openFont } from './fonts.ts'

export type Document = PDFKit.PDFDocument

/** What pdfkit has and does not declare, where there is no other way. */
type Undeclared = {
  /** The catalog of the file */
  _root: { data: Record<string, unknown> }
  /** The font that was chosen last */
  _font: { layoutCache: object }
  /** Where each object begins; null: it is not written yet */
  _offsets: (number | null)[]
  /** Adds a line to the file */
  _write(line: string): void
}

/** A PDF without pages yet. */
export function beginDocument(language: Locale): Document {
  const document = new PDFDocument({
    autoFirstPage: false,
    // Otherwise it begins with reading Helvetica.
    font: '',
    lang: language,
    pdfVersion: '1.7',
    // The same labels are the same bytes, whenever they are printed; the ID of the file is made of these too.
    info: { Producer: 'Artel', Creator: 'Artel', CreationDate: new Date(0) },
  })
  for (const face of faces) {
    // It takes opened fonts too, which its types do not know.
    document.registerFont(face, openFont(face) as unknown as Buffer)
  }
  // Who prints prints as large as it is, not what fits the page of an office printer.
  undeclared(document)._root.data.ViewerPreferences = document.ref({
    PrintScaling: 'None',
    PickTrayByPDFSize: true,
  })
  return document
}

/**
 * pdfkit keeps every word that it has ever set (pdfkit#1527), and without keeping them it would shape each several
 * times over, as it measures before it sets. So words are kept, and forgotten every so often.
 */
export function forgetWords(document: Document): void {
  for (const face of faces) {
    undeclared(document.font(face))._font.layoutCache = Object.create(null)
  }
}

const lineOf = (offset: number | null): string => `${String(offset).padStart(10, '0')} 00000 n `

/**
 * Ends the file with the table of its objects. pdfkit writes a line for each at once, three for a page, which takes a
 * tenth of a second for thousands of pages: here they are written in slices, and handed over as one.
 */
export async function endDocument(document: Document): Promise<void> {
  const inner = undeclared(document)
  const { _offsets: offsets } = inner
  const before = [...offsets]
  const lines = await mapInSlices(before, lineOf)
  // What is still open gets its place while it ends.
  const line = (offset: number | null, index: number) =>
    offset === before[index] ? (lines[index] ?? '') : lineOf(offset)
  Object.defineProperty(offsets, Symbol.iterator, {
    value: () => {
      inner._write(offsets.map(line).join('\n'))
      return [][Symbol.iterator]()
    },
  })
  document.end()
}

// Its type does not declare what is in it.
const undeclared = (document: Document): Undeclared => document as unknown as Undeclared
