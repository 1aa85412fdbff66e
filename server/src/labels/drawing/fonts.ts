import { createRequire } from 'node:module'
import { ownKeys } from '@artel/contract/shapes/records'
import { type Font, openSync } from 'fontkit'
import { keepGlyphsByCharacters } from './glyphs.ts'

const packages = {
  text: 'golos-text/500Medium/GolosText_500Medium.ttf',
  strong: 'golos-text/700Bold/GolosText_700Bold.ttf',
  code: 'jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf',
}

const fallbackPackages = {
  emoji: 'noto-emoji/500Medium/NotoEmoji_500Medium.ttf',
  arabic: 'noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf',
  hebrew: 'noto-sans-hebrew/500Medium/NotoSansHebrew_500Medium.ttf',
  armenian: 'noto-sans-armenian/500Medium/NotoSansArmenian_500Medium.ttf',
  georgian: 'noto-sans-georgian/500Medium/NotoSansGeorgian_500Medium.ttf',
  devanagari: 'noto-sans-devanagari/500Medium/NotoSansDevanagari_500Medium.ttf',
  thai: 'noto-sans-thai/500Medium/NotoSansThai_500Medium.ttf',
  chinese: 'noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf',
  symbols: 'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  european: 'noto-sans/500Medium/NotoSans_500Medium.ttf',
}

/**
 * Medium weight where the screens use regular, because a label printer loses thin strokes between its dots.
 */
export type Face = keyof typeof packages
export const faces = ownKeys(packages)

/** A font for what the faces lack. It is opened only when a text needs it. */
export type Fallback = keyof typeof fallbackPackages
export type FontName = Face | Fallback

export const isFace = (name: FontName): name is Face => name in packages

/** The fallbacks for what a text begins with, the best first. */
const scripts: [Fallback, RegExp][] = [
  ['emoji', /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|[\d#*]\u20E3)/u],
  ['arabic', /^\p{Script_Extensions=Arabic}/u],
  ['hebrew', /^\p{Script=Hebrew}/u],
  ['armenian', /^\p{Script=Armenian}/u],
  ['georgian', /^\p{Script_Extensions=Georgian}/u],
  ['devanagari', /^\p{Script_Extensions=Devanagari}/u],
  ['thai', /^[\p{Script=Thai}\u0E3F]/u],
  ['symbols', /^[\p{S}\p{P}\p{N}]/u],
  ['european', /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u],
  ['chinese', /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}]/u],
]

export const fallbacksFor = (text: string): Fallback[] =>
  scripts.flatMap(([name, script]) => (script.test(text) ? [name] : []))

/**
 * Of the faces, only kerning is enabled. A barcode or an article is set character by character, so `->` does
 * not become an arrow. Also, fontkit fails on the ligatures of JetBrains Mono (fontkit#378) and on some marks
 * above letters. The fallbacks need their features, so `shapeOf` finds beforehand what fontkit fails at.
 */
const features = { calt: false, ccmp: false, frac: false, mark: false, mkmk: false }

/** Opens a font anew. Everything but tests takes the one that is open already (`readFont`). */
export function openFont(name: FontName): Font {
  const file = isFace(name) ? packages[name] : fallbackPackages[name]
  // None of the files is a font collection.
  const font = openSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`)) as Font
  keepGlyphsByCharacters(font)
  const layout = font.layout.bind(font)
  // Set here, because pdfkit can only add features.
  if (isFace(name)) font.layout = (text) => layout(text, features)
  return font
}

const kept = new Map<FontName, Font>()

/** A font that all documents and measurements of this thread share. It is opened at its first use. */
export function readFont(name: FontName): Font {
  const font = kept.get(name) ?? openFont(name)
  kept.set(name, font)
  return font
}

export const clearFonts = (): void => kept.clear()

const signs = new Map<Face, Set<number>>()

export function hasSign(face: Face, sign: string): boolean {
  let known = signs.get(face)
  if (!known) {
    known = new Set(readFont(face).characterSet)
    signs.set(face, known)
  }
  return known.has(sign.codePointAt(0) ?? 0)
}
