import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

const packages = {
  text: 'golos-text/500Medium/GolosText_500Medium.ttf',
  strong: 'golos-text/700Bold/GolosText_700Bold.ttf',
  code: 'jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf',
}

/** Medium where the screens have regular: thin strokes are lost between the dots of a printer. */
export type Face = keyof typeof packages
// They are the keys of the very line above.
export const faces = Object.keys(packages) as Face[]

const opened = new Map<Face, Font>()

export function fontOf(face: Face): Font {
  const known = opened.get(face)
  if (known) return known
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/${packages[face]}`)
  // None of the files is a collection of fonts.
  const font = openSync(file) as Font
  opened.set(face, font)
  return font
}

const advances: Record<Face, Map<string, number | null>> = {
  text: new Map(),
  strong: new Map(),
  code: new Map(),
}

/** The width of a sign in parts of the size of the letters; null where the font does not have it. */
export function advanceOf(face: Face, sign: string): number | null {
  let advance = advances[face].get(sign)
  if (advance === undefined) {
    const font = fontOf(face)
    const point = sign.codePointAt(0) ?? 0
    advance = font.hasGlyphForCodePoint(point)
      ? font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm
      : null
    advances[face].set(sign, advance)
  }
  return advance
}

export function widthOf(face: Face, size: number, text: string): number {
  let width = 0
  for (const sign of text) width += advanceOf(face, sign) ?? 0
  return width * size
}
