import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { afterAll, expect, test } from 'vitest'
import { SpeechReader } from '../../testing/printer/speech.ts'
import { densities, type Resolution } from '../drawing/measures.ts'
import { LabelWriter } from '../labels.ts'
import { buildLabel, type Print, print, scan, strayDots, written } from '../testing.ts'
import { toZpl } from './zpl.ts'

const writer = new LabelWriter()
afterAll(() => writer.close())

const person = { companyId: 1, userId: 1 }
const languages = ['zpl', 'tspl'] as const

/** What a printer burns of a label. */
async function burned(
  size: (typeof labelSizes)[number],
  language: (typeof languages)[number],
  dots: Resolution,
  label = buildLabel(),
): Promise<Print> {
  const bytes = await writer.print({ size, language: 'ru', label, printer: { language, dots }, person })
  const pieces = new SpeechReader(8 * densities[dots]).read(Buffer.from(bytes))
  const [only, ...others] = pieces.filter(({ kind }) => kind === 'label')
  if (only?.kind !== 'label' || others.length > 0) throw new Error('A label is one label')
  return only.label
}

const cases = labelSizes.flatMap((size) => languages.map((language) => [size, language] as const))

test.each(cases)('%s in %s is dot for dot what the page of the PDF is', async (size, language) => {
  const label = buildLabel({ destination: 'Распределительный центр «Белые Столбы», корпус 3' })
  const [page] = await print(size, await written(size, [label]))
  const found = await burned(size, language, 203, label)
  if (!page) throw new Error('A label is a page')
  expect(await scan(found)).toEqual(['Code128 WB_1234567890', 'QRCode WB_1234567890'])
  // A misplaced letter would leave more than a hundred dots.
  expect(strayDots(found, page)).toBeLessThan(20)
  expect(strayDots(page, found)).toBeLessThan(20)
})

test.each(cases)(
  '%s in %s is read by a scanner at 300 dpi, with bars of whole dots',
  async (size, language) => {
    const found = await burned(size, language, 300)
    expect(found.width).toBe(size === '58x40' ? 696 : 900)
    expect(await scan(found)).toEqual(['Code128 WB_1234567890', 'QRCode WB_1234567890'])
    const runs = barsOn(found)
    expect(runs.length).toBeGreaterThan(50)
    const module = Math.min(...runs)
    expect(module).toBeGreaterThanOrEqual(3)
    expect(runs.filter((run) => run % module !== 0)).toEqual([])
  },
)

test('long and short barcodes are read by a scanner at both resolutions', async () => {
  for (const barcode of ['1', '4600000000008', '#wbbox#0002;7;42', 'W'.repeat(64)])
    for (const dots of [203, 300] as const)
      expect(await scan(await burned('58x40', 'zpl', dots, buildLabel({ barcode })))).toContain(
        `QRCode ${barcode}`,
      )
})

test('any bitmap comes out of ZPL as it went in', () => {
  const patterns = [0x00, 0xff, 0x0f, 0xa5]
  const rowBytes = 130
  const rows = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: rowBytes }, (_, at) => patterns[(row * at) % (1 + (row % 4))] ?? 0),
  )
  const bits = Uint8Array.from(rows.flat())
  const [piece] = new SpeechReader(8).read(
    Buffer.from(toZpl({ width: rowBytes * 8, height: rows.length, rowBytes, bits })),
  )
  if (piece?.kind !== 'label') throw new Error('It is a label')
  const black = piece.label.greys.map((grey) => (grey === 0 ? 1 : 0))
  expect(black).toEqual(
    Uint8Array.from(
      rows.flat().flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1)),
    ),
  )
})

/** The lengths of the runs of equal dots through the middle of the bars, without the white space at both ends. */
function barsOn({ width, height, greys }: Print): number[] {
  const rows = Array.from({ length: height }, (_, y) => {
    const runs: number[] = []
    for (let x = 0; x < width; x += 1) {
      if (x > 0 && greys[y * width + x] === greys[y * width + x - 1]) runs.push((runs.pop() ?? 0) + 1)
      else runs.push(1)
    }
    return runs
  })
  const same = rows.filter((row, y) => row.length > 50 && row.join() === rows[y - 1]?.join())
  return same[0]?.slice(1, -1) ?? []
}
