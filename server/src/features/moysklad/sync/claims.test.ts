import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import type { WaitingItem } from '../items/items.queries.ts'
import { products } from '../items/products.ts'
import type { Ours } from '../items/subject.ts'
import { refuseTaken } from './claims.ts'
import type { Outcome } from './rules.ts'

const many = 500

const row = (id: number): Ours => ({
  id,
  moy_sklad_id: `m${id}`,
  version: 1,
  field_versions: {},
  article: `A-${id}`,
  name: 'Плед',
  barcodes: [`own${id}`],
})
const rows = Array.from({ length: many }, (_, at) => row(at + 1))

/** Gives each row these barcodes. */
const outcomesOf = (barcodesOf: (id: number) => string[]): Outcome[] =>
  rows.map((ours) => ({
    // Only these fields of an item are used.
    item: { id: ours.id, moy_sklad_id: ours.moy_sklad_id, written: null } as WaitingItem,
    plan: 'change',
    failures: [],
    ours,
    left: null,
    changed: { barcodes: barcodesOf(ours.id) },
    written: null,
  }))

const list = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => name(at))

describe('500 products of which each wants what others want', () => {
  test.each<[string, number, (id: number) => string[]]>([
    ['50 barcodes, the same for all', many - 1, () => list(50, (at) => `B${at}`)],
    ['200 barcodes, the same for all', many - 1, () => list(200, (at) => `B${at}`)],
    ['50 barcodes, each of another one', many, (id) => list(50, (at) => `own${((id + at) % many) + 1}`)],
  ])('do not block the event loop: %s', async (_, refused, barcodesOf) => {
    const outcomes = outcomesOf(barcodesOf)
    const work = () => refuseTaken(products, outcomes, rows)
    const settled = await work()
    expect(settled.filter(({ outcome: { plan } }) => plan === 'invalid')).toHaveLength(refused)
    expect(settled.at(-1)?.outcome.failures).toMatchObject([{ field: 'barcodes', key: 'barcode_taken' }])
    expect(await leastOf(50, () => longestTurnMs(work))).toBeLessThan(50)
    expect(await leastOf(300, () => cpuMsOf(work))).toBeLessThan(300)
  })
})
