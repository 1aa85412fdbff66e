import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = globSync(['web/src/**/*.{ts,tsx}', 'web/worker/**/*.ts', 'contract/src/**/*.ts'], {
  cwd: root,
})
  .filter((file) => !/\.(ru|en|test)\.tsx?$/.test(file) && !file.includes('node_modules'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

const matches = (pattern: RegExp) =>
  new Set(Array.from(sources.matchAll(pattern), ([, found]) => found ?? ''))
const quoted = matches(/['"`]([\w.]+)['"`]/g)
/** Names that are put together, as `status_${status}` and `${metric}Hint`. */
const beginnings = [...matches(/`([\w.]+)\$\{/g)]
const ends = [...matches(/\}(\w+)`/g)]

test('each text is used by name', () => {
  const unused = Object.entries(catalogue.ru).flatMap(([namespace, texts]) =>
    Object.keys(texts)
      .filter((name) => !quoted.has(name))
      .filter((name) => !beginnings.some((begin) => name.startsWith(begin)))
      .filter((name) => !ends.some((end) => name.endsWith(end)))
      .map((name) => `${namespace}.${name}`),
  )
  expect(unused).toEqual([])
})
