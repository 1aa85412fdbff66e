import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexts } from './reading/testing.ts'
import { type Column, writeTable } from './spreadsheets.ts'

type Item = { article: string; barcodes: string; money: number; isActive: boolean }

const columns: Column<Item>[] = [
  { kind: 'text', title: { ru: 'Артикул', en: 'Article' }, read: ({ article }) => article },
  { kind: 'text', title: { ru: 'Штрихкоды', en: 'Barcodes' }, read: ({ barcodes }) => barcodes },
  { kind: 'money', title: { ru: 'Оплата', en: 'Money' }, read: ({ money }) => money },
  { kind: 'yesNo', title: { ru: 'Активен', en: 'Active' }, read: ({ isActive }) => isActive },
]
const items: Item[] = [
  { article: '=1+1', barcodes: '4607086560143, 00012', money: 1650, isActive: true },
  { article: '00077', barcodes: '0001', money: 123_450, isActive: false },
  { article: 'Набор «Уют»\nмахровый', barcodes: '+7', money: 1, isActive: true },
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-office-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Opens our workbook with LibreOffice and saves it in another format. */
async function saved(format: string, filter: string): Promise<Buffer> {
  const table = { title: 'Наборы', columns, language: 'ru', timezone: 3 } as const
  const batches = (async function* () {
    yield items
  })()
  await writeFile(join(folder, 'ours.xlsx'), await buffer(writeTable('xlsx', table, batches)))
  const out = join(folder, format)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const ways = [profile, '--headless', '--convert-to', `${format}:${filter}`, '--outdir', out]
  await promisify(execFile)('soffice', [...ways, join(folder, 'ours.xlsx')])
  return readFile(join(out, `ours.${format}`))
}

const isHere = (() => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const read = [
  ['Артикул', 'Штрихкоды', 'Оплата', 'Активен'],
  ['=1+1', '4607086560143, 00012', '16.5', 'да'],
  ['00077', '0001', '1234.5', 'нет'],
  ['Набор «Уют»\nмахровый', '+7', '0.01', 'да'],
]

test.skipIf(!isHere)(
  'LibreOffice opens a written workbook, and the files that it saves are read back',
  { timeout: 120_000 },
  async () => {
    expect(await readTexts(await saved('xlsx', 'Calc MS Excel 2007 XML'))).toEqual(read)
    // The filter options: a semicolon, a quotation mark, UTF-8.
    const csv = await readTexts(await saved('csv', 'Text - txt - csv (StarCalc):59,34,76'))
    expect(csv.map(([article, barcodes]) => [article, barcodes])).toEqual(read.map((row) => row.slice(0, 2)))
  },
)
