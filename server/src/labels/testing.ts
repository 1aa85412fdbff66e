import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { beginDocument } from './document.ts'
import { papers } from './drawing/measures.ts'
import { beginPage } from './drawing/page.ts'
import { LabelPages } from './drawing/pages.ts'
import type { BoxLabel } from './labels.ts'

const usualItems = [{ article: 'Набор «Уют» / SET-1', quantity: 24 }]

export const buildLabel = ({ items = usualItems, ...parts }: Partial<BoxLabel> = {}): BoxLabel => ({
  barcode: 'WB_1234567890',
  number: 12,
  boxesCount: 40,
  supplyNumber: '2026-000123',
  destination: 'Коледино',
  legalEntity: 'ИП Соколова',
  unitsCount: 24,
  items,
  itemsCount: items.length,
  ...parts,
})

/** The file of some labels, written in this thread. */
export async function written(size: LabelSize, labels: BoxLabel[], language: Locale = 'ru'): Promise<Buffer> {
  const pages = new LabelPages(size, language)
  const pieces = labels.map((label) => pages.draw(label))
  return Buffer.concat([...pieces, await pages.end()])
}

/** A page as a 203 dpi printer prints it: a grey value 0…255 for each dot, row by row. */
export type Print = { width: number; height: number; greys: Uint8Array }
export type PrintedPage = Print & { points: { width: number; height: number }; text: string }

/** Renders every page of a file with the PDF engine of Chromium. */
export async function print(size: LabelSize, file: Buffer): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    const pages: PrintedPage[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const text = page.getText()
      const { width, height, data } = await page.render({ scale: 1, ...papers[size], colorSpace: 'Gray' })
      const points = { width: originalWidth, height: originalHeight }
      pages.push({ width, height, greys: data, points, text })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

// Without this, the module would be fetched from the network.
const module = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(module)).buffer } })

/** The codes that a scanner reads from a page, as `format text`. Each dot counts as black or white. */
export async function scan({ width, height, greys }: Print): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4)
  greys.forEach((grey, dot) => {
    data.fill(grey < 128 ? 0 : 255, dot * 4, dot * 4 + 3)
    data[dot * 4 + 3] = 255
  })
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { formats: ['Code128', 'QRCode'] },
  )
  return found.map(({ format, text }) => `${format} ${text}`).toSorted()
}

/** Renders an outline as the same printer would print it. */
export async function printOutline(size: LabelSize, path: string): Promise<Print> {
  const document = beginDocument('ru')
  beginPage(document, papers[size])
  document.path(path).fill()
  document.end()
  const [page] = await print(size, await buffer(document))
  if (!page) throw new Error('it was a page')
  return page
}

/**
 * Counts dots that are black on one page and have nothing dark at or beside their position on the other,
 * because engines smooth edges differently.
 */
export function strayDots(one: Print, { width, height, greys }: Print): number {
  if (one.width !== width || one.height !== height) throw new Error('The pages differ in size')
  const beside = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * width + column))
  const isStray = (grey: number, dot: number) =>
    grey < 128 && beside.every((step) => (greys[dot + step] ?? 255) > 200)
  return one.greys.filter(isStray).length
}
