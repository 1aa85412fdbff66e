import { checkDigit, findBarcodeMistake } from '@artel/contract/products/products.rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'

const test_ = useTestApp()

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const readable = fc.string({ unit: 'grapheme-ascii', maxLength: 70 })
const barcode = fc.oneof(
  readable,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  digits(13),
  digits(12).map((twelve) => twelve + checkDigit(`${twelve}0`)),
  fc.integer({ min: 1, max: 66 }).chain(digits),
  // How spreadsheets write a number of lost digits.
  fc
    .tuple(fc.nat(), fc.constantFrom('', '.', ','), fc.constantFrom('E', 'e', 'E+', 'e-'), fc.nat(20))
    .map(([whole, point, power, times]) => `${whole}${point && `${point}5`}${power}${times}`),
)

test('the database accepts exactly the barcodes in which the rules find no mistake', async () => {
  const barcodes = fc.sample(barcode, 5000).filter((text) => !text.includes('\0'))
  const { rows } = await sql<{ text: string; isAccepted: boolean }>`
    select text, is_barcode(text) as "isAccepted"
    from unnest(${sql.val(barcodes)}::text[]) as text`.execute(test_.root)
  const differing = rows.filter(
    ({ text, isAccepted }) => isAccepted !== (findBarcodeMistake(text) === undefined),
  )
  expect(differing).toEqual([])
  expect(new Set(rows.map(({ isAccepted }) => isAccepted)).size).toBe(2)
})
