import { createTranslator } from 'use-intl/core'
import format from 'use-intl/format-message/format-only'
import { describe, expect, test } from 'vitest'
import { compileTexts } from '../../contract/src/texts/texts.compile.ts'
import { flatTexts } from './texts.ts'

type Values = Record<string, number | string | ((chunks: unknown) => string)>

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const inTag = (chunks: unknown) => `[${[chunks].flat().join('')}]`

/** Gives `values` all that a text asks for: `count` for each number, and one word of each choice. */
function fill(text: unknown, count: number, values: Values): void {
  for (const node of isList(text) ? text.filter(isList) : []) {
    const [name, kind, choices = {}] = node
    const words = kind === 1 ? Object.keys(Object(choices)) : []
    const isTag = kind !== undefined && typeof kind !== 'number'
    values[String(name)] = isTag ? inTag : (words[count % words.length] ?? (kind === undefined ? 'Ж' : count))
    if (isTag) fill(node.slice(1), count, values)
    else for (const choice of Object.values(Object(choices))) fill(choice, count, values)
  }
}

const formatters = {
  getNumberFormat: (...how: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...how),
  getDateTimeFormat: (...how: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...how),
  getPluralRules: (...how: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...how),
}

describe.each(['ru', 'en'] as const)('the texts in %s', (locale) => {
  const compiled = compileTexts(flatTexts[locale])

  test.each([0, 1, 2, 5, 11, 21, 1000])('are formatted as by ICU itself, with %i', (count) => {
    for (const [path, text] of Object.entries(flatTexts[locale])) {
      const values: Values = {}
      fill(compiled[path], count, values)
      const onError = (error: Error) => expect.fail(`${path}: ${error.message}`)
      const t = createTranslator({ locale, messages: { text }, onError })
      const options = { locale, formatters, cache: {} } as never // what it looks at
      expect(format(path, compiled[path] ?? '', values as never, options), path).toBe(
        t.markup('text', values as never),
      )
    }
  })
})

test('rejects a text that is no ICU message', () => {
  expect(() => compileTexts({ 'ui.save': 'Save {name' })).toThrow()
})
