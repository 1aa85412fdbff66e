import { describe, expect, test } from 'vitest'
import type { WaitingScan } from '../scanner/use-scan-queue.ts'
import { explainRefusal, judgeScan, type ScanSituation } from './judge-scan.ts'

const product = (id: number) => ({
  id,
  name: `p${id}`,
  article: `A${id}`,
  barcodes: [`CODE${id}`],
  photo: null,
})
const productOf = (barcode: string) =>
  [product(1), product(2), product(3)].find(({ barcodes }) => barcodes[0] === barcode)

function boxOf(items: [id: number, quantity: number, planned: number | null][]): ScanSituation['box'] {
  const planned = items.map(([, , own]) => own).filter((own) => own !== null)
  const lines = items.map(([id, quantity, own]) => ({
    id,
    product_id: id,
    quantity,
    planned: own,
    expires_on: null,
    product: product(id),
  }))
  const planned_count = planned.length === 0 ? null : planned.reduce((sum, one) => sum + one, 0)
  return { id: 4, planned_count, items: lines, items_count: items.length, sealed_at: null }
}

const waits = (id: number, quantity = 1, box_id = 4): WaitingScan => ({
  id: `${id}-${box_id}`,
  box_id,
  barcode: `CODE${id}`,
  quantity,
})

const supplyPlan = [
  { product_id: 1, planned: 10, packed: 9 },
  { product_id: 2, planned: 0, packed: 0 },
]
const usual: ScanSituation = {
  box: boxOf([]),
  products: [],
  waiting: [],
  productOf,
  isPlanKnown: true,
  isLost: false,
}
const judge = (barcode: string, change: Partial<ScanSituation> = {}, quantity = 1) =>
  judgeScan({ barcode, quantity }, { ...usual, ...change })

describe('a scan', () => {
  test('without any plan is sent', () => {
    expect(judge('CODE1')).toBeNull()
    expect(judge('CODE1', { isLost: true, waiting: [waits(1, 500)] })).toBeNull()
  })

  test.each([
    ['room in the supply', 'CODE1', 1, null],
    ['more pieces than the supply has room for', 'CODE1', 2, 'plan_exceeded'],
    ['a product that the plan does not have', 'CODE2', 1, 'plan_exceeded'],
    ['a known product without a count, beside a plan', 'CODE3', 1, 'plan_exceeded'],
  ] as const)('with a plan of the supply: %s', (_, barcode, quantity, expected) => {
    expect(judge(barcode, { products: supplyPlan }, quantity)).toBe(expected)
  })

  test.each([
    ['room in the box', 'CODE1', null],
    ['a full line', 'CODE2', 'plan_exceeded'],
    ['a product that the box does not have', 'CODE3', 'plan_exceeded'],
  ] as const)('with a plan of the box: %s', (_, barcode, expected) => {
    const box = boxOf([
      [1, 1, 2],
      [2, 3, 3],
    ])
    expect(judge(barcode, { box })).toBe(expected)
  })

  test('of a line without a planned number has no limit in the box', () => {
    const box = boxOf([
      [1, 7, null],
      [2, 0, 3],
    ])
    expect(judge('CODE1', { box })).toBeNull()
  })

  test('into a box that is not loaded whole is left to the server', () => {
    const box = { ...boxOf([[1, 1, 2]]), items_count: 900 }
    expect(judge('CODE3', { box })).toBeNull()
  })

  test('that waits counts only without a connection, because its answer may be under way', () => {
    const given = { products: supplyPlan, waiting: [waits(1, 1, 5)] }
    expect(judge('CODE1', given)).toBeNull()
    expect(judge('CODE1', { ...given, isLost: true })).toBe('plan_exceeded')
    const box = boxOf([[1, 1, 2]])
    expect(judge('CODE1', { box, waiting: [waits(1, 1, 5)], isLost: true })).toBeNull()
    expect(judge('CODE1', { box, waiting: [waits(1)], isLost: true })).toBe('plan_exceeded')
  })

  test('with a wrong check digit is never a product', () => {
    expect(judge('4607086560144')).toBe('barcode_misread')
    expect(judge('4607086560143')).toBeNull()
  })

  test('of an unknown code is left to the server, and without a connection to the plan', () => {
    expect(judge('NEW', { products: supplyPlan })).toBeNull()
    expect(judge('NEW', { products: supplyPlan, isLost: true })).toBe('not_in_supply')
    expect(judge('NEW', { box: boxOf([[1, 1, 2]]), isLost: true })).toBe('not_in_supply')
    expect(judge('NEW', { isLost: true })).toBeNull()
    expect(judge('NEW', { products: supplyPlan, isLost: true, isPlanKnown: false })).toBeNull()
  })

  test('into a closed box is refused without a connection, because nobody can have opened it', () => {
    const box = { ...boxOf([]), sealed_at: '2026-11-20T06:00:00.000Z' }
    expect(judge('CODE1', { box })).toBeNull()
    expect(judge('CODE1', { box, isLost: true })).toBe('box_sealed')
  })
})

describe('a refusal', () => {
  const explain = (code: string, barcode: string, change: Partial<ScanSituation> = {}, quantity = 1) =>
    explainRefusal(
      { code, barcode, quantity, boxId: 4 },
      { ...usual, ...change, barcodes: ['CODE1', 'CODE2', '4607086560143'] },
    )
  const box = boxOf([
    [1, 2, 2],
    [2, 0, 3],
  ])

  test.each([
    ['the line of the box is full', 'CODE1', { box }, 'full_box'],
    ['the box has another plan', 'CODE3', { box }, 'not_in_box'],
    ['an unknown product and the box has a plan', 'NEW', { box }, 'not_in_box'],
    ['the supply is full', 'CODE1', { products: supplyPlan }, 'full_supply'],
    ['the line of the box has room, but not the supply', 'CODE2', { box }, 'full_supply'],
    ['the supply does not have it', 'CODE2', { products: supplyPlan }, 'not_in_supply'],
    ['the supply does not know it', 'CODE3', { products: supplyPlan }, 'not_in_supply'],
    ['the box is not loaded', 'CODE1', { box: undefined as never }, 'full_supply'],
  ] as const)('of a plan: %s', (_, barcode, change, expected) => {
    expect(explain('plan_exceeded', barcode, change).kind).toBe(expected)
  })

  test('in another box says nothing about this one', () => {
    expect(explain('plan_exceeded', 'CODE1', { box: { ...box, id: 5 } }).kind).toBe('full_supply')
  })

  test('says how many of the typed pieces fit', () => {
    expect(explain('plan_exceeded', 'CODE2', { box }, 5)).toEqual({ kind: 'full_box', left: 3 })
    const products = [{ product_id: 2, planned: 2, packed: 0 }]
    expect(explain('plan_exceeded', 'CODE2', { box, products }, 3)).toEqual({ kind: 'full_supply', left: 2 })
  })

  test('counts pieces that wait', () => {
    expect(explain('plan_exceeded', 'CODE2', { box, waiting: [waits(2, 3)] })).toEqual({
      kind: 'full_box',
      left: 0,
    })
  })

  test.each([
    ['barcode_unknown', '6560143', 'misread'],
    ['barcode_unknown', '46070', 'misread'],
    ['barcode_unknown', 'STRANGE', 'unknown'],
    ['barcode_unknown', '43', 'unknown'],
    ['not_in_supply', '6560143', 'misread'],
    ['not_in_supply', 'STRANGE', 'not_in_supply'],
    ['barcode_misread', '4607086560144', 'misread'],
    ['box_sealed', 'CODE1', 'sealed'],
    ['wrong_state', 'CODE1', 'stopped'],
    ['forbidden', 'CODE1', 'other'],
  ] as const)('%s of %s is %s', (code, barcode, expected) => {
    expect(explain(code, barcode).kind).toBe(expected)
  })
})
