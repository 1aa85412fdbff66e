import type { Locale } from '@artel/contract/shapes/primitives'
import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import type { BoxLabel } from '../label.ts'
import { wordsIn } from '../labels.texts.ts'
import { checkBarcode } from './codes.ts'
import { readFont } from './fonts.ts'
import { papers } from './measures.ts'
import { pageOn, type Surface } from './page.ts'
import { drawings } from './pages.ts'

/** The SVG path that fills everything black on a label, in dots. `density`: see `pageOn`. */
export function outlineOf(size: LabelSize, language: Locale, label: BoxLabel, density = 1): string {
  checkBarcode(label.barcode)
  const pieces: string[] = []
  drawings[size](pageOn(surfaceOf(pieces), papers[size], density), label, wordsIn(language))
  return pieces.join('')
}

function surfaceOf(pieces: string[]): Surface {
  const widthOf: Surface['widthOf'] = (face, size, text) => {
    const font = readFont(face)
    return (font.layout(text).advanceWidth * size) / font.unitsPerEm
  }
  return {
    widthOf,
    text: (name, size, x, baseline, text) => {
      const font = readFont(name)
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(text)
      let at = x
      glyphs.forEach((glyph, index) => {
        const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        // The y axis of a font points up, and that of a page points down.
        const [left, bottom] = [at + xOffset * scale, baseline - yOffset * scale]
        pieces.push(glyph.path.scale(scale, -scale).translate(left, bottom).toSVG())
        at += xAdvance * scale
      })
    },
    fill: (rectangles) => {
      for (const { x, y, width, height } of rectangles)
        pieces.push(`M${x} ${y}h${width}v${height}h${-width}z`)
    },
  }
}
