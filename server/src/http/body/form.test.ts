import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPairs } from './form.ts'

const limits = { values: 1000, bytes: 1_048_576 }
const read = (text: string | Buffer) => readPairs(Buffer.from(text), limits)

/** Only the separators are escaped; the other characters are sent as UTF-8. */
const escapeSeparators = (text: string): string =>
  text.replace(/[%&=+]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`).replaceAll(' ', '+')

const texts = fc.array(
  fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
)

test.each([
  ['escaped', encodeURIComponent],
  ['as UTF-8', escapeSeparators],
] as const)('reads any fields that are sent %s', (_, write) => {
  fc.assert(
    fc.property(texts, (pairs) => {
      const sent = pairs.map(([name, value]) => `${write(name)}=${write(value)}`).join('&')
      expect(read(sent)).toEqual(pairs)
    }),
  )
})

test.each([
  ['a value and the name after it', 'a=%D0&%96=1'],
  ['a name and its value', '%D0=%96'],
  ['two values', 'a=%D0&b=%96'],
])('refuses a character whose bytes are in %s', (_, sent) => {
  expect(() => read(sent)).toThrow(expect.objectContaining({ code: 'bad_request' }))
})

test('reads fields without a name or a value, and skips empty ones', () => {
  expect(read('&a&&=b&c==d&%')).toEqual([
    ['a', ''],
    ['', 'b'],
    ['c', '=d'],
    ['%', ''],
  ])
})
