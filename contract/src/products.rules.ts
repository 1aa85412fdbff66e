// Free of schemas, so that forms check what is typed without carrying the checker of all shapes.

import type { FieldTextKey } from './errors.en.ts'
import { visibleForm } from './visible.ts'

/** What is wrong with a value, as the key of a sentence with what it names. */
export type Mistake = { key: FieldTextKey; values?: Record<string, string | number> }

/** The last digit of an EAN-13, made of the twelve before it. */
export function checkDigit(digits: string): number {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

// Visible ASCII, which a scanner reads; the comma stands between barcodes in files.
const readable = /^[!-+\--~]{1,64}$/
const rounded = /^\d+([.,]\d+)?e[+]?\d+$/i

/** Says what is wrong with a barcode; the database holds the same (`is_barcode`). */
export function findBarcodeMistake(barcode: string): Mistake | undefined {
  if (rounded.test(barcode)) return { key: 'barcode_rounded' }
  if (!readable.test(barcode)) return { key: 'bad_barcode' }
  if (!/^\d{13}$/.test(barcode)) return undefined
  const digit = checkDigit(barcode)
  return Number(barcode.at(-1)) === digit ? undefined : { key: 'barcode_digit', values: { digit } }
}

const cyrillic = 'АВЕЁКМНОРСТУХаеёорсух'
const latin = 'ABEEKMHOPCTYXaeeopcyx'

/** Where a word of an article has both alphabets, and a letter that looks alike in both may be of the wrong one. */
export function findArticleMistake(article: string): Mistake | undefined {
  for (const word of article.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letter = [...word].find((sign) => cyrillic.includes(sign))
    if (letter && /[a-z]/i.test(word)) return { key: 'mixed_alphabets', values: { letter, word } }
  }
  return undefined
}

// Ranges in which no small letter gets a capital in a later version of Unicode: the database has the same letters.
const smallLetters: readonly (readonly [number, number])[] = [
  ...([
    [0x61, 0x7a],
    [0xe0, 0xfe],
    [0x101, 0x17f],
    [0x3ac, 0x3ce],
  ] as const), // Latin and Greek
  ...([
    [0x430, 0x52f],
    [0x561, 0x586],
    [0x1e00, 0x1eff],
  ] as const), // Cyrillic, Armenian, Vietnamese
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
 * An article as the eye sees it: the same for two that only differ in case, in alphabet or in what is not drawn.
 * `look_of` of the database is the same.
 */
export const lookOf = (article: string): string =>
  Array.from(visibleForm(article), (sign) => looks.get(sign) ?? sign).join('')
