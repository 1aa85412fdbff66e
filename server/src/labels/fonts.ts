import { createRequire } from 'node:module'
import { ownKeys } from '@artel/contract/records'
import { type Font, openSync } from 'fontkit'

const packages = {
  text: 'golos-text/500Medium/GolosText_500Medium.ttf',
  strong: 'golos-text/700Bold/GolosText_700Bold.ttf',
  code: 'jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf',
}

/**
 * Medium weight where the screens use regular, because a label printer loses thin strokes between its dots.
 */
export type Face = keyof typeof packages
export const faces = ownKeys(packages)

/**
 * Only kerning is enabled. A barcode or an article is set character by character, so `->` does not become an
 * arrow. Also, fontkit fails on the ligatures of JetBrains Mono (fontkit#378) and on some marks above
 * letters.
 */
const features = { calt: false, ccmp: false, frac: false, mark: false, mkmk: false }

/**
 * Opens a font for each document. After a subset is cut out for one document, the font no longer knows the
 * letters of its glyphs, so the text of the next document could not be searched or copied.
 */
export function openFont(face: Face): Font {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/${packages[face]}`)
  // None of the files is a font collection.
  const font = openSync(file) as Font
  const layout = font.layout.bind(font)
  // Set here, because pdfkit can only add features.
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
