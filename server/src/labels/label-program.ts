import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { bitmapOf } from './drawing/bitmap.ts'
import type { Resolution } from './drawing/measures.ts'
import { outlineOf } from './drawing/outline.ts'
import { LabelPages } from './drawing/pages.ts'
import type { BoxLabel, Label } from './label.ts'
import { toTspl } from './printers/tspl.ts'
import { toZpl } from './printers/zpl.ts'

export type DocumentTask = { size: LabelSize; language: Locale; port: MessagePort }
/** A label to draw, or null to end the document. Each order is answered with a piece of the file. */
export type Order = Label | null
export type Piece = Uint8Array<ArrayBuffer>
/** The languages of label printers. */
export type PrinterLanguage = 'zpl' | 'tspl'
export type PrintTask = PictureTask & { printer: { language: PrinterLanguage; dots: Resolution } }
export type PictureTask = { size: LabelSize; language: Locale; label: BoxLabel }

/** Runs in the thread of the labels. Ends with its document, or when the other side closes the port. */
export async function writeDocument({ size, language, port }: DocumentTask): Promise<void> {
  const pages = new LabelPages(size, language)
  for await (const [order] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[Order]>) {
    // A copy, because a buffer of pdfkit may be a part of a larger one, which would be sent as a whole.
    const piece: Piece = new Uint8Array(order === null ? await pages.end() : pages.draw(order))
    port.postMessage(piece, [piece.buffer])
    if (order === null) return
  }
}

export const drawPicture = ({ size, language, label }: PictureTask): string =>
  outlineOf(size, language, label)

/** A label in the language of a printer. */
export async function drawPrint({ size, language, label, printer }: PrintTask): Promise<Piece> {
  const bitmap = await bitmapOf(size, language, label, printer.dots)
  return new Uint8Array(printer.language === 'zpl' ? toZpl(bitmap) : toTspl(bitmap, size))
}
