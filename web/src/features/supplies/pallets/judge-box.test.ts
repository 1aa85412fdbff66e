import { expect, test } from 'vitest'
import { judgeBox, loadOf } from './judge-box.ts'
import type { WaitingBox } from './use-pallet-queue.ts'

const box = (id: number, fields: { is_sealed?: boolean; pallet_id?: number | null } = {}) => ({
  id,
  number: id,
  barcode: `B${id}`,
  units_count: 1,
  is_sealed: true,
  pallet_id: null,
  ...fields,
})
// Of a waiting step only these two count here.
const waits = (barcode: string, pallet_id: number) => ({ barcode, pallet_id }) as WaitingBox

const boxes = [box(1), box(2, { is_sealed: false }), box(3, { pallet_id: 7 }), box(4, { pallet_id: 8 })]
const offline = { pallet: { id: 7, closed_at: null }, boxes, isWhole: true, waiting: [], isLost: true }

test.each([
  ['B1', {}, 'send'],
  ['B2', {}, 'box_open'],
  ['B3', {}, 'twice'],
  ['B4', {}, 'on_other_pallet'],
  ['X', {}, 'no_such_box'],
  // The device may not know the last boxes of a large supply.
  ['X', { isWhole: false }, 'send'],
  ['B1', { pallet: { id: 7, closed_at: '2026-11-20T09:00:00.000Z' } }, 'pallet_closed'],
  ['B1', { waiting: [waits('B1', 7)] }, 'twice'],
  ['B1', { waiting: [waits('B1', 8)] }, 'on_other_pallet'],
  // It stood here and is on its way to another pallet.
  ['B3', { waiting: [waits('B3', 8)] }, 'on_other_pallet'],
] as const)('without a connection %s with %j is judged on the device: %s', (barcode, change, judgement) => {
  expect(judgeBox(barcode, { ...offline, ...change })).toBe(judgement)
})

test.each([
  ['B2', 'send'],
  ['B4', 'send'],
  ['X', 'send'],
  ['B3', 'twice'],
] as const)('with a connection the server judges %s: %s', (barcode, judgement) => {
  expect(judgeBox(barcode, { ...offline, isLost: false })).toBe(judgement)
})

test('a box that waits is on the pallet, and not twice once it has arrived', () => {
  const load = loadOf(7, boxes, [waits('B1', 7), waits('B3', 7), waits('B4', 8), waits('B2', 7)])
  expect(load.read.map(({ barcode }) => barcode)).toEqual(['B3'])
  expect(load.coming.map(({ barcode }) => barcode)).toEqual(['B2', 'B1'])
})
