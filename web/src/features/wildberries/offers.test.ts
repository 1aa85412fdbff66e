import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import { describe, expect, test } from 'vitest'
import { type Fillable, filledOf, offersOf } from './offers.ts'

const item: WildberriesItem = {
  id: 146_972_802,
  name: 'Набор полотенец',
  brand: 'Зотова Дом',
  category: null,
  article: 'UY-1',
  description: '',
  photos: [],
  price: null,
  barcodes: ['4600000000015', '4600000000022'],
  rating: null,
}
const empty: Fillable = { name: '', article: '', brand: '', category: '', description: '', barcodes: [] }
const none = new Set<string>()

describe('an empty form', () => {
  test('takes all known values', () => {
    expect(offersOf(item, empty).map(({ name, present }) => [name, present])).toEqual([
      ['name', null],
      ['article', null],
      ['brand', null],
      ['barcodes', null],
    ])
    expect(filledOf(item, empty, none)).toEqual({
      wildberries_id: 146_972_802,
      name: 'Набор полотенец',
      article: 'UY-1',
      brand: 'Зотова Дом',
      barcodes: ['4600000000015', '4600000000022'],
    })
  })
})

describe('a filled form', () => {
  const form = { ...empty, name: 'Уют', article: ' UY-1 ', barcodes: ['12345Ejf5', '4600000000022'] }

  test('keeps its values unless the person chooses otherwise', () => {
    expect(filledOf(item, form, none)).not.toHaveProperty('name')
    expect(filledOf(item, form, new Set(['name']))).toMatchObject({ name: 'Набор полотенец' })
    expect(offersOf(item, form).find(({ name }) => name === 'name')).toMatchObject({ present: 'Уют' })
  })

  test('is not offered values that it has, and keeps its barcodes next to new ones', () => {
    expect(offersOf(item, form).map(({ name }) => name)).toEqual(['name', 'brand', 'barcodes'])
    expect(filledOf(item, form, none).barcodes).toEqual(['12345Ejf5', '4600000000022', '4600000000015'])
  })
})
