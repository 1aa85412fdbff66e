import type { Box, Proposal } from '@artel/contract/supplies/supplies'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf } from '../../../testing/client.ts'
import {
  buildBox,
  buildItem,
  buildPlan,
  buildScannable,
  buildSupply,
} from '../../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { countBoxes, distribute } from './distribution.ts'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

describe('a distribution', () => {
  const rest = fc
    .array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
    .map((quantities) => quantities.map((quantity, index) => ({ product_id: index + 1, quantity })))

  test('puts every piece into a box and fills boxes as far as it may', () => {
    fc.assert(
      fc.property(rest, fc.integer({ min: 2, max: 30 }), fc.boolean(), (given, pieces, is_mixed) => {
        const groups = distribute(given, { pieces, is_mixed })
        for (const { product_id, quantity } of given) {
          const planned = groups.flatMap(({ count, items }) =>
            items.filter((item) => item.product_id === product_id).map((item) => item.planned * count),
          )
          expect(sumOf(planned)).toBe(quantity)
        }
        for (const { items } of groups) {
          expect(sumOf(items.map(({ planned }) => planned))).toBeLessThanOrEqual(pieces)
          expect(new Set(items.map(({ product_id }) => product_id)).size).toBe(items.length)
          if (!is_mixed) expect(items).toHaveLength(1)
        }
        const quantities = given.map(({ quantity }) => quantity)
        const fewest = is_mixed
          ? Math.ceil(sumOf(quantities) / pieces)
          : sumOf(quantities.map((quantity) => Math.ceil(quantity / pieces)))
        expect(countBoxes(groups)).toBe(fewest)
      }),
    )
  })

  test('of 501 boxes is refused, and so are 2001 lines', () => {
    const many = (quantity: number) => [{ product_id: 1, quantity }]
    expect(countBoxes(distribute(many(500), { pieces: 1, is_mixed: false }))).toBe(500)
    expect(() => distribute(many(501), { pieces: 1, is_mixed: false })).toThrow()
    const products = (length: number) =>
      Array.from({ length }, (_, index) => ({ product_id: index + 1, quantity: 1 }))
    expect(distribute(products(2000), { pieces: 500, is_mixed: true })).toHaveLength(4)
    expect(() => distribute(products(2001), { pieces: 500, is_mixed: true })).toThrow()
  })

  test('puts at most 500 products into a box', () => {
    const products = Array.from({ length: 501 }, (_, index) => ({ product_id: index + 1, quantity: 1 }))
    const groups = distribute(products, { pieces: 10_000, is_mixed: true })
    expect(groups.map(({ items }) => items.length)).toEqual([500, 1])
  })
})

describe('the plan of a supply', () => {
  const test_ = useTestApp()
  let team: Team
  let supply: number
  let cups: number
  let plates: number

  beforeAll(async () => {
    team = await buildTeam(test_)
    cups = await buildScannable(team.db, 'CUPS')
    plates = await buildScannable(team.db, 'PLATES')
  })

  beforeEach(async () => {
    supply = await buildSupply(team.db)
    await buildPlan(team.db, supply, [
      { product_id: plates, quantity: 25 },
      { product_id: cups, quantity: 12 },
    ])
  })

  const propose = async (query: string): Promise<Proposal> => {
    const answer = await team.as.admin.get(`/supplies/${supply}/boxes/proposal?${query}`)
    expect(answer.statusCode).toBe(200)
    return answer.body.proposal as Proposal // by its call
  }
  const accept = (body: object, as = team.as.admin) => as.post(`/supplies/${supply}/boxes/plan`, body)
  const readBox = async (id: number) =>
    (await team.as.admin.get(`/supplies/${supply}/box/${id}`)).body.box as Box // by its call
  const readBoxes = async () => {
    const { body } = await team.as.admin.post(`/listing/boxes/${supply}?sort_by=number&direction=asc`)
    return (body.boxes as { units_count: number; items: { product_id: number; planned: number }[] }[]).map(
      ({ units_count, items }) => [
        units_count,
        ...items.map(({ product_id, planned }) => [product_id, planned]),
      ],
    )
  }

  test('is distributed among boxes of their own, as it was proposed', async () => {
    const proposal = await propose('pieces=10')
    expect(proposal).toEqual({
      units: 37,
      boxes: 5,
      empty_boxes: 0,
      groups: [
        { count: 2, items: [{ product_id: plates, planned: 10 }] },
        { count: 1, items: [{ product_id: plates, planned: 5 }] },
        { count: 1, items: [{ product_id: cups, planned: 10 }] },
        { count: 1, items: [{ product_id: cups, planned: 2 }] },
      ],
    })
    const answer = await accept({ pieces: 10, boxes: 5, units: 37 })
    expect([answer.statusCode, answer.body.proposal]).toEqual([201, proposal])
    expect(await readBoxes()).toEqual([
      [0, [plates, 10]],
      [0, [plates, 10]],
      [0, [plates, 5]],
      [0, [cups, 10]],
      [0, [cups, 2]],
    ])
    expect(await propose('pieces=10')).toEqual({ units: 0, boxes: 0, empty_boxes: 0, groups: [] })
  })

  test('leaves out what is packed or planned already, and uses empty boxes first', async () => {
    const [packed, empty] = [await buildBox(team.db, supply), await buildBox(team.db, supply)]
    await buildItem(team.db, supply, packed, { product_id: plates, quantity: 20 })
    await buildItem(team.db, supply, await buildBox(team.db, supply), {
      product_id: cups,
      quantity: 3,
      planned: 8,
    })
    expect(await propose('pieces=6&is_mixed=1')).toEqual({
      units: 9,
      boxes: 2,
      empty_boxes: 1,
      groups: [
        {
          count: 1,
          items: [
            { product_id: plates, planned: 5 },
            { product_id: cups, planned: 1 },
          ],
        },
        { count: 1, items: [{ product_id: cups, planned: 3 }] },
      ],
    })
    const before = await readBox(empty)
    expect((await accept({ pieces: 6, is_mixed: true, boxes: 2, units: 9 })).statusCode).toBe(201)
    const box = await readBox(empty)
    expect(box).toMatchObject({ units_count: 0, planned_count: 6, packed_by: null })
    expect(box.version).toBe(before.version + 1)
    expect((await readBoxes()).at(-1)).toEqual([0, [cups, 3]])
  })

  test('makes no box if enough empty ones are there', async () => {
    const made = await team.as.admin.post(`/supplies/${supply}/boxes`, { count: 6 })
    expect(made.statusCode).toBe(201)
    expect(await propose('pieces=10')).toMatchObject({ boxes: 5, empty_boxes: 5 })
    expect((await accept({ pieces: 10, boxes: 5, units: 37 })).statusCode).toBe(201)
    expect((await readBoxes()).map(([, ...planned]) => planned.length)).toEqual([1, 1, 1, 1, 1, 0])
  })

  test('that has changed since the proposal is not distributed', async () => {
    await team.as.admin.send('PUT', `/supplies/${supply}`, { plan: [{ product_id: plates, quantity: 26 }] })
    const answer = await accept({ pieces: 10, boxes: 5, units: 37 })
    expect(codeOf(answer)).toEqual([409, 'wrong_state'])
    expect(fieldsOf(answer)).toEqual([409, 'pieces'])
    expect(await readBoxes()).toEqual([])
  })

  test('is distributed once if two admins do it at the same moment', async () => {
    const body = { pieces: 10, boxes: 5, units: 37 }
    const answers = await Promise.all([accept(body), accept(body, team.as.owner), accept(body)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(await readBoxes()).toHaveLength(5)
  })

  test('is not distributed if a packed supply would get boxes without content', async () => {
    await team.db.update('supplies', { status: 'packed' }).where('id', '=', supply).execute()
    expect(codeOf(await accept({ pieces: 10, boxes: 5, units: 37 }))).toEqual([409, 'empty'])
    expect(await readBoxes()).toEqual([])
  })

  test('names what cannot be', async () => {
    expect(fieldsOf(await accept({ pieces: 0, boxes: 1, units: 37 }))).toEqual([422, 'pieces'])
    expect(fieldsOf(await team.as.admin.get(`/supplies/${supply}/boxes/proposal`))).toEqual([422, 'pieces'])
    await team.as.admin.send('PUT', `/supplies/${supply}`, { plan: [{ product_id: plates, quantity: 501 }] })
    const many = await team.as.admin.get(`/supplies/${supply}/boxes/proposal?pieces=1`)
    expect(fieldsOf(many)).toEqual([422, 'pieces'])
  })
})
