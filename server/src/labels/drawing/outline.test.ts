import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { expect, test } from 'vitest'
import { buildLabel, print, printOutline, scan, strayDots, written } from '../testing.ts'
import { outlineOf } from './outline.ts'

const labels = {
  'a usual one': buildLabel(),
  'one with much to say': buildLabel({
    number: 1234,
    boxesCount: 9999,
    destination: 'Распределительный центр «Белые Столбы», корпус 3',
    legalEntity: 'Общество с ограниченной ответственностью «Северный дом»',
  }),
  'one whose code is too long for bars': buildLabel({ barcode: 'W'.repeat(64) }),
  'one in many scripts': buildLabel({
    destination: 'Склад «مُحَمَّد» שָׁלוֹם 🎁🇷🇺 北京',
    legalEntity: 'საქართველო नमस्ते น้ำ',
    items: [{ article: 'مرحبا (abc) 123، عالم', quantity: 2 }],
  }),
  'one that would be markup': buildLabel({ destination: '"/><script>alert(1)</script>' }),
}

test.each(labelSizes.flatMap((size) => Object.keys(labels).map((name) => [size, name] as const)))(
  'the outline of %s, %s, looks like the printed label',
  async (size, name) => {
    const label = labels[name as keyof typeof labels]
    const [page] = await print(size, await written(size, [label]))
    const picture = await printOutline(size, outlineOf(size, 'ru', label))
    if (!page) throw new Error('a label is a page')
    expect(await scan(picture)).toEqual(await scan(page))
    // A misplaced letter would leave more than a hundred dots.
    expect(strayDots(picture, page)).toBeLessThan(20)
    expect(strayDots(page, picture)).toBeLessThan(20)
  },
)

test('an outline is only path data', () => {
  expect(outlineOf('58x40', 'ru', labels['one that would be markup'])).toMatch(/^[MLHVQCZmhvz\d .,\-e]+$/)
})
