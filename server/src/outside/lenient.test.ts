import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from './lenient.ts'

test('removes from a foreign text what the database cannot store', () => {
  expect(words.parse(JSON.parse('"a\\u0000\\ud800b\\ud83d\\ude00"'))).toBe('a\ufffdb😀')
  expect(words.parse(5)).toBe('')
})

test('no foreign text is taken without a check that the database can store it', () => {
  const features = join(import.meta.dirname, '../features')
  const bare = globSync(['moysklad/**/*.ts', 'wildberries/**/*.ts'], { cwd: features })
    .filter((name) => !name.endsWith('.test.ts'))
    .filter((name) => /\bz\s*\.string\(\)(?!\s*\.regex\()/.test(readFileSync(join(features, name), 'utf8')))
  expect(bare).toEqual([])
})
