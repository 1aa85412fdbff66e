import type { Locale } from '@artel/contract/shapes/primitives'
import PDFDocument from 'pdfkit'
import { mapInSlices } from '../slices.ts'
import { type FontName, faces, isFace, readFont } from './drawing/fonts.ts'

export type Document = PDFKit.PDFDocument

/** Members of pdfkit that its types omit. They are used only where there is no other way. */
type Undeclared = {
  /** The document catalog. */
  _root: { data: Record<string, unknown> }
  /** The current font. */
  _font: { layoutCache: object }
  /** The offset of each object in the file; null if it is not written yet. */
  _offsets: (number | null)[]
  /** Adds a line to the file. */
  _write(line: string): void
}

/** Creates a PDF without pages. */
export function beginDocument(language: Locale): Document {
  const document = new PDFDocument({
    autoFirstPage: false,
    // Without this, pdfkit starts by reading Helvetica.
    font: '',
    lang: language,
    pdfVersion: '1.7',
    // Fixed metadata, so that equal labels give equal bytes. The ID of the file is computed from it too.
    info: { Producer: 'Artel', Creator: 'Artel', CreationDate: new Date(0) },
  })
  for (const face of faces) register(document, face)
  // Prints at actual size, not scaled to the page of an office printer.
  undeclared(document)._root.data.ViewerPreferences = document.ref({
    PrintScaling: 'None',
    PickTrayByPDFSize: true,
  })
  return document
}

// pdfkit accepts an opened font too, but its types do not say so.
const register = (document: Document, name: FontName) =>
  document.registerFont(name, readFont(name) as unknown as Buffer)

/** The fallback fonts of each document. */
const fallbacks = new WeakMap<Document, Set<FontName>>()

/** Makes a font the current one. A fallback font is opened when a document first needs it. */
export function setFont(document: Document, name: FontName): Document {
  if (!isFace(name)) {
    const known = fallbacks.get(document) ?? new Set()
    if (!known.has(name)) register(document, name)
    fallbacks.set(document, known.add(name))
  }
  return document.font(name)
}

/**
 * pdfkit caches every word that it lays out and never drops one (pdfkit#1527). Without the cache it would
 * shape each word several times, because it measures before it draws. So the cache is kept, and cleared at
 * intervals.
 */
export function clearWords(document: Document): void {
  for (const name of [...faces, ...(fallbacks.get(document) ?? [])]) {
    undeclared(document.font(name))._font.layoutCache = Object.create(null)
  }
}

const lineOf = (offset: number | null): string => `${String(offset).padStart(10, '0')} 00000 n `

/**
 * Ends the file with its cross-reference table. pdfkit writes the lines of the table in one go, three for a
 * page, which takes 0.1 s for thousands of pages. Here the lines are built in slices and written as one.
 */
export async function endDocument(document: Document): Promise<void> {
  const inner = undeclared(document)
  const { _offsets: offsets } = inner
  const before = [...offsets]
  const lines = await mapInSlices(before, lineOf)
  // Objects that are still open get their offset only while the document ends.
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

// The types of pdfkit omit these members.
const undeclared = (document: Document): Undeclared => document as unknown as Undeclared
