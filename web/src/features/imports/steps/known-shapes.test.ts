import { beforeEach, expect, test, vi } from 'vitest'
import { recallShape, rememberShape } from './known-shapes.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

test('reuses a mapping for the next file with the same titles in the same order', () => {
  rememberShape('products', { titles: ['Код', 'Имя', 'Цвет'], fields: ['article', 'name', null] })
  expect(recallShape('products', ['Код', 'Имя', 'Цвет'])).toEqual(['article', 'name', null])
  expect(recallShape('products', ['Имя', 'Код', 'Цвет'])).toBeUndefined()
  expect(recallShape('products', ['Код', 'Имя'])).toBeUndefined()
  expect(recallShape('supplies', ['Код', 'Имя', 'Цвет'])).toBeUndefined()
})

test('uses the latest mapping of a shape, and keeps twenty shapes', () => {
  for (let shape = 0; shape < 25; shape++)
    rememberShape('products', { titles: [`${shape}`], fields: ['article'] })
  rememberShape('products', { titles: ['24'], fields: [null] })
  expect(recallShape('products', ['24'])).toEqual([null])
  expect(recallShape('products', ['4'])).toBeUndefined()
  expect(recallShape('products', ['5'])).toEqual(['article'])
})

test.each(['{', '7', '[7]', '[{"titles":["a"]}]', '[{"titles":["a"],"fields":[1]}]', 'null'])(
  'ignores invalid stored data such as %s',
  (stored) => {
    localStorage.setItem('artel-import-shapes.products', stored)
    expect(recallShape('products', ['a'])).toBeUndefined()
  },
)
