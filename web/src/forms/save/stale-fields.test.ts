import { describe, expect, test } from 'vitest'
import { settledValues, staleFields } from './stale-fields.ts'

describe('a stale edit', () => {
  const original = { title: 'Плед', quantity: 10, priority: 'normal', photos: [1, 2] }
  const theirs = { ...original, photos: [1, 2], title: 'Плед «Клетка»', quantity: 12 }
  const mine = { ...original, title: 'Плед в коробке', quantity: 12, priority: 'high' }
  const words = new Map([
    ['title', { label: 'Что сделать', show: String }],
    ['quantity', { label: 'Количество', show: String }],
  ])

  test('asks only about fields that both edits changed to different values', () => {
    expect(staleFields(words, original, theirs, mine)).toEqual([
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
  ])('keeping %j gives the title «%s» and merges all other changes', (kept, title) => {
    const clashing = staleFields(words, original, theirs, mine)
    const settled = settledValues(original, theirs, mine, clashing, new Set(kept))
    expect(settled).toEqual({ ...theirs, title, priority: 'high' })
  })
})
