import type { ImportDetail } from '@artel/contract/imports'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { Answer, TestClient } from '../../testing/client.ts'
import { type FormPart, multipart } from '../../testing/form.ts'
import { buildTeam } from '../../testing/team.ts'

const test_ = useTestApp()
let db: Db
let admin: TestClient

beforeEach(async () => {
  const team = await buildTeam(test_)
  db = team.db
  admin = team.as.admin
})

const rows = Array.from({ length: 10_000 }, (_, i) => `A-${i};Имя ${i};${i === 4999 ? 'две' : '12,50'}`)
const file = Buffer.from(`Артикул;Название;Оплата\n${rows.join('\n')}\n`)

/** What a file came to, however long it takes. */
async function take(fields: Record<string, string>): Promise<ImportDetail> {
  const parts: FormPart[] = [...Object.entries(fields), ['file', { name: 'много.csv', content: file }]]
  const sent = await admin.send('POST', '/products/import', undefined, multipart(parts))
  expect([200, 202]).toContain(sent.statusCode)
  const importOf = ({ body }: Answer) => body.import as ImportDetail
  const { id } = importOf(sent)
  await expect
    .poll(async () => importOf(await admin.get(`/imports/${id}`)).state, { timeout: 60_000, interval: 200 })
    .toBe('done')
  return importOf(await admin.get(`/imports/${id}`))
}

test('of ten thousand rows one is wrong, and all others land, as the dry run has said', {
  timeout: 150_000,
}, async () => {
  const tried = await take({ dry_run: '1' })
  expect(await db.from('products').select('id').execute()).toEqual([])
  const done = await take({})
  expect(done.report).toEqual(tried.report)
  expect(done.report).toMatchObject({
    ...{ total: 10_000, created: 9999, updated: 0, skipped: 0, refused: 1 },
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
