import { describe, expect, it } from 'vitest'
import { changeOf, emptyItem, type ShopValues } from './shop-values.ts'

const filled: ShopValues = { ...emptyItem, name: 'Термос', price: 650, stock: 4, multimedia_ids: [3, 5] }

describe('changes sent for an item', () => {
  it.each([
    ['no change', {}, {}],
    ['a price', { price: 700 }, { price: 700 }],
    ['an unlimited stock', { stock: null }, { stock: null }],
    ['photos in another order', { multimedia_ids: [5, 3] }, { multimedia_ids: [5, 3] }],
  ])('%s', (_, change, sent) => {
    expect(changeOf({ ...filled, ...change }, filled)).toEqual(sent)
  })
})
