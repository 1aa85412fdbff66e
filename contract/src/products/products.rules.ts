// Without schemas, so that forms check typed values without loading the schema library.

import type { FieldTextKey } from '../errors/errors.en.ts'
import { visibleForm } from '../shapes/visible.ts'

/** A mistake in a value: the key of its text, and the values that the text names. */
export type Mistake = { key: FieldTextKey; values?: Record<string, string | number> }

/** The check digit of an EAN-13, computed from the twelve digits before it. */
export function checkDigit(digits: string): number {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

// Visible ASCII, which a scanner reads, without the comma, because it separates barcodes in files.
const readable = /^[!-+\--~]{1,64}$/
const rounded = /^\d+([.,]\d+)?e[+]?\d+$/i

/** Finds a mistake in a barcode. The database checks the same (`is_barcode`). */
export function findBarcodeMistake(barcode: string): Mistake | undefined {
  if (rounded.test(barcode)) return { key: 'barcode_rounded' }
  if (!readable.test(barcode)) return { key: 'bad_barcode' }
  if (!/^\d{13}$/.test(barcode)) return undefined
  const digit = checkDigit(barcode)
  return Number(barcode.at(-1)) === digit ? undefined : { key: 'barcode_digit', values: { digit } }
}

const cyrillic = 'АВЕЁКМНОРСТУХаеёорсух'
const latin = 'ABEEKMHOPCTYXaeeopcyx'

/**
 * Finds a word of an article with letters of both alphabets, because a letter that looks the same in both may
 * be the wrong one.
 */
export function findArticleMistake(article: string): Mistake | undefined {
  for (const word of article.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letter = [...word].find((sign) => cyrillic.includes(sign))
    if (letter && /[a-z]/i.test(word)) return { key: 'mixed_alphabets', values: { letter, word } }
  }
  return undefined
}

// Ranges in which later versions of Unicode add no capital to a small letter, because the database has the
// same letters.
const smallLetters: readonly (readonly [number, number])[] = [
  // Latin and Greek
  [0x61, 0x7a],
  [0xe0, 0xfe],
  [0x101, 0x17f],
  [0x3ac, 0x3ce],
  // Cyrillic, Armenian, Vietnamese
  [0x430, 0x52f],
  [0x561, 0x586],
  [0x1e00, 0x1eff],
]

const looks = new Map<string, string>()
for (const [from, to] of smallLetters) {
  for (let code = from; code <= to; code += 1) {
    const capital = String.fromCharCode(code).toUpperCase()
    if (capital.length === 1)
      looks.set(String.fromCharCode(code), latin[cyrillic.indexOf(capital)] ?? capital)
  }
}
for (const [index, letter] of [...cyrillic].entries())
  looks.set(letter, (latin[index] ?? letter).toUpperCase())

/**
 * An article as it looks: equal for two articles that differ only in case, in alphabet or in invisible
 * characters. `look_of` of the database is the same.
 */
export const lookOf = (article: string): string =>
  Array.from(visibleForm(article), (sign) => looks.get(sign) ?? sign).join('')
