import type { TaskDetail } from '@artel/contract/tasks'
import { describe, expect, test } from 'vitest'
import { settledValues, staleFields } from './stale-fields.ts'
import { draftOf, emptyDraft, toBody } from './task-draft.ts'

describe('what is sent', () => {
  test('is what differs, and empty sums are none', () => {
    const values = { ...emptyDraft, title: 'Свечи', money: null, quantity: 5 }
    expect(toBody(values)).toEqual({ title: 'Свечи', quantity: 5 })
    expect(toBody({ ...values, money: null }, { ...emptyDraft, money: 100 })).toMatchObject({ money: 0 })
    expect(toBody({ ...emptyDraft, user_id: null }, { ...emptyDraft, user_id: 7 })).toEqual({ user_id: null })
  })
})

describe('an edit that met another', () => {
  const original = { ...emptyDraft, title: 'Плед', quantity: 10, priority: 'normal' as const }
  // Only the fields of the form are read.
  const current = {
    ...original,
    title: 'Плед «Клетка»',
    quantity: 12,
    multimedia: [],
  } as unknown as TaskDetail
  const mine = { ...original, title: 'Плед в коробке', quantity: 12, priority: 'high' as const }
  const fields = { title: { label: 'Что сделать' }, quantity: { label: 'Количество' } }

  test('asks only about what both changed, to different things', () => {
    expect(staleFields(fields, original, current, mine)).toEqual([
      {
        name: 'title',
        label: 'Что сделать',
        original: 'Плед',
        theirs: 'Плед «Клетка»',
        mine: 'Плед в коробке',
      },
    ])
  })

  test.each([
    [['title'], 'Плед в коробке'],
    [[], 'Плед «Клетка»'],
  ])('keeping %j gives the title «%s» and all else of both', (kept, title) => {
    const clashing = staleFields(fields, original, current, mine)
    const settled = settledValues(original, current, mine, clashing, new Set(kept))
    expect(settled).toEqual({ ...draftOf(current), title, quantity: 12, priority: 'high' })
  })
})
