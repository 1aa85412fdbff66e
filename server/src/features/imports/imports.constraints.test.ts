import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Change, Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildImport } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let id: number

beforeAll(async () => {
  ;({ db, people } = await buildTeam(test_))
  id = await buildImport(db, people.admin)
})

const long = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) })
const refusals: [what: string, fields: object, constraint: string][] = [
  ['a count below zero', { total: -1, created: -1, refused: 0 }, 'imports_created_check'],
  ['counts that are not the total', { total: 3 }, 'imports_check'],
  ['a finished import without counts', { total: null }, 'imports_check'],
  ['a failure without a reason', { state: 'failed' }, 'imports_check'],
  ['an undone import without its time', { state: 'undone' }, 'imports_check'],
  ['an undo without its person', { undone_at: '2026-11-20T06:00:00.000Z' }, 'imports_check'],
  ['an undone dry run', { is_dry: true, state: 'undoing' }, 'imports_check'],
  ['a layout that is no object', { layout: '[]' }, 'imports_layout_check'],
  ['a layout that is too long', { layout: long(262_144) }, 'imports_layout_check'],
  ['a mapping that is too long', { mapping: long(65_536) }, 'imports_mapping_check'],
  ['corrected cells that are too long', { fixes: long(1_048_576) }, 'imports_fixes_check'],
]

test.each(refusals)('the database refuses %s', async (_, fields, constraint) => {
  const set = db.update('imports', fields as Change<'imports'>).where('id', '=', id)
  await expect(set.execute()).rejects.toHaveProperty('constraint', expect.stringContaining(constraint))
})

test('the database refuses rows in the place of the header', async () => {
  const move = sql`update import_rows set row = 1 where company_id = ${db.companyId} and import_id = ${id} and row = (
    select min(row) from import_rows where company_id = ${db.companyId} and import_id = ${id})`
  await expect(db.query(move)).rejects.toHaveProperty('constraint', 'import_rows_row_check')
})
