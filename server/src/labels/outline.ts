import type { Locale } from '@artel/contract/primitives'
import type { LabelSize } from '@artel/contract/supplies.line'
import type { Font } from 'fontkit'
import { checkBarcode } from './codes.ts'
import { type Face, openFont } from './fonts.ts'
import type { BoxLabel } from './label.ts'
import { wordsIn } from './labels.texts.ts'
import { papers } from './measures.ts'
import { pageOn, type Surface } from './page.ts'
import { drawings } from './pages.ts'

/** Fonts are cached here, because no subset is cut out of them. */
const fonts = new Map<Face, Font>()

function fontOf(face: Face): Font {
  const font = fonts.get(face) ?? openFont(face)
  fonts.set(face, font)
  return font
}

/** The SVG path that fills everything black on a label, in dots. `density`: see `pageOn`. */
export function outlineOf(size: LabelSize, language: Locale, label: BoxLabel, density = 1): string {
  checkBarcode(label.barcode)
  const pieces: string[] = []
  drawings[size](pageOn(surfaceOf(pieces), papers[size], density), label, wordsIn(language))
  return pieces.join('')
}

function surfaceOf(pieces: string[]): Surface {
  const widthOf: Surface['widthOf'] = (face, size, text) => {
    const font = fontOf(face)
    return (font.layout(text).advanceWidth * size) / font.unitsPerEm
  }
  return {
    widthOf,
    text: (face, size, x, baseline, text) => {
      const font = fontOf(face)
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(text)
      let at = x
      glyphs.forEach((glyph, index) => {
        // The y axis of a font points up, and that of a page points down.
        pieces.push(glyph.path.scale(scale, -scale).translate(at, baseline).toSVG())
        at += (positions[index]?.xAdvance ?? glyph.advanceWidth) * scale
      })
    },
    fill: (rectangles) => {
      for (const { x, y, width, height } of rectangles)
        pieces.push(`M${x} ${y}h${width}v${height}h${-width}z`)
    },
  }
}
