import { expect, test } from 'vitest'
import { z } from 'zod'
import { declared } from '../testing/access/world.ts'
import { partsOf } from '../testing/shapes.ts'
import { toFieldIssues } from './issues.ts'

// A foreign service sends fields of its own, which it may add to.
const bodies = Object.entries(declared).filter(([, { isForeign }]) => !isForeign)

test('no object in the body of a call takes fields that it does not name', () => {
  const loose = bodies.flatMap(([name, { body }]) =>
    partsOf(body)
      .filter(({ schema }) => schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever))
      .map(({ path }) => [name, ...path].join('.')),
  )
  expect(loose).toEqual([])
})

test('no part of a body is taken as it comes', () => {
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

test.each(numbers)('$name: the bound that a sentence names is itself taken', ({ schema }) => {
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
