import { beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'
import { workbookFile } from '../../testing/values/workbook-file.ts'

const test_ = useTestApp()
let admin: TestClient

beforeEach(async () => {
  admin = (await buildTeam(test_)).as.admin
})

const titles = ['Артикул', 'Название', 'Оплата']

async function send(name: string, content: Buffer) {
  const parts: FormPart[] = [['file', { name, content }]]
  return followImport(admin, await admin.send('POST', '/products/import', undefined, multipart(parts)))
}
const csv = (cells: readonly string[]) => Buffer.from(`${titles.join(';')}\n${cells.join(';')}\n`)
const rowOf = (texts: readonly string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
const xlsx = (rows: readonly (readonly string[])[], name = 'Лист') =>
  workbookFile({ sheets: [{ name, xml: rows.map(rowOf).join('') }] })

const unstorable = ['_x0000_', 'a_xD800_', '&#xD800;', 'a&#xDC00;b']

test.each(unstorable)('a cell of %s is an error of its own row only', async (text) => {
  for (const place of titles.keys()) {
    const bad = ['A-1', 'Набор', '12'].with(place, text)
    const { statusCode, body } = await send('a.xlsx', xlsx([titles, bad, ['A-2', 'Свеча', '5']]))
    expect(statusCode, JSON.stringify(body)).toBe(200)
    expect(body.errors).toMatchObject([
      { row: 2, column: titles[place], value: expect.stringContaining('\ufffd') },
    ])
  }
})

test.each(unstorable)('a title or a sheet name of %s does not stop the import', async (text) => {
  const row = ['A-1', 'Набор', '12', 'x']
  const titled = await send('a.xlsx', xlsx([[...titles, text], row]))
  expect(titled, JSON.stringify(titled.body)).toMatchObject({ statusCode: 200, body: { created: 1 } })
  const named = await send('a.xlsx', xlsx([titles, row], text.startsWith('&') ? text : 'Лист'))
  expect(named, JSON.stringify(named.body)).toMatchObject({ statusCode: 200, body: { skipped: 1 } })
})

test.each([38, 39, 198, 199])(
  'an invalid value with surrogate pairs after %i characters is reported',
  async (length) => {
    const { statusCode, body } = await send(
      'a.csv',
      csv(['A-1', 'Набор', 'x'.repeat(length) + '😀'.repeat(20)]),
    )
    expect(statusCode, JSON.stringify(body)).toBe(200)
    expect(body.errors).toMatchObject([{ row: 2, field: 'money' }])
  },
)

test('a file name is not cut within a surrogate pair', async () => {
  const name = `${'x'.repeat(199)}😀.csv`
  const { statusCode, body } = await send(name, csv(['A-1', 'Набор', '12']))
  expect(statusCode, JSON.stringify(body)).toBe(200)
  expect(body.import).toMatchObject({ file_name: 'x'.repeat(199) })
})
