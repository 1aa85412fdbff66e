import type { UserType } from '@artel/contract/access'
import type { ImportDetail, ImportRow } from '@artel/contract/imports/imports'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { codeOf, type TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { multipart } from '../../testing/values/form.ts'
import type { KeptAmount } from './imports.clear.queries.ts'
import { clearOldRows } from './imports.jobs.ts'

// An app of its own, because the test deletes rows of all companies.
const test_ = useLoneTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const importRows = async (names: readonly string[], client = as.admin): Promise<number> => {
  const content = Buffer.from(`Артикул;Название\n${names.map((name) => `${name};Имя`).join('\n')}\n`)
  const sent = await client.send(
    'POST',
    '/products/import',
    undefined,
    multipart([['file', { name: 'a.csv', content }]]),
  )
  return ((await followImport(client, sent)).body.import as ImportDetail).id
}

const clear = () => workJobs(test_.root, ['clear-imports'])
const many = 1_000_000_000

/** Inserts `count` finished imports with one row each. They are the given number of days old. */
async function insertImports(
  { db: into, people: by }: Pick<Team, 'db' | 'people'>,
  count: number,
  daysAgo: number,
  { isDry = false, total = 1, kept_bytes = 10 } = {},
): Promise<void> {
  await into.query(sql`
    with made as (
      insert into imports (company_id, kind, is_dry, overwrites, state, file_name, created_by, created_at,
        total, created, updated, skipped, refused, kept_bytes)
      select ${into.companyId}, 'products', ${isDry}, false, 'done', 'a.csv', ${by.admin.id},
        now() - ${daysAgo}::float8 * interval '1 day', ${total}::integer, 0, 0, ${total}::integer, 0, ${kept_bytes}
      from generate_series(1, ${count}::integer) returning company_id, id
    )
    insert into import_rows (company_id, import_id, row, cells, action)
    select company_id, id, 2, '["A-1"]', 'skip' from made`)
}

/** How many imports of a company are stored, how many of these with rows, and how many rows. */
async function countsOf(company: Db): Promise<[imports: number, withRows: number, rows: number]> {
  const [counted] = await company.query(sql<{ imports: number; kept: number; rows: number }>`
    select count(*) as imports, count(*) filter (where rows_deleted_at is null) as kept,
      (select count(*) from import_rows where company_id = ${company.companyId}) as rows
    from imports where company_id = ${company.companyId}`)
  return [counted?.imports ?? 0, counted?.kept ?? 0, counted?.rows ?? 0]
}

const bytesOf = async () =>
  (await db.from('imports').select('kept_bytes').orderBy('id').execute()).map(({ kept_bytes }) => kept_bytes)

describe('rows of old imports', () => {
  const dayMs = 86_400_000
  const age = async (id: number, days: number) => {
    const created_at = new Date(Date.now() - days * dayMs).toISOString()
    await db.update('imports', { created_at }).where('id', '=', id).execute()
  }
  const rowsOf = async (id: number) =>
    (await as.admin.post(`/listing/import_rows/${id}`, {})).body.rows as ImportRow[]
  const find = async (id: number) => (await as.admin.get(`/imports/${id}`)).body.import as ImportDetail
  const importThree = (name: string) => importRows([1, 2, 3].map((row) => `${name}-${row}`))
  /** Runs as often as the job would queue itself. */
  const clearAll = async (most: KeptAmount) => {
    while ((await clearOldRows(db, most)) > 0);
  }

  test('are deleted after 30 days, after which the import cannot be undone', async () => {
    const id = await importThree('A')
    await age(id, 29)
    await clear()
    expect(await find(id)).toMatchObject({ rows_deleted_at: null, can: { undo: true } })
    await age(id, 31)
    await clear()
    expect(await rowsOf(id)).toEqual([])
    expect(await find(id)).toMatchObject({ rows_deleted_at: expect.any(String), can: { undo: false } })
    expect(codeOf(await as.admin.post(`/imports/${id}/undo`))).toEqual([409, 'wrong_state'])
    expect((await as.admin.get(`/imports/${id}/errors?format=csv`)).statusCode).toBe(404)
    expect((await as.admin.post('/products')).body.pagination).toMatchObject({ total: 3 })
  })

  test('are deleted sooner, oldest first, only in the company that has too many', async () => {
    const elsewhere = (await buildTeam(test_)).as.admin
    const foreign = await importRows(['F-1'], elsewhere)
    const ids = [await importThree('A'), await importThree('B'), await importThree('C')]
    await clearAll({ rows: 20, bytes: many })
    const left = await Promise.all(ids.map(async (id) => (await rowsOf(id)).length))
    expect(left).toEqual([0, 3, 3])
    expect((await elsewhere.get(`/imports/${foreign}`)).body.import).toMatchObject({ can: { undo: true } })
  })

  test('are kept while the import is being undone', async () => {
    const id = await importThree('A')
    const begun = {
      state: 'undoing',
      undone_by: people.admin.id,
      undone_at: '2026-11-20T06:00:00.000Z',
    } as const
    await db.update('imports', begun).where('id', '=', id).execute()
    await clearAll({ rows: 0, bytes: 0 })
    expect(await rowsOf(id)).toHaveLength(3)
    const deleted = db.update('imports', { rows_deleted_at: '2026-11-20T06:00:00.000Z' }).where('id', '=', id)
    await expect(deleted.execute()).rejects.toMatchObject({ constraint: 'imports_under_way_have_rows' })
  })
})

describe('the job that clears imports', () => {
  const team = () => ({ db, people })

  test('clears thousands of imports and dry runs of one row, a thousand in a statement', async () => {
    await insertImports(team(), 8000, 31)
    await insertImports(team(), 2500, 2, { isDry: true })
    await insertImports(team(), 10, 1)
    await clearOldRows(db)
    expect(await countsOf(db)).toEqual([10_510, 9510, 9510])
    await clear()
    expect(await countsOf(db)).toEqual([8010, 10, 10])
  })

  test('clears imports beyond the limit, however many are kept', async () => {
    await insertImports(team(), 8000, 1, { total: 200 })
    await clear()
    expect(await countsOf(db)).toEqual([8000, 5000, 5000])
  })

  test.each([
    ['rows', { total: 20_000 }, [2, 2, 1, 0]],
    ['bytes', { kept_bytes: 30 * 1_048_576 }, [2, 2, 1, 0]],
    ['rows of one long import', { total: 200_000 }, [1, 1, 1, 1, 1, 0]],
  ])('takes few imports at once if they have many %s', async (_, size, expected) => {
    await insertImports(team(), 5, 31, size)
    for (const count of expected) expect(await clearOldRows(db)).toBe(count)
  })

  test('counts a short import as ten rows', async () => {
    await insertImports(team(), 5, 1, { total: 0, kept_bytes: 0 })
    expect(await clearOldRows(db, { rows: 30, bytes: many })).toBe(2)
  })

  test('keeps the newest import, however long it is', async () => {
    await insertImports(team(), 2, 1, { total: 200_000 })
    expect(await clearOldRows(db, { rows: 1, bytes: 1 })).toBe(1)
    expect(await countsOf(db)).toEqual([2, 1, 1])
  })

  test('bounds the bytes that a company keeps, which each import tells', async () => {
    const long = (name: string) => importRows([`${name}-${'я'.repeat(900)}`])
    for (const name of ['A', 'B', 'C']) await long(name)
    const [one = 0, ...others] = await bytesOf()
    expect(one).toBeGreaterThan(1800)
    expect(one).toBeLessThan(2500)
    expect(others).toEqual([one, one])
    expect(await clearOldRows(db, { rows: many, bytes: 2 * one })).toBe(1)
    expect(await bytesOf()).toEqual([0, one, one])
    expect(await clearOldRows(db, { rows: many, bytes: 2 * one - 1 })).toBe(1)
    expect(await bytesOf()).toEqual([0, 0, one])
  })

  test('is queued by an import of many bytes, and not by a short one', async () => {
    const queued = async () => {
      const { rows } = await sql<{ data: object }>`
        select data from jobs.job where name = 'clear-import-rows' and state = 'created'`.execute(test_.root)
      return rows.map(({ data }) => data)
    }
    await clear()
    await importRows(['A-1'])
    expect(await queued()).toEqual([])
    await importRows(Array.from({ length: 1200 }, (_, index) => `${index}${'я'.repeat(1000)}`))
    expect(await queued()).toEqual([{ company_id: db.companyId }])
  })

  test('deletes dry runs, and clears other companies, if clearing one company fails', async () => {
    const other = await buildTeam(test_)
    for (const one of [team(), other]) {
      await insertImports(one, 3, 31)
      await insertImports(one, 3, 2, { isDry: true })
    }
    await sql`
      create function refuse_clearing() returns trigger language plpgsql as 'begin raise ''no''; end'`.execute(
      test_.root,
    )
    await sql`
      create trigger refuse_clearing before update of rows_deleted_at on imports for each row
      when (new.company_id = ${sql.lit(db.companyId)}) execute function refuse_clearing()`.execute(test_.root)
    await expect(clear()).rejects.toThrow('no')
    // The failed job is due again only after some seconds, so that this runs all others.
    await workJobs(test_.root)
    expect(await countsOf(db)).toEqual([3, 3, 3])
    expect(await countsOf(other.db)).toEqual([3, 0, 0])
    await sql`drop function refuse_clearing cascade`.execute(test_.root)
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(test_.root)
    await workJobs(test_.root)
    expect(await countsOf(db)).toEqual([3, 0, 0])
  })

  test('keeps dry runs that have not ended', async () => {
    await insertImports(team(), 2, 2, { isDry: true })
    const [first] = await db.from('imports').select('id').execute()
    await db
      .update('imports', { state: 'running' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await clear()
    expect(await countsOf(db)).toEqual([1, 1, 1])
  })
})

describe('what is kept to restore removed boxes', () => {
  let supply: number

  beforeEach(async () => {
    supply = await buildSupply(db)
    const products = [await buildScannable(db, '00012'), await buildScannable(db, '00013')]
    for (const number of [1, 2, 3]) {
      const box = await buildBox(db, supply, { number, barcode: `BOX-${number}` })
      for (const product_id of products) await buildItem(db, supply, box, { product_id, quantity: 2 })
    }
  })

  /** Imports the rows over everything that the supply has. @returns the id of the import */
  async function overwrite(rows: string, fields: Record<string, string> = {}): Promise<number> {
    const content = Buffer.from(`Баркод товара;Кол-во товаров;ШК короба\n${rows}`)
    const form = multipart([
      ...Object.entries({ supply_id: String(supply), overwrite: '1', ...fields }),
      ['file', { name: 'Короба.csv', content }],
    ])
    const sent = await as.admin.send('POST', '/supplies/import', undefined, form)
    return ((await followImport(as.admin, sent)).body.import as ImportDetail).id
  }

  const bytesKeptBy = async (id: number) =>
    (await db.from('imports').select('kept_bytes').where('id', '=', id).executeTakeFirstOrThrow()).kept_bytes
  const removals = async () => (await db.from('import_removals').select('import_id').execute()).length

  test('counts into the bytes of its import, unless it was a dry run', async () => {
    const tried = await bytesKeptBy(await overwrite('00012;2;BOX-1\n', { dry_run: '1' }))
    const done = await bytesKeptBy(await overwrite('00012;2;BOX-1\n'))
    expect(await removals()).toBe(3)
    expect(done - tried).toBeGreaterThan(300)
  })

  test('is cleared together with the rows of its import', async () => {
    const id = await overwrite('00012;2;BOX-1\n')
    const newest = await overwrite('00012;3;BOX-1\n')
    expect(await clearOldRows(db, { rows: many, bytes: 1 })).toBe(1)
    expect([await bytesKeptBy(id), await removals()]).toEqual([0, 0])
    expect(await bytesKeptBy(newest)).toBeGreaterThan(0)
  })

  test('counts as rows of its import', async () => {
    const id = await overwrite('00012;2;BOX-1\n')
    await overwrite('00012;3;BOX-1\n')
    const fields = { removed: 40, removed_lines: 50 }
    await db.update('imports', fields).where('id', '=', id).execute()
    // The newest import counts as ten rows.
    expect(await clearOldRows(db, { rows: 101, bytes: many })).toBe(0)
    expect(await clearOldRows(db, { rows: 100, bytes: many })).toBe(1)
  })
})

test.each([
  ['imports_kept_bytes', { kept_bytes: -1 }],
  ['imports_removed_check', { removed: -1 }],
  ['imports_removed_lines_check', { removed_lines: -1 }],
  ['imports_undo_kept_boxes', { removed: 1, removed_lines: 1, kept_boxes: 3 }],
  ['imports_undo_kept_boxes', { kept_boxes: -1 }],
  ['imports_without_rows_keep_no_bytes', { rows_deleted_at: '2026-11-20T06:00:00.000Z', kept_bytes: 1 }],
])('the constraint %s refuses wrong counts', async (constraint, fields) => {
  await insertImports({ db, people }, 1, 1)
  await expect(db.update('imports', fields).execute()).rejects.toMatchObject({ constraint })
})
