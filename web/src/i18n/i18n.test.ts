import { describe, expect, it } from 'vitest'
import { builtLocales, chooseLocale } from './locale.ts'
import { nestTexts } from './nest-texts.ts'

describe('chooseLocale', () => {
  it.each([
    ['en', ['ru', 'en'], 'ru', 'en'],
    ['en', ['ru'], 'ru', 'ru'],
    ['de', ['ru', 'en'], 'en', 'en'],
    [null, ['ru', 'en'], 'ru', 'ru'],
  ] as const)('stored %s of %j, default %s: %s', (stored, offered, fallback, expected) => {
    expect(chooseLocale(stored, offered, fallback)).toBe(expected)
  })

  it('knows the languages that are built', () => {
    expect(builtLocales).toEqual(['ru', 'en'])
  })
})

describe('nestTexts', () => {
  it('splits at the first dot', () => {
    expect(nestTexts({ 'ui.save': 'Save', 'ui.a.b': 'x', 'tasks.title': 'Tasks' })).toEqual({
      ui: { save: 'Save', 'a.b': 'x' },
      tasks: { title: 'Tasks' },
    })
  })

  it('does not pollute prototypes with special names', () => {
    nestTexts({ '__proto__.polluted': 'x', 'constructor.polluted': 'y' })
    expect([Object.hasOwn(Object.prototype, 'polluted'), Object.hasOwn(Object, 'polluted')]).toEqual([
      false,
      false,
    ])
  })

  it('omits texts without a namespace', () => {
    expect(nestTexts({ loose: 'x', '.y': 'z' })).toEqual({})
  })
})
