import { jsonbLength } from '@artel/contract/json-length'
import { expect, test } from 'vitest'
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
