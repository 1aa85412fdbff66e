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

/**
 * Kerning, and nothing else: a barcode or an article is set sign by sign as it is, `->` not as an arrow. Besides,
 * fontkit fails at the ligatures of JetBrains Mono (fontkit#378), and at some marks above letters.
 */
const features = { calt: false, ccmp: false, frac: false, mark: false, mkmk: false }

/**
 * Opened anew for each document: what was cut out of a font for one makes it forget which letters its glyphs are,
 * and the text of the next could not be searched or copied.
 */
export function openFont(face: Face): Font {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/${packages[face]}`)
  // None of the files is a collection of fonts.
  const font = openSync(file) as Font
  const layout = font.layout.bind(font)
  // Here, since pdfkit can be told of features to add only.
  font.layout = (text) => layout(text, features)
  return font
}

const signs = new Map<Face, Set<number>>()

export function hasSign(face: Face, sign: string): boolean {
  let known = signs.get(face)
  if (!known) {
    known = new Set(openFont(face).characterSet)
    signs.set(face, known)
  }
  return known.has(sign.codePointAt(0) ?? 0)
}
