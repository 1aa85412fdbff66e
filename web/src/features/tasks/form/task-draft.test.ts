import { describe, expect, test } from 'vitest'
import { emptyDraft, toBody } from './task-draft.ts'

describe('the request body', () => {
  test('has only changed fields, and 0 for a cleared sum', () => {
    const values = { ...emptyDraft, title: 'Свечи', money: null, quantity: 5 }
    expect(toBody(values)).toEqual({ title: 'Свечи', quantity: 5 })
    expect(toBody({ ...values, money: null }, { ...emptyDraft, money: 100 })).toMatchObject({ money: 0 })
    expect(toBody({ ...emptyDraft, user_id: null }, { ...emptyDraft, user_id: 7 })).toEqual({ user_id: null })
  })
})
