import type { UserType } from '@artel/contract/access'
import type { AuditEntry } from '@artel/contract/audit/audit'
import type { ImportDetail } from '@artel/contract/imports/imports'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, type TestClient } from '../../testing/client.ts'
import { buildProduct, type TestUser } from '../../testing/rows/build.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

async function send(rows: string, fields: Record<string, string> = {}) {
  const content = Buffer.from(`Артикул;Название;Оплата;Монеты;Норма, с\n${rows}`)
  const form = multipart([
    ...Object.entries({ overwrite: '1', ...fields }),
    ['file', { name: 'Наборы.csv', content }],
  ])
  const sent = await as.admin.send('POST', '/products/import', undefined, form)
  return followImport(as.admin, sent)
}
const importRows = async (...given: Parameters<typeof send>) =>
  ((await send(...given)).body.import as ImportDetail).id
const undo = (id: number) => as.admin.post(`/imports/${id}/undo`)

const list = async (filters: object) =>
  (await as.owner.post('/listing/audit?direction=asc&limit=100', filters)).body.audit as AuditEntry[]
/** The last entry about changed rates, and its parts. */
async function rates(): Promise<[whole: AuditEntry | undefined, parts: AuditEntry[]]> {
  const whole = (await list({ entity: 'product', action: 'update' })).at(-1)
  return [whole, whole ? await list({ parent_id: whole.id }) : []]
}
const build = (article: string, fields: object = {}) =>
  buildProduct(db, { article, name: `Набор ${article}`, money: 1000, coins: 1, norm_seconds: 60, ...fields })

describe('the audit log of an import', () => {
  test('names the file and its counts', async () => {
    await build('A-1')
    await importRows('A-1;;20;;\nA-2;Новый;5;;\nA-3;;;;\n')
    const [entry] = await list({ action: 'import' })
    expect(entry).toMatchObject({
      entity: 'product',
      entity_id: null,
      title: 'Наборы.csv',
      user: { id: people.admin.id },
      after: { file_name: 'Наборы.csv', created: 1, updated: 1, skipped: 0, refused: 1 },
    })
  })

  test('has the pay and the norm before and after of each product that it changed', async () => {
    const ids = [await build('A-1'), await build('A-2'), await build('A-3'), await build('A-4')]
    await importRows('A-1;;20;;\nA-2;Имя;10;7;90\nA-3;Другое;;;\nA-4;;10;1;60\nA-5;Новый;5;;\n')
    const [whole, parts] = await rates()
    expect(whole).toMatchObject({ entity_id: null, title: 'Наборы.csv', children: 2 })
    const about = { action: 'update', entity: 'product', user: { id: people.admin.id } }
    expect(parts).toMatchObject([
      { ...about, entity_id: ids[0], title: 'Набор A-1', before: { money: 1000 }, after: { money: 2000 } },
      {
        ...about,
        entity_id: ids[1],
        title: 'Имя',
        before: { coins: 1, norm_seconds: 60 },
        after: { coins: 7, norm_seconds: 90 },
      },
    ])
  })

  test('has the same of its undo, but not of products that stay as they are', async () => {
    const ids = [await build('A-1'), await build('A-2')]
    const id = await importRows('A-1;;20;;\nA-2;;20;;90\n')
    await as.admin.send('PUT', `/products/${ids[0]}`, { name: 'Правка' })
    expect((await undo(id)).body).toMatchObject({ import: { state: 'undone', kept: 1 } })
    const [whole, parts] = await rates()
    expect(whole).toMatchObject({ entity_id: null, title: 'Наборы.csv', children: 1 })
    expect(parts).toMatchObject([
      {
        entity_id: ids[1],
        before: { money: 2000, norm_seconds: 90 },
        after: { money: 1000, norm_seconds: 60 },
      },
    ])
    expect(await list({ action: 'import_undo' })).toMatchObject([
      { entity: 'product', title: 'Наборы.csv', after: { file_name: 'Наборы.csv', undone: 1, kept: 1 } },
    ])
  })

  test('has nothing of a dry run, of a file that does not overwrite, and of unchanged rates', async () => {
    await build('A-1')
    await importRows('A-1;;20;;\n', { dry_run: '1' })
    await importRows('A-1;;20;;\n', { overwrite: '0' })
    await importRows('A-1;Имя;10;1;60\n')
    expect(await rates()).toEqual([undefined, []])
  })

  test('tells a colleague who changed the pay meanwhile', async () => {
    const id = await build('A-1')
    const { version } = (await as.owner.get(`/products/${id}`)).body.product as { version: number }
    await importRows('A-1;;20;;\n')
    const stale = await as.owner.send('PUT', `/products/${id}`, { money: 3000, version })
    expect(codeOf(stale)).toEqual([409, 'stale'])
    expect(stale.body).toMatchObject({ changed: { by: { id: people.admin.id } } })
  })
})

test('thousands of changed rates are in one entry, batch by batch, also if a batch is taken twice', {
  timeout: 150_000,
}, async () => {
  const count = 8000
  await db.query(sql`
    insert into products (company_id, article, name, money, created_at, updated_at)
    select ${db.companyId}, 'A-' || place, 'Набор', 100, ${nowIso()}, ${nowIso()}
    from generate_series(1, ${count}::integer) as place`)
  // The first batch is expected to have new products only, is refused and comes again.
  const rows = Array.from({ length: count }, (_, at) => `A-${at + 1};Набор;${at + 2};0;`)
  const id = await importRows(`${rows.join('\n')}\n`)
  const entries = async () =>
    (await list({ entity: 'product', action: 'update' })).map(({ children }) => children)
  expect(await entries()).toEqual([count])
  // The next writer of the audit log would have to sort all that an import leaves unsorted.
  const { rows: swept } = await sql<{ pages: number }>`
    select gin_clean_pending_list('audit_by_text')::integer as pages`.execute(test_.root)
  expect(swept[0]?.pages).toBeLessThanOrEqual(600)
  expect((await undo(id)).statusCode).toBeLessThan(300)
  await expect.poll(entries, { timeout: 60_000 }).toEqual([count, count])
})
