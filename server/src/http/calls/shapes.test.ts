import { pathParam } from '@artel/contract/shapes/primitives'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toFieldIssues } from '../../errors/issues.ts'
import { declared } from '../../testing/access/world.ts'
import { partsOf } from '../../testing/values/shapes.ts'

// Leaves out foreign services, because they send fields of their own and may add more.
const bodies = Object.entries(declared).filter(([, { isForeign }]) => !isForeign)

test('every object in the body of a call refuses unknown fields', () => {
  const loose = bodies.flatMap(([name, { body }]) =>
    partsOf(body)
      .filter(({ schema }) => schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever))
      .map(({ path }) => [name, ...path].join('.')),
  )
  expect(loose).toEqual([])
})

test('every part of a body has a defined type', () => {
  const open = bodies.flatMap(([name, { body }]) =>
    partsOf(body)
      .filter(({ schema }) => schema instanceof z.ZodUnknown || schema instanceof z.ZodAny)
      .map(({ path }) => [name, ...path].join('.')),
  )
  expect(open).toEqual([])
})

const numbers = Object.entries(declared).flatMap(([name, call]) =>
  [call.query, call.body].flatMap((shape) =>
    partsOf(shape).flatMap(({ path, schema }) =>
      schema instanceof z.ZodNumber ? [{ name: [name, ...path].join('.'), schema }] : [],
    ),
  ),
)
const far = [-1e300, Number.MIN_SAFE_INTEGER, -1e9, -1, 0, 1e9, Number.MAX_SAFE_INTEGER, 1e300]

test.each(numbers)('$name: the bound that an error names is itself accepted', ({ schema }) => {
  const { minValue, maxValue } = schema
  const near = [minValue, maxValue].flatMap((bound) => (bound === null ? [] : [bound - 1, bound, bound + 1]))
  for (const value of [...far, ...near]) {
    const { error } = z.safeParse(schema, value, { reportInput: true })
    for (const { values } of toFieldIssues(error?.issues ?? [])) {
      const bound = values?.minimum ?? values?.maximum
      expect([value, bound, bound === undefined || z.safeParse(schema, bound).success]).toEqual([
        value,
        bound,
        true,
      ])
    }
  }
})

/** Texts that browsers, proxies or routers rewrite in a path, or that end a path segment. */
const unfit = [
  '',
  '.',
  '..',
  '...',
  'a.b',
  '/',
  'a/b',
  '%',
  '%2e',
  '%2F',
  '\\',
  '?',
  '#',
  ';',
  ' ',
  'ё',
  '\0',
  '\u200b',
]

const pathNames = [...new Set(Object.values(declared).flatMap(({ path }) => path.match(/(?<=:)\w+/g) ?? []))]

test.each(pathNames)('%s accepts only values that stay unchanged in a path', (name) => {
  const shape = pathParam(name)
  expect(unfit.filter((text) => shape.safeParse(text).success)).toEqual([])
  for (let code = 0; code < 256; code++) {
    const text = `1${String.fromCharCode(code)}1`
    if (!shape.safeParse(text).success) continue
    expect(new URL(`/${text}/x`, 'https://artel.test').pathname).toBe(`/${text}/x`)
    expect(encodeURIComponent(text)).toBe(text)
  }
})

test('an id that a client chooses accepts only values that fit into a path', () => {
  const chosen = bodies.flatMap(([name, { query, body }]) =>
    [query, body].flatMap((shape) =>
      partsOf(shape).flatMap(({ path, schema }) =>
        schema instanceof z.ZodString && /(^|_)ids?$/.test(String(path.findLast(isName)))
          ? [{ name: [name, ...path].join('.'), schema }]
          : [],
      ),
    ),
  )
  const loose = chosen.filter(({ schema }) => unfit.some((text) => schema.safeParse(text).success))
  expect(chosen.map(({ name }) => name)).toContain('supplies.scan.scan_id')
  expect(loose.map(({ name }) => name)).toEqual([])
})

const isName = (step: string | number): step is string => typeof step === 'string'
