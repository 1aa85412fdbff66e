import { labelSizes } from '@artel/contract/supplies/supplies.line'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { margin, papers } from './drawing/measures.ts'
import { type BoxLabel, maxLabelItems } from './labels.ts'
import { buildLabel, type Print, print, scan, written } from './testing.ts'

const visible = (first: number, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, index) => first + index))

/** Barcodes, each with the label sizes that are wide enough for its bars. */
const barcodes: [string, ('58x40' | '75x120')[]][] = [
  ['1', ['58x40', '75x120']],
  ['WB_1234567890', ['58x40', '75x120']],
  ['4600000000008', ['58x40', '75x120']],
  ['#wbbox#0002;7;42', ['58x40', '75x120']],
  ['^FNC1(01)\\~`', ['58x40', '75x120']],
  // Sequences for which a programming font has ligatures.
  ['a->b!=c..d', ['58x40', '75x120']],
  ['12345678901234567890123456789012', ['58x40', '75x120']],
  ['ABCDEFghijklm-opqrstuv', ['75x120']],
  ['4'.repeat(44), ['75x120']],
  [visible(33, 64), []],
  [visible(63, 64), []],
  ['9'.repeat(64), []],
]

const millimetres = { '58x40': [58, 40], '75x120': [75, 120] } as const
const inMillimetres = (points: number) => (points * 25.4) / 72

describe.each(labelSizes)('labels of %s', (size) => {
  test('have one page each, of the size in their name', async () => {
    const file = await written(size, [buildLabel(), buildLabel({ number: 13 }), buildLabel({ number: 14 })])
    const pages = await print(size, file)
    expect(pages.length).toBe(3)
    for (const { points } of pages) {
      expect(inMillimetres(points.width)).toBeCloseTo(millimetres[size][0], 4)
      expect(inMillimetres(points.height)).toBeCloseTo(millimetres[size][1], 4)
    }
    const [, box = ''] = /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(file.toString('latin1')) ?? []
    expect(box.split(' ').map((points) => inMillimetres(Number(points)).toFixed(5))).toEqual(
      millimetres[size].map((length) => length.toFixed(5)),
    )
  })

  test('are read by a scanner: the QR code, and the bars if they fit', async () => {
    const file = await written(
      size,
      barcodes.map(([barcode]) => buildLabel({ barcode })),
    )
    const pages = await print(size, file)
    pages.forEach(({ text }, index) => {
      expect(text.replaceAll(/\s/g, '')).toContain(barcodes[index]?.[0])
    })
    expect(await Promise.all(pages.map(scan))).toEqual(
      barcodes.map(([barcode, sizes]) => [
        ...(sizes.includes(size) ? [`Code128 ${barcode}`] : []),
        `QRCode ${barcode}`,
      ]),
    )
  })

  test('have bars of whole dots with the required white space', async () => {
    for (const [barcode] of barcodes.filter(([, sizes]) => sizes.includes(size))) {
      const [page] = await print(size, await written(size, [buildLabel({ barcode })]))
      const { runs, greys } = barsOn(page!) // one label is one page
      expect(greys).toEqual([0, 255])
      const module = Math.min(...runs)
      expect(module).toBeGreaterThanOrEqual(2)
      expect(runs.slice(1, -1).filter((run) => run % module !== 0)).toEqual([])
      expect(Math.min(runs.at(0) ?? 0, runs.at(-1) ?? 0)).toBeGreaterThanOrEqual(10 * module)
    }
  })

  test('show the given texts in both languages', async () => {
    const label = buildLabel({ destination: 'Электросталь', unitsCount: 1234 })
    const texts = await Promise.all(
      (['ru', 'en'] as const).map(async (language) => {
        const [page] = await print(size, await written(size, [label], language))
        return page?.text.replaceAll(/\s+/g, ' ')
      }),
    )
    const common = [
      'WB_1234567890',
      'Электросталь',
      'ИП Соколова',
      ...(size === '75x120' ? ['Набор «Уют» / SET-1 × 24'] : []),
    ]
    for (const part of ['Короб 12 из 40', 'Поставка 2026-000123', '1 234 шт.', ...common]) {
      expect(texts[0]).toContain(part)
    }
    for (const part of ['Box 12 of 40', 'Shipment 2026-000123', '1,234 units', ...common]) {
      expect(texts[1]).toContain(part)
    }
  })

  test('stay within their margin with extreme texts', async () => {
    const labels = hostile.map((text) =>
      buildLabel({
        supplyNumber: text,
        destination: text,
        legalEntity: text,
        items: Array.from({ length: 99 }, () => ({ article: text, quantity: 1_000_000 })),
        number: 99_999,
        boxesCount: 99_999,
        unitsCount: 2_000_000_000,
      }),
    )
    const barcodesToo = barcodes.map(([barcode]) => buildLabel({ barcode, unitsCount: 2_000_000_000 }))
    for (const page of await print(size, await written(size, [...labels, ...barcodesToo]))) {
      expect(inkInMargin(page)).toBe(0)
    }
  })

  test('have white margins beside letters whose ink begins left of their place', async () => {
    const label = { ...buildLabel(), destination: null, legalEntity: null, supplyNumber: '' }
    const labels = ['ῑ', 'ǰ', 'ї', 'ﷺ', 'j', 'ї̈', 'f'].map((article) => ({
      ...label,
      items: [{ article, quantity: 0 }],
    }))
    expect((await print(size, await written(size, labels))).map(inkInMargin)).toEqual(labels.map(() => 0))
  })

  test('are printed with any text that people write', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const quantity = fc.integer({ min: 0, max: 2_147_483_647 })
    const label: fc.Arbitrary<BoxLabel> = fc.record({
      barcode: fc.string({
        unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 64,
      }),
      number: quantity,
      boxesCount: quantity,
      supplyNumber: text,
      destination: fc.option(text),
      legalEntity: fc.option(text),
      unitsCount: quantity,
      items: fc.array(fc.record({ article: text, quantity }), { maxLength: maxLabelItems }),
      itemsCount: quantity,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 5 }), async (labels) => {
        const pages = await print(size, await written(size, labels))
        expect(pages.map(inkInMargin)).toEqual(labels.map(() => 0))
        const read = await Promise.all(pages.map(scan))
        read.forEach((codes, index) => {
          expect(codes).toContain(`QRCode ${labels[index]?.barcode}`)
        })
      }),
      { numRuns: 12 },
    )
  })

  test('have the same bytes for the same data at any time', async () => {
    const labels = barcodes.map(([barcode]) => buildLabel({ barcode }))
    vi.useFakeTimers({ now: new Date('2026-05-12T09:00:00Z'), toFake: ['Date'] })
    const file = await written(size, labels)
    vi.setSystemTime(new Date('2027-01-31T21:30:00Z'))
    await written(size, [buildLabel({ destination: hostile.join() })])
    expect((await written(size, labels)).equals(file)).toBe(true)
  })

  test('ask for printing without scaling', async () => {
    const file = (await written(size, [buildLabel()])).toString('latin1')
    const [, preferences] = /\/ViewerPreferences (\d+) 0 R/.exec(file) ?? []
    expect(file).toMatch(new RegExp(`\n${preferences} 0 obj\n<<\n/PrintScaling /None\n`))
  })

  test('of no boxes are a file without pages', async () => {
    expect((await written(size, [])).toString('latin1')).toContain('/Count 0')
  })
})

const hostile = [
  'слово '.repeat(2000),
  'Щ'.repeat(10_000),
  '\0\u0001\t\r\n\u0085\u2028',
  '🎁👩‍👩‍👧‍👦🇷🇺',
  '\u202Eмарафон\u202C مرحبا שלום',
  `ﷺ﷽ ${'กี้'.repeat(99)} ڢڢ क्षत्रि`,
  `ก${'\u0E48'.repeat(99)} ب${'\u0651'.repeat(99)}`,
  'مُحَمَّد'.repeat(60),
  '\uD800 \uDC00',
  'e\u0301\u0302\u0303и\u0306#\u0301',
  '(\\)<</Type/Catalog>>endobj',
  '\u200B\uFEFF\u00AD',
  '   ',
]

afterEach(() => {
  vi.useRealTimers()
})

test('a character without a glyph is a question mark, and invisible characters are left out', async () => {
  const destination = '\u202Eи\u0306од\u200B 한국\u0007x\uD800'
  const [page] = await print('58x40', await written('58x40', [buildLabel({ destination })]))
  expect(page?.text).toContain('йод ? x')
})

test('the last row says how many more articles there are', async () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ article: `A-${index}`, quantity: 1 }))
  const [ru, en] = await Promise.all(
    (['ru', 'en'] as const).map(
      async (language) =>
        (await print('75x120', await written('75x120', [buildLabel({ items })], language)))[0]?.text ?? '',
    ),
  )
  const shown = items.filter(({ article }) => ru?.includes(`${article} `)).length
  expect(shown).toBeGreaterThan(5)
  expect(ru).toContain(`и ещё ${30 - shown}`)
  expect(en).toContain(`and ${30 - shown} more`)
})

test.each(['', 'ы', ' a', 'a ', 'a\n', '1'.repeat(65), '\u0000'])(
  'rejects the barcode %j',
  async (barcode) => {
    await expect(written('58x40', [buildLabel({ barcode })])).rejects.toThrow(RangeError)
  },
)

/** Counts the dots of the margin that are not white. */
function inkInMargin({ width, height, greys }: Print): number {
  const isInside = (place: number, length: number) => place >= margin && place < length - margin
  let ink = 0
  greys.forEach((grey, dot) => {
    if (grey < 255 && !(isInside(dot % width, width) && isInside(Math.floor(dot / width), height))) ink += 1
  })
  return ink
}

/** A row of dots through the bars: the lengths of its runs of equal grey, and the greys that occur. */
function barsOn({ width, greys }: Print): { runs: number[]; greys: number[] } {
  const y = width === papers['58x40'].width ? 240 : 832
  const row = Array.from(greys.subarray(y * width, (y + 1) * width))
  const runs: number[] = []
  row.forEach((grey, x) => {
    if (x > 0 && grey === row[x - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(1)
  })
  return { runs, greys: [...new Set(row)].toSorted((a, b) => a - b) }
}
