import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Change, Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildLink } from '../../testing/media/media.ts'
import { buildProduct } from '../../testing/rows/build.ts'
import { buildInstruction, buildRead } from '../../testing/rows/instructions.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let other: Team

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  other = await buildTeam(test_)
})

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: { code?: string; constraint?: string }) => error.constraint ?? error.code,
  )
const kept = '23001'

const build = (fields: Parameters<typeof buildInstruction>[2] = {}) =>
  buildInstruction(db, people.admin, fields)
const set = (id: number, fields: Change<'instructions'>) =>
  codeOf(db.update('instructions', fields).where('id', '=', id).execute())

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a frame', '<p>Да</p><iframe></iframe>'],
  ['a picture of SVG', '<svg onload="alert(1)">'],
  ['what only begins like a tag that is listed', '<pre-x>'],
  ['an end without a beginning', '</div>'],
  ['a sign that begins nothing', 'a < b'],
])('the database rejects a body with %s', async (_, body) => {
  expect(await codeOf(build({ body }))).toBe('instructions_body_check')
})

test('the first publication time is fixed, and a published revision rises only by one', async () => {
  expect(await codeOf(build({ published_at: null }))).toBe('instructions_check')
  expect(await codeOf(build({ is_published: false, published_at: null, revision: 2 }))).toBe(
    'instructions_check1',
  )
  const id = await build()
  expect(await set(id, { revision: 3 })).toBe(kept)
  expect(await set(id, { revision: 2 })).toBe('done')
  expect(await set(id, { revision: 1 })).toBe(kept)
  expect(await set(id, { is_published: false, published_at: null })).toBe(kept)
  expect(await set(id, { published_at: '2026-01-01T00:00:00.000Z' })).toBe(kept)
  expect(await set(id, { is_published: false })).toBe('done')
})

test('an instruction has no revision after the 1,000th', async () => {
  const id = await build()
  const raise = `update instructions set revision = revision + 1 where company_id = ${db.companyId} and id = ${id}`
  await db.query(sql.raw(`do $$ begin for step in 2..1000 loop ${raise}; end loop; end $$`))
  expect(await set(id, { revision: 1001 })).toBe(kept)
  expect(await set(id, { title: 'Иначе' })).toBe('done')
})

test('only the current published revision can be confirmed, once, in its company', async () => {
  const confirm = (id: number, revision = 1) => codeOf(buildRead(db, people.staff, id, revision))
  expect(await confirm(await build({ is_published: false }))).toBe(kept)
  const id = await build()
  expect(await confirm(id, 2)).toBe(kept)
  expect(await confirm(id)).toBe('done')
  expect(await confirm(id)).toBe('instruction_reads_pkey')
  await set(id, { revision: 2 })
  expect(await confirm(id, 1)).toBe(kept)
  expect(await codeOf(buildRead(db, other.people.staff, id, 2))).toBe(
    'instruction_reads_company_id_user_id_fkey',
  )
  expect(await codeOf(buildRead(other.db, other.people.staff, id, 2))).toBe(kept)
})

test('confirmations are not changed, and deleted only with their instruction', async () => {
  const id = await build()
  await buildRead(db, people.staff, id)
  const reads = () => db.from('instruction_reads').select(['revision', 'user_id']).execute()
  const before = await reads()
  expect(await codeOf(db.update('instruction_reads', { read_at: nowIso() }).execute())).toBe(kept)
  expect(await codeOf(db.remove('instruction_reads').execute())).toBe(kept)
  expect(await codeOf(sql`truncate instruction_reads`.execute(test_.root))).toBe(kept)
  expect(await reads()).toEqual(before)
  expect(await codeOf(db.remove('instructions').where('id', '=', id).execute())).toBe('done')
  expect(await reads()).toEqual([])
})

test('revisions are added only by their instruction, and deleted only with it', async () => {
  const id = await build()
  const revisions = () => db.from('instruction_revisions').select(['revision', 'body']).execute()
  expect(await revisions()).toEqual([{ revision: 1, body: '<p>Втрое</p>' }])
  const said = { title: 'Лента', body: '', created_at: nowIso(), created_by: people.admin.id }
  const added = db.insert('instruction_revisions', { instruction_id: id, revision: 2, ...said })
  expect(await codeOf(added.execute())).toBe(kept)
  expect(await codeOf(db.update('instruction_revisions', { body: '' }).execute())).toBe(kept)
  expect(await codeOf(db.remove('instruction_revisions').execute())).toBe(kept)
  expect(await codeOf(sql`truncate instruction_revisions cascade`.execute(test_.root))).toBe(kept)
  expect(await revisions()).toHaveLength(1)
  await build({ is_published: false, published_at: null })
  expect(await revisions()).toHaveLength(1)
  await db.remove('instructions').where('id', '=', id).execute()
  expect(await revisions()).toEqual([])
})

test('the position and each product are unique; products and media are of the same company', async () => {
  const id = await build()
  expect(await codeOf(build({ position: 1 }))).toBe('instructions_one_of_position')
  expect(await codeOf(build({ position: 0 }))).toBe('instructions_position_check')
  const tie = (instruction_id: number, product_id: number) =>
    codeOf(db.insert('instruction_products', { instruction_id, product_id }).execute())
  const product = await buildProduct(db)
  expect(await tie(id, await buildProduct(other.db))).toBe('instruction_products_company_id_product_id_fkey')
  expect(await tie(await buildInstruction(other.db, other.people.admin), product)).toBe(
    'instruction_products_company_id_instruction_id_fkey',
  )
  expect(await tie(id, product)).toBe('done')
  expect(await tie(id, product)).toBe('instruction_products_pkey')
  const hold = (multimedia_id: number) =>
    codeOf(db.insert('instruction_multimedia', { instruction_id: id, multimedia_id, position: 0 }).execute())
  expect(await hold(await buildLink(other.db, other.people.admin))).toBe(
    'instruction_multimedia_company_id_multimedia_id_fkey',
  )
  const link = await buildLink(db, people.admin)
  expect(await hold(link)).toBe('done')
  expect(await codeOf(db.remove('multimedia').where('id', '=', link).execute())).toBe(
    'instruction_multimedia_company_id_multimedia_id_fkey',
  )
})
