import { jsonbLength } from '@artel/contract/shapes/json-length'
import { expect, test } from 'vitest'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { readRows } from './shapes.ts'

test.each(['organization', 'store', 'product', 'bundle', 'employee'] as const)(
  'a row of MoySklad with the longest fields is read within the size limit: %s',
  async (list) => {
    const text = '"'.repeat(300_000)
    const many = <T>(one: T): T[] => Array.from({ length: 5000 }, () => one)
    const id = '8b8e3c1e-0000-4000-8000-000000000001'
    const row = {
      id,
      meta: { uuidHref: text, href: text, type: list },
      updated: text,
      archived: false,
      ...Object.fromEntries(
        ['name', 'article', 'code', 'pathName', 'description', 'fullName', 'uid', 'email', 'phone'].map(
          (name) => [name, text],
        ),
      ),
      weight: 1,
      barcodes: many({ ean13: text }),
      address: text,
      position: text,
      legalTitle: text,
      components: { rows: many({ quantity: 1, assortment: { meta: { href: id } } }) },
    }
    for (const { data } of (await readRows(list, [row])).items)
      expect(jsonbLength(data)).toBeLessThan(262_144)
  },
)

const id = '8b8e3c1e-0000-4000-8000-000000000001'
const many = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at))

// Each row is a little shorter than the longest that an answer may contain.
test.each<[string, object]>([
  ['barcodes', { barcodes: many(9000, (at) => ({ ean13: 'a '.repeat(45) + at })) }],
  ['keys of a barcode', { barcodes: [Object.fromEntries(many(19_900, (at) => [`k${at}`, `v ${at}`]))] }],
  ['long barcodes', { barcodes: many(190, (at) => ({ ean13: 'a '.repeat(2500) + at })) }],
  [
    'components',
    {
      components: {
        rows: many(4900, () => ({ quantity: 1, assortment: { meta: { href: 'a/'.repeat(90) + id } } })),
      },
    },
  ],
  [
    'a long address of a component',
    { components: { rows: [{ quantity: 1, assortment: { meta: { href: 'a/'.repeat(480_000) + id } } }] } },
  ],
  ['blanks', { description: 'a '.repeat(480_000) }],
  ['line ends', { description: 'a\r'.repeat(480_000) }],
  ['half characters', { article: '\ud800'.repeat(160_000) }],
  [
    'accounts',
    { accounts: { rows: many(3900, (at) => ({ accountNumber: `${at}`, bankName: 'я '.repeat(45) })) } },
  ],
])('a row of MoySklad with many %s is read quickly', async (_, fields) => {
  const row = { id, name: 'Плед', ...fields }
  for (const list of ['bundle', 'organization'] as const)
    expect(await leastOf(40, () => longestTurnMs(() => readRows(list, [row])))).toBeLessThan(40)
})

test('a product has the first 200 barcodes, each without blanks around it', async () => {
  const barcodes = [null, 'no object', 5, ...many(300, (at) => ({ ean13: ` ${at} `, code128: at }))]
  const { items } = await readRows('product', [{ id, name: 'Плед', barcodes }])
  const read = items.map(({ data }) => ('barcodes' in data ? data.barcodes : []))
  expect(read).toEqual([many(200, String)])
})
