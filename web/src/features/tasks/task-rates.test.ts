import { sumsOf } from '@artel/contract/tasks/task-rates'
import { describe, expect, it } from 'vitest'
import { emptyDraft } from './form/task-draft.ts'
import { withProduct, withQuantity } from './task-rates.ts'

const towels = { id: 1, name: 'Полотенца', money: 1650, coins: 1, norm_seconds: 90 }
const soap = { id: 2, name: 'Мыло', money: 900, coins: 0, norm_seconds: null }
const values = { ...emptyDraft, quantity: 40 }
const filled = { ...values, ...withProduct(values, null, towels) }

describe('a chosen product', () => {
  it('fills in its name and its rates times the quantity', () => {
    expect(filled).toMatchObject({
      product_id: 1,
      title: 'Полотенца',
      money: 66_000,
      coins: 40,
      norm_seconds: 3600,
    })
  })

  it('does not replace values that were typed by hand', () => {
    const typed = { ...values, title: 'Срочно', money: 5000 }
    expect(withProduct(typed, null, towels)).toEqual({ product_id: 1, coins: 40, norm_seconds: 3600 })
  })

  it('is replaced by another one, except for values that were changed since', () => {
    expect({ ...filled, ...withProduct(filled, towels, soap) }).toMatchObject({
      product_id: 2,
      title: 'Мыло',
      money: 36_000,
      coins: 0,
      norm_seconds: null,
    })
    const changed = { ...filled, title: 'Полотенца, срочно', money: 70_000 }
    expect(withProduct(changed, towels, soap)).toEqual({ product_id: 2, coins: 0, norm_seconds: null })
  })

  it('takes its sums with it when it is removed, and leaves the title', () => {
    expect(withProduct(filled, towels, null)).toEqual({
      product_id: null,
      money: null,
      coins: null,
      norm_seconds: null,
    })
  })
})

describe('a changed quantity', () => {
  it('updates the sums that follow the rates', () => {
    expect(withQuantity(filled, towels, 10)).toEqual({
      quantity: 10,
      money: 16_500,
      coins: 10,
      norm_seconds: 900,
    })
    expect(withQuantity({ ...filled, money: 70_000 }, towels, 10)).toEqual({
      quantity: 10,
      coins: 10,
      norm_seconds: 900,
    })
  })

  it('leaves the sums unchanged while it is empty, and without a product', () => {
    expect(withQuantity(filled, towels, null)).toEqual({ quantity: null })
    expect(withQuantity(values, null, 7)).toEqual({ quantity: 7 })
    expect(sumsOf(soap, 3)).toEqual({ money: 2700, coins: 0, norm_seconds: null })
  })
})
