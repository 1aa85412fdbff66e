import { clearFonts, type Face, type Fallback, readFont } from './fonts.ts'

/** The ink of a text: how far it begins right of its origin, and the width from there. In em. */
export type Shape = { indent: number; width: number }

/** In em. The lowest line of the small label ends 12 dots above the bars, and marks can be stacked. */
const highest = 1.25
const lowest = -0.6

/** A printer draws an edge up to half a dot beside its place, and the smallest text is 17 dots high. In em. */
const smear = 0.03

/** The labels of a supply share most of their words, so shapes are kept. */
const shapes = new Map<string, Shape | null>()
const maxShapes = 5000
/** fontkit keeps the outline of each glyph, 14 KB, so the fonts are opened again after so many. */
const glyphs = new Set<string>()
const maxGlyphs = 3000

/**
 * The shape of a text in a fallback font, or null if the font cannot show it. fontkit fails at some texts, so
 * all that is drawn in a fallback font is shaped here first.
 */
export function shapeOf(name: Fallback, text: string): Shape | null {
  const key = `${name} ${text}`
  let shape = shapes.get(key)
  if (shape === undefined) {
    if (shapes.size >= maxShapes) shapes.clear()
    if (glyphs.size >= maxGlyphs) {
      glyphs.clear()
      clearFonts()
    }
    shape = tryShape(name, text)
    shapes.set(key, shape)
  }
  return shape
}

const overhangs = new Map<string, number>()

/** How far the ink of a first letter such as j reaches left of its origin in a face. In em. */
export function overhangOf(face: Face, text: string): number {
  const [letter = ''] = text
  const key = `${face} ${letter}`
  let overhang = overhangs.get(key)
  if (overhang === undefined) {
    const { glyphs: drawn } = readFont(face).layout(letter)
    const left = (drawn[0]?.bbox.minX ?? 0) / readFont(face).unitsPerEm
    overhang = left < 0 ? smear - left : 0
    overhangs.set(key, overhang)
  }
  return overhang
}

function tryShape(name: Fallback, text: string): Shape | null {
  try {
    return shaped(name, text)
  } catch {
    return null
  }
}

function shaped(name: Fallback, text: string): Shape | null {
  const font = readFont(name)
  const { glyphs: drawn, positions } = font.layout(text)
  let at = 0
  let [left, right] = [0, 0]
  for (const [index, glyph] of drawn.entries()) {
    glyphs.add(`${name} ${glyph.id} ${glyph.codePoints}`)
    if (glyph.id === 0) return null
    const position = positions[index]
    if (!position) return null
    const { minX, maxX, minY, maxY } = glyph.bbox
    // A glyph without ink has no box.
    if (Number.isFinite(minX + maxX) && maxX > minX) {
      left = Math.min(left, at + position.xOffset + minX - smear * font.unitsPerEm)
      right = Math.max(right, at + position.xOffset + maxX + smear * font.unitsPerEm)
      const isTooTall = maxY + position.yOffset > highest * font.unitsPerEm
      if (isTooTall || minY + position.yOffset < lowest * font.unitsPerEm) return null
    }
    at += position.xAdvance
  }
  // Some letters reach beyond their width, which must not end outside of the label's margin.
  const width = Math.max(at, right) - left
  return Number.isFinite(width) ? { indent: -left / font.unitsPerEm, width: width / font.unitsPerEm } : null
}
