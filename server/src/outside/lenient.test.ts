import { expect, test } from 'vitest'
import { words } from './lenient.ts'

test('removes from a foreign text what the database cannot store', () => {
  expect(words.parse(JSON.parse('"a\\u0000\\ud800b\\ud83d\\ude00"'))).toBe('a\ufffdb😀')
  expect(words.parse(5)).toBe('')
})
