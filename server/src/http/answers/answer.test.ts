import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countTurns } from '../../testing/turns.ts'
import { writeAnswer } from './answer.ts'

const row = z.object({
  id: z.int(),
  name: z.string().nullable(),
  note: z.string().optional(),
  parts: z.array(z.object({ id: z.int() })).nullable(),
  words: z.record(z.string(), z.string()).optional(),
  counts: z.record(z.enum(['a', 'b']), z.int()),
})
const shape = z.object({
  status: z.literal(true),
  rows: z.array(row),
  more: z.array(z.int()).optional(),
  total: z.int(),
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** How many parts and words a row has; -1: the row leaves the field out. */
const sizes = fc.record({
  parts: fc.integer({ min: -1, max: 1500 }),
  words: fc.integer({ min: -1, max: 1500 }),
  text: fc.option(fc.string()),
})

const rowOf = (
  { parts, words, text }: { parts: number; words: number; text: string | null },
  id: number,
) => ({
  id,
  name: text,
  ...(text && { note: text }),
  parts: parts < 0 ? null : upTo(parts).map((at) => ({ id: at, secret: at })),
  ...(words >= 0 && { words: Object.fromEntries(upTo(words).map((at) => [`"${text}${at}`, `${at}"`])) }),
  counts: { a: parts, b: words },
  secret: text,
})

describe('an answer', () => {
  test('written in pieces equals the whole JSON, without fields that its shape lacks', async () => {
    const answers = fc.record({
      rows: fc.array(sizes, { maxLength: 6 }),
      more: fc.integer({ min: -1, max: 1500 }),
    })
    await fc.assert(
      fc.asyncProperty(answers, async ({ rows, more }) => {
        const sent = {
          rows: rows.map(rowOf),
          ...(more >= 0 && { more: upTo(more) }),
          total: more,
          status: true,
        }
        expect(String(await writeAnswer(shape, sent))).toBe(JSON.stringify(shape.parse(sent)))
      }),
      { numRuns: 40 },
    )
  })

  const many = (id: unknown) => ({
    status: true,
    total: 1,
    rows: [
      ...Array.from({ length: 2000 }, (_, at) => ({
        id: at,
        name: null,
        parts: null,
        counts: { a: 1, b: 2 },
      })),
      { id, name: null, parts: null, counts: { a: 1, b: 2 } },
    ],
  })

  test.each([
    ['a wrong value far behind', many('x'), ['rows', 2000, 'id']],
    ['a field that is missing', { ...many(1), total: undefined }, ['total']],
    ['a list that is none', { ...many(1), more: {} }, ['more']],
    [
      'a key that is missing',
      { ...many(1), rows: [{ ...many(1).rows[0], counts: { a: 1 } }, ...many(1).rows] },
      ['rows', 0, 'counts', 'b'],
    ],
  ])('with %s is refused, and the error has its path', async (_, answer, path) => {
    await expect(writeAnswer(shape, answer)).rejects.toMatchObject({ issues: [{ path }] })
  })

  test('of 100,000 lines yields to the event loop while it is written', async () => {
    const line = { id: 1, quantity: 1, planned: null, product: { id: 1, name: 'Набор', article: 'A-1' } }
    const long = z.object({ lines: z.array(z.looseObject({ id: z.int() })) })
    const written = writeAnswer(long, { lines: Array.from({ length: 100_000 }, () => line) })
    expect(await countTurns(written)).toBeGreaterThan(10)
    expect((await written).length).toBeGreaterThan(8_000_000)
  })
})
