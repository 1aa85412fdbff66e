import { setTimeout } from 'node:timers/promises'
import type { ImportDetail } from '@artel/contract/imports/imports'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { Answer, TestClient } from '../../testing/client.ts'
import { buildImport, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let admin: TestClient
let owner: TestUser

beforeEach(async () => {
  const team = await buildTeam(test_)
  db = team.db
  admin = team.as.admin
  owner = team.people.owner
})

const rows = Array.from({ length: 10_000 }, (_, i) => `A-${i};Имя ${i};${i === 4999 ? 'две' : '12,50'}`)
const file = Buffer.from(`Артикул;Название;Оплата\n${rows.join('\n')}\n`)

/** Imports a file and waits until the import has ended. */
async function take(fields: Record<string, string>, content = file): Promise<ImportDetail> {
  const parts: FormPart[] = [...Object.entries(fields), ['file', { name: 'много.csv', content }]]
  const sent = await admin.send('POST', '/products/import', undefined, multipart(parts))
  expect([200, 202]).toContain(sent.statusCode)
  const importOf = ({ body }: Answer) => body.import as ImportDetail
  const { id } = importOf(sent)
  await expect
    .poll(async () => importOf(await admin.get(`/imports/${id}`)).state, { timeout: 60_000, interval: 200 })
    .toBe('done')
  return importOf(await admin.get(`/imports/${id}`))
}

test('of ten thousand rows all but one invalid row are imported, as in the dry run', {
  timeout: 150_000,
}, async () => {
  const tried = await take({ dry_run: '1' })
  expect(await db.from('products').select('id').execute()).toEqual([])
  const done = await take({})
  expect(done.report).toEqual(tried.report)
  expect(done.report).toMatchObject({
    total: 10_000,
    created: 9999,
    updated: 0,
    skipped: 0,
    refused: 1,
    errors: [{ row: 5001, column: 'Оплата', field: 'money', value: 'две' }],
  })
  expect(await db.from('products').select('id').execute()).toHaveLength(9999)
  const { body } = await admin.post('/products?limit=1')
  expect(body.pagination).toMatchObject({ total: 9999, exact: true })
  const undone = await admin.post(`/imports/${done.id}/undo`)
  expect([200, 202]).toContain(undone.statusCode)
  await expect
    .poll(async () => (await db.from('products').select('id').execute()).length, {
      timeout: 60_000,
      interval: 200,
    })
    .toBe(0)
})

test('the report has each of many errors once', async () => {
  const faulty = Array.from({ length: 1200 }, (_, at) => `B-${at};`).join('\n')
  const { report } = await take({}, Buffer.from(`Артикул;Название\n${faulty}\n`))
  expect(report?.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1200 }, (_, at) => at + 2))
})

test('an import at midnight belongs to the day that begins', async () => {
  // Midnight in the company, which is three hours ahead of UTC.
  const id = await buildImport(db, owner, { created_at: '2026-11-19T21:00:00.000Z' })
  const found = async (day: string) => {
    const { body } = await admin.post('/listing/imports', { date_from: day, date_to: day })
    return (body.imports as { id: number }[]).map((one) => one.id)
  }
  expect([await found('2026-11-19'), await found('2026-11-20')]).toEqual([[], [id]])
})

/** Number of rows of products and barcodes that all connections have read so far. */
async function rowsRead(): Promise<number> {
  // An idle connection reports its reads within a second.
  await setTimeout(1500)
  const { rows } = await sql<{ read: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as read
    from pg_stat_user_tables where relname in ('products', 'product_barcodes')`.execute(test_.root)
  return rows[0]?.read ?? 0
}

test('an import reads no more rows if its statements were planned for empty tables', {
  timeout: 150_000,
}, async () => {
  // Wrong rows in all parts of the file, because valid new rows alone need no lookup.
  const lines = Array.from(
    { length: 10_000 },
    (_, i) => `B-${i};Имя ${i};X${i};${i % 100 === 0 ? 'две' : '2'}`,
  )
  const long = Buffer.from(`Артикул;Название;Штрихкоды;Оплата\n${lines.join('\n')}\n`)
  await take({}, long)
  // Parallel imports only add reads, so the minimum of several runs is closest to the reads of this import.
  const read: number[] = []
  while (read.length < 3 && Math.min(...read) >= 60_000) {
    await db.remove('products').execute()
    await sql`vacuum analyze products, product_barcodes`.execute(test_.root)
    const before = await rowsRead()
    const done = await take({}, long)
    expect(done.report).toMatchObject({ created: 9900, refused: 100 })
    read.push((await rowsRead()) - before)
  }
  // With plans for empty tables the import would read 220,000 rows.
  expect(Math.min(...read)).toBeLessThan(60_000)
})

test('among thousands of new rows known ones are rejected, updated or skipped at any place', async () => {
  const line = (i: number, name = `Имя ${i}`, barcode = `Y${i}`) => `C-${i};${name};${barcode}`
  const csv = (lines: string[]) => Buffer.from(`Артикул;Название;Штрихкоды\n${lines.join('\n')}\n`)
  await take({}, csv([line(700), line(2100), 'D-1;Чужой;Y2999']))
  const lines = Array.from({ length: 3000 }, (_, i) => line(i, i === 2100 ? 'Новое имя' : undefined))
  const expected = { created: 2997, updated: 1, skipped: 1, refused: 1 }
  const tried = await take({ dry_run: '1', overwrite: '1' }, csv(lines))
  const done = await take({ overwrite: '1' }, csv(lines))
  for (const { report } of [tried, done])
    expect(report).toMatchObject({ ...expected, errors: [{ row: 3001, field: 'barcodes' }] })
  const names = await db.from('products').select('name').where('article', 'in', ['C-700', 'C-2100']).execute()
  expect(names.map(({ name }) => name).sort()).toEqual(['Имя 700', 'Новое имя'])
  // Writes that were tried and refused have left nothing.
  const barcodes = await db.from('product_barcodes').select('barcode').execute()
  expect(new Set(barcodes.map(({ barcode }) => barcode)).size).toBe(3000)
  const { body } = await admin.post('/products?limit=1')
  expect(body.pagination).toMatchObject({ total: 3000, exact: true })
})
