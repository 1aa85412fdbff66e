import { expect, test } from 'vitest'
import { faces, hasSign, openFont } from './fonts.ts'

/** Characters that a font could combine with the one before: marks, arrows, fractions. */
const followers = Array.from('\u0300\u0301\u0302\u0306\u0308\u030B\u0327\u0328->=!.2⁄')

test.each(faces)(
  'every character of %s keeps its own glyph next to characters that fonts combine',
  (face) => {
    const font = openFont(face)
    const signs = font.characterSet
      .map((point) => String.fromCodePoint(point))
      .filter((sign) => !/[\p{C}\p{Z}]/u.test(sign))
    expect(signs.length).toBeGreaterThan(500)
    for (const follower of followers.filter((sign) => hasSign(face, sign))) {
      const text = signs.map((sign) => `${sign}${follower}1`)
      const glyphs = text.flatMap((word) => font.layout(word).glyphs.map(({ id }) => id))
      expect(glyphs).toEqual(
        Array.from(text.join(''), (sign) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0).id),
      )
    }
  },
)
