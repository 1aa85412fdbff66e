import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import sharp from 'sharp'
import type { BoxLabel } from '../label.ts'
import { densities, papers, type Resolution } from './measures.ts'
import { outlineOf } from './outline.ts'

/** Black dots as one bits, row by row; a row begins with a new byte. */
export type Bitmap = { width: number; height: number; rowBytes: number; bits: Uint8Array }

/** The dots that a printer burns for a label. A dot is black if the drawing covers half of it. */
export async function bitmapOf(
  size: LabelSize,
  language: Locale,
  label: BoxLabel,
  dots: Resolution,
): Promise<Bitmap> {
  const density = densities[dots]
  const paper = papers[size]
  const [width, height] = [paper.width * density, paper.height * density]
  const path = outlineOf(size, language, label, density)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${paper.width} ${paper.height}"><path d="${path}"/></svg>`
  const { data } = await sharp(Buffer.from(picture))
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return packed(width, height, data)
}

function packed(width: number, height: number, greys: Uint8Array): Bitmap {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((greys[y * width + x] ?? 255) >= 128) continue
      const at = y * rowBytes + (x >> 3)
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { width, height, rowBytes, bits }
}
