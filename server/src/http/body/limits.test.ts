import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { limitedRecord } from '@artel/contract/shapes/limited-record'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countValues, limitsOf, maxValues } from './limits.ts'

const all = Object.values(calls).flatMap((feature) => Object.values<Call>(feature))

test('counts the values of a shape through all its wrappers', () => {
  const item = z.strictObject({ name: z.string().trim().min(1), count: z.int().optional() })
  const counts: [z.ZodType, number][] = [
    [z.strictObject({}), 1],
    [z.strictObject({ a: z.string().nullable().default(null), b: z.enum(['x']) }), 3],
    [z.array(item).min(1).max(10), 31],
    [z.union([z.int(), z.array(z.int()).max(200)]), 201],
    [z.record(z.enum(['a', 'b']), item), 7],
    [limitedRecord(z.string(), item, 5), 16],
    [
      limitedRecord(z.string(), z.int(), 5)
        .refine(() => true)
        .optional(),
      6,
    ],
    [z.array(item).max(2).transform(String), 7],
    [z.array(z.int()), Number.POSITIVE_INFINITY],
    [z.record(z.string(), z.int()), Number.POSITIVE_INFINITY],
    [z.looseObject({}), Number.POSITIVE_INFINITY],
    [z.unknown(), Number.POSITIVE_INFINITY],
  ]
  for (const [schema, count] of counts) expect(countValues(schema)).toBe(count)
})

test('every call limits its number of values, except the messages of a service', () => {
  const silent = all.filter(({ body }) => countValues(body) > maxValues)
  expect(silent.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'POST /moy_sklad/hooks/:hook_key',
  ])
})

test('calls that need no sign-in take fewer than 1100 values', () => {
  const open = all.filter(({ access, isForeign }) => access === 'anyone' && !isForeign)
  expect(open.length).toBeGreaterThan(3)
  for (const call of open) expect(limitsOf(call).values).toBeLessThan(1100)
})
