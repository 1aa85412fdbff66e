import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sheetFile, sheetPart, wholeSheet } from '../../../testing/values/workbook-file.ts'
import type { ZipPart } from '../../../testing/values/zip-file.ts'
import { maxEntries } from '../limits.ts'
import { TableError } from '../table-error.ts'
import { readTexts, refusalOf } from '../testing.ts'

const header = '<row r="1"><c r="A1" t="str"><v>Header</v></c></row>'
const sheet = wholeSheet(header)
const withPart = (...more: ZipPart[]) => sheetFile(header, { more })
const withSheet = (part: Partial<ZipPart>) => withPart({ name: sheetPart, content: sheet, ...part })

describe('an archive', () => {
  test('may have stored parts, folders, and names in another letter case', async () => {
    const stored = { content: sheet, isStored: true }
    const folder = { name: 'xl/media/', content: '', isStored: true }
    expect(await readTexts(withPart({ ...stored, name: sheetPart }, folder))).toEqual([['Header']])
    const named = withPart({ ...stored, name: sheetPart.toUpperCase() })
    expect(await readTexts(named)).toEqual([['Header']])
  })

  test.each<[string, Partial<ZipPart>]>([
    ['a wrong checksum', { crc: 1 }],
    ['a size that is less than it is', { size: sheet.length - 1 }],
    ['a size that is more than it is', { size: sheet.length + 1 }],
    ['another name in its own head', { localName: 'xl/worksheets/sheet2.xml' }],
    ['the place of another part', { offset: 0 }],
    ['a place past the end', { offset: 0xfffffff0 }],
    ['a size that stands elsewhere', { size: 0xffffffff }],
    ['bytes that do not unpack', { packed: Buffer.from('ffffffffffff', 'hex') }],
    ['bytes after its end', { packed: Buffer.concat([deflateRawSync(sheet), Buffer.from('more')]) }],
  ])('is rejected if a part has %s', async (_, part) => {
    expect(await refusalOf(withSheet(part))).toEqual({ reason: 'table_broken' })
  })

  test.each(['../../x', '/etc/passwd', 'xl\\..\\x', 'C:/x', 'xl/./x', 'a\0b', ''])(
    'is rejected if a part is called %j',
    async (name) => {
      expect(await refusalOf(withPart({ name, content: 'x' }))).toEqual({ reason: 'table_broken' })
    },
  )

  test('is rejected if it is encrypted', async () => {
    expect(await refusalOf(withSheet({ flags: 1 }))).toEqual({ reason: 'table_encrypted' })
  })

  test('is rejected if a name occurs twice or two parts share their bytes', async () => {
    expect(await refusalOf(withPart({ name: 'a', content: 'x' }, { name: 'A', content: 'x' }))).toEqual({
      reason: 'table_broken',
    })
    const whole = withPart({ name: 'a', content: 'x' }, { name: 'b', content: 'x' })
    const shared = withPart(
      { name: 'a', content: 'x' },
      { name: 'b', content: 'x', offset: whole.indexOf('PK\x03\x04') },
    )
    expect(await refusalOf(shared)).toEqual({ reason: 'table_broken' })
  })

  test('is rejected if it has more parts than a workbook', async () => {
    const parts = Array.from({ length: maxEntries }, (_, index) => ({
      name: `xl/media/${index}.png`,
      content: '',
    }))
    expect(await refusalOf(withPart(...parts))).toEqual({ reason: 'table_too_large_inside' })
  })

  test('with any bytes changed is read or rejected, and never fails otherwise', async () => {
    const rows = `${header}<row r="2"><c r="A2" s="1"><v>46348</v></c><c r="B2" t="s"><v>0</v></c></row>`
    const good = {
      strings: '<si><t>Набор &amp; «Уют»</t></si>',
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    }
    const outcomes = new Set<string>()
    for (let round = 0; round < 150; round += 1) {
      const outer = changed(sheetFile(rows, good), round)
      const inner = sheetFile(rows, {
        ...good,
        more: [{ name: sheetPart, content: changed(Buffer.from(wholeSheet(rows)), round) }],
      })
      for (const bytes of [outer, inner]) {
        const outcome = await readTexts(bytes).catch((error: unknown) => error)
        expect(Array.isArray(outcome) || outcome instanceof TableError, `round ${round}: ${outcome}`).toBe(
          true,
        )
        outcomes.add(Array.isArray(outcome) ? 'read' : 'refused')
      }
    }
    expect(outcomes.size).toBe(2)
  })
})

/** Changes two bytes, chosen by the round, so that a failure can be reproduced. */
function changed(bytes: Buffer, round: number): Buffer {
  const drawn = createHash('sha256').update(String(round)).digest()
  for (const at of [0, 4]) bytes[drawn.readUInt32LE(at) % bytes.length] = drawn[at + 9] ?? 0
  return bytes
}

describe('xml', () => {
  const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`).join('')}]>`

  test.each([
    'xl/workbook.xml',
    'xl/sharedStrings.xml',
    'xl/styles.xml',
    sheetPart,
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
  ])('with a DOCTYPE is rejected in %s', async (name) => {
    for (const doctype of [external, laughs, '<!DOCTYPE x>']) {
      const content = `<?xml version="1.0"?>${doctype}<x>&e;</x>`
      expect(await refusalOf(withPart({ name, content }))).toEqual({ reason: 'table_broken' })
    }
  })

  test.each([
    ['an entity of its own', `${header}<row r="2"><c r="A2" t="str"><v>&e;</v></c></row>`],
    ['a bare ampersand', '<row r="1"><c r="A1" t="str"><v>a & b</v></c></row>'],
    ['NUL', '<row r="1"><c r="A1" t="str"><v>&#0;</v></c></row>'],
    ['a tag that closes another', '<row r="1"></sheetData>'],
    ['an attribute without quotes', '<row r=1/>'],
    ['a name of prototypes', '<row r="1"><c r="A1" t="str"><v>&constructor;</v></c></row>'],
    ['depth', '<a>'.repeat(200) + '</a>'.repeat(200)],
  ])('with %s is rejected', async (_, rows) => {
    expect(await refusalOf(sheetFile(rows))).toEqual({ reason: 'table_broken' })
  })

  test.each([
    ['a comment', '<!--'],
    ['a tag', '<row a="'],
    ['a declaration', '<?x '],
    ['raw text', '<row r="1"><c r="A1" t="str"><v><![CDATA['],
  ])('is rejected if %s has no end', async (_, begin) => {
    expect(await refusalOf(sheetFile(begin + 'x'.repeat(3_000_000)))).toEqual({ reason: 'table_broken' })
  })

  test.each([
    ['UTF-16', Buffer.from(`\uFEFF${sheet}`, 'utf16le')],
    ['Windows-1251', Buffer.from(sheet.replace('Header', '\xcd\xe0'), 'latin1')],
    ['half a character', Buffer.concat([Buffer.from(sheet), Buffer.from([0xd0])])],
    ['nothing', Buffer.alloc(0)],
  ])('in %s is rejected', async (_, content) => {
    expect(await refusalOf(withPart({ name: sheetPart, content }))).toEqual({ reason: 'table_broken' })
  })
})
