import type { Locale } from '@artel/contract/primitives'
import PDFDocument from 'pdfkit'
import { faces, openFont } from './fonts.ts'

export type Document = PDFKit.PDFDocument

/** What pdfkit has and does not declare, where there is no other way. */
type Undeclared = {
  /** The catalog of the file */
  _root: { data: Record<string, unknown> }
  /** The font that was chosen last */
  _font: { layoutCache: object }
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

// Its type does not declare what is in it.
const undeclared = (document: Document): Undeclared => document as unknown as Undeclared
