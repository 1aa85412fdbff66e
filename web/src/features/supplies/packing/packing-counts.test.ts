import type { Box } from '@artel/contract/supplies/supplies'
import { expect, test } from 'vitest'
import type { WaitingScan } from '../scanner/use-scan-queue.ts'
import { isComplete, packingLines } from './packing-counts.ts'

const product = (id: number) => ({
  id,
  name: `p${id}`,
  article: `A${id}`,
  barcodes: [`46${id}`],
  photo: null,
})
const productOf = (barcode: string) =>
  [product(1), product(2)].find(({ barcodes }) => barcodes[0] === barcode)
const waits = (barcode: string, box_id = 4): WaitingScan => ({
  id: barcode,
  box_id,
  barcode,
  quantity: 1,
})

function boxOf(items: [id: number, quantity: number, planned: number | null][], planned: number | null): Box {
  const lines = items.map(([id, quantity, own]) => ({
    id,
    product_id: id,
    quantity,
    planned: own,
    expires_on: null,
    product: product(id),
  }))
  return { id: 4, planned_count: planned, items: lines } as unknown as Box // the fields that are read
}

const shown = (lines: ReturnType<typeof packingLines>) =>
  lines.map(({ product: { id }, count, limit }) => [id, count, limit])

test('waiting scans are counted in their own box', () => {
  const waiting = [waits('461'), waits('461'), waits('462'), waits('461', 5), waits('999')]
  const lines = packingLines({ box: boxOf([[1, 3, null]], null), products: [], waiting, productOf })
  expect(shown(lines)).toEqual([
    [1, 5, null],
    [2, 1, null],
  ])
})

test('the limit is the plan of the box, else the rest of the plan of the supply', () => {
  const products = [
    { product_id: 1, planned: 10, packed: 8 },
    { product_id: 2, planned: 4, packed: 4 },
  ]
  const given = { products, waiting: [], productOf }
  expect(shown(packingLines({ ...given, box: boxOf([[1, 3, 8]], 8) }))).toEqual([[1, 3, 8]])
  expect(shown(packingLines({ ...given, box: boxOf([[1, 3, null]], null) }))).toEqual([[1, 3, 5]])
  expect(shown(packingLines({ ...given, box: boxOf([[2, 0, null]], null) }))).toEqual([[2, 0, 0]])
})

test.each([
  [[[1, 8, 8]], 8, true],
  [[[1, 7, 8]], 8, false],
  [[[1, 8, null]], null, false],
] as const)('%j of %s is complete: %s', (items, planned, expected) => {
  expect(
    isComplete(
      boxOf(
        items.map(([...item]) => item),
        planned,
      ),
    ),
  ).toBe(expected)
})
