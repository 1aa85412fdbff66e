import type { UserType } from '@artel/contract/access'
import type { ImportDetail, ImportRow } from '@artel/contract/imports'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import type { TestUser } from '../../testing/build.ts'
import { codeOf, type TestClient } from '../../testing/client.ts'
import { multipart } from '../../testing/form.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildTeam } from '../../testing/team.ts'
import { clearOldImports } from './imports.jobs.ts'

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
  return (sent.body.import as ImportDetail).id
}

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
  /** Runs as often as the job would queue itself, because other companies of these tests also have rows. */
  const clearAll = async (most: number) => {
    for (let round = 0; round < 20; round++) await clearOldImports(test_.root, most)
  }

  test('are deleted after 30 days, after which the import cannot be undone', async () => {
    const id = await importThree('A')
    await age(id, 29)
    await clearOldImports(test_.root)
    expect(await find(id)).toMatchObject({ rows_deleted_at: null, can: { undo: true } })
    await age(id, 31)
    await clearOldImports(test_.root)
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
    await clearAll(6)
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
    await clearAll(0)
    expect(await rowsOf(id)).toHaveLength(3)
    const deleted = db.update('imports', { rows_deleted_at: '2026-11-20T06:00:00.000Z' }).where('id', '=', id)
    await expect(deleted.execute()).rejects.toMatchObject({ constraint: 'imports_under_way_have_rows' })
  })
})
