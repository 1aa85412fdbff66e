import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../testing/thread-cpu.ts'
import { longestTurnMs } from '../testing/turns.ts'
import { JsonError, parseInSlices } from './json.ts'

const many = 1_000_000
const parse = (text: string, key: string | null = 'rows', maxItems = many) =>
  parseInSlices(Buffer.from(text), { key, maxItems })

/** JSON with white space where it is allowed. */
const spaced = (value: unknown) => JSON.stringify(value, null, 1)
const value = fc.jsonValue({ maxDepth: 4 })
const isLong = (item: unknown) => [item, 'я'.repeat(40_000)]

test('returns the same as JSON.parse, for any list and any data around it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), value),
      fc.dictionary(fc.string(), value),
      fc.array(value, { maxLength: 12 }),
      fc.boolean(),
      async (before, after, items, hasMany) => {
        const rows = hasMany ? items.map(isLong) : items
        const { rows: _, ...rest } = { ...before }
        const { rows: __, ...others } = { ...after }
        for (const whole of [
          { ...rest, rows, ...others },
          { ...rest, of: { rows: items } },
        ]) {
          for (const text of [JSON.stringify(whole), spaced(whole)]) {
            expect(await parse(text)).toEqual(JSON.parse(text))
          }
        }
        for (const text of [JSON.stringify(rows), spaced(rows)])
          expect(await parse(text, null)).toEqual(JSON.parse(text))
      },
    ),
  )
})

test('accepts or refuses a text that is cut or changed anywhere as JSON.parse does', async () => {
  const whole = JSON.stringify({
    meta: { size: 2 },
    text: '"rows":[1',
    rows: [{ id: 'a\\"]' }, [[], {}], 'я', 3],
    end: true,
  })
  const bytes = [...whole]
  const signs = ['"', '\\', ',', ':', '[', ']', '{', '}', '1', ' ']
  const changed = bytes.flatMap((_, at) => [
    whole.slice(0, at),
    ...signs.map((sign) => whole.slice(0, at) + sign + whole.slice(at + 1)),
    ...signs.map((sign) => whole.slice(0, at) + sign + whole.slice(at)),
  ])
  for (const text of changed) {
    const read = await parse(text).catch((error: unknown) => error)
    if (isJson(text)) expect(read).toEqual(JSON.parse(text))
    else expect(read).toBeInstanceOf(JsonError)
  }
})

test.each(['[1,2,]', '[,1]', '[1,,2]', '[1}', '{"rows":[1,2,]}', '{"rows":[1}}', '[1]]', '[1', ''])(
  'refuses %s, also if the list is split into slices there',
  async (text) => {
    const long = text.replaceAll('1', `"${'я'.repeat(40_000)}"`)
    for (const one of [text, long])
      await expect(parse(one, one.startsWith('{') ? 'rows' : null)).rejects.toThrow(JsonError)
  },
)

const list = (item: string, count: number) => `{"rows":[${Array(count).fill(item).join(',')}]}`

test.each([
  ['nothing but brackets', '['.repeat(38_000_000)],
  ['nothing but a text', `"${'x'.repeat(38_000_000)}`],
  ['a page of 250,000 rows', list('{"id":"8b8e3c1e-0000-4000-8000-000000000001","name":"Кружка"}', 250_000)],
  ['an item of a megabyte and more', list(`"${'x'.repeat(1_100_000)}"`, 30)],
  ['an item of very many values', list(`[${'0,'.repeat(20_000)}0]`, 30)],
  ['much around the list', `{"meta":[${'1,'.repeat(3_000_000)}1],"rows":[]}`],
  ['much behind the list', `{"rows":[],"meta":[${'1,'.repeat(3_000_000)}1]}`],
])('%s is refused within 50 ms of CPU time', async (_, text) => {
  const body = Buffer.from(text)
  const read = () => parseInSlices(body, { key: 'rows', maxItems: 1000 })
  await expect(read()).rejects.toThrow(JsonError)
  expect(await leastOf(50, () => cpuMsOf(read))).toBeLessThan(50)
})

test('a long answer blocks the event loop for less than 50 ms', async () => {
  const body = Buffer.from(
    list('{"assortmentId":"8b8e3c1e-0000-4000-8000-000000000001","stock":12.5}', 400_000),
  )
  const read = () => parseInSlices(body, { key: 'rows', maxItems: many })
  expect(await leastOf(50, () => longestTurnMs(read))).toBeLessThan(50)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
