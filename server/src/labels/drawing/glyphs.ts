import type { Font, Glyph } from 'fontkit'

/**
 * Makes the shaping of a text independent of all texts before it. fontkit keeps one glyph for each number, with
 * the characters that it stood for first, and reads those characters while it shapes. Where characters share a
 * glyph, as Arabic letters that differ only in dots do inside a word, a later text would be joined, marked and
 * copied from a file as the earlier one.
 */
export function keepGlyphsByCharacters(font: Font): void {
  const original = font.getGlyph.bind(font)
  const kept = new Map<string, Glyph>()
  font.getGlyph = (id, characters = []) => {
    const first = original(id, characters)
    if (!first || isOf(first, characters)) return first
    const key = `${id} ${characters}`
    const glyph = kept.get(key) ?? (Reflect.construct(first.constructor, [id, characters, font]) as Glyph)
    kept.set(key, glyph)
    return glyph
  }
}

const isOf = ({ codePoints }: Glyph, characters: readonly number[]) =>
  codePoints.length === characters.length && codePoints.every((point, at) => point === characters[at])
