import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import {
  buildMoySkladConnection,
  buildMoySkladItem,
  readProduct,
} from '../../testing/moysklad/moysklad-items.ts'
import { buildLegalEntity, buildProduct, buildUser, buildWarehouse } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  await buildMoySkladConnection(db, people.owner)
})

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: { code?: string; constraint?: string }) => error.constraint ?? error.code,
  )

const insertItem = (fields: Partial<Draft<'moysklad_items'>>) => {
  const { kind, moy_sklad_id, title, data } = readProduct()
  const row = { kind, moy_sklad_id, title, data, read_at: nowIso(), ...fields }
  return db.insert('moysklad_items', row).execute()
}

test.each<[string, Partial<Draft<'moysklad_items'>>, string]>([
  ['of another kind', { kind: 'service' as 'product' }, 'moysklad_items_kind_check'],
  ['without an id', { moy_sklad_id: '' }, 'moysklad_items_moy_sklad_id_check'],
  ['with a title without end', { title: 'я'.repeat(501) }, 'moysklad_items_title_check'],
  ['with an unknown plan', { plan: 'eat' as 'same' }, 'moysklad_items_plan_check'],
  ['with an unknown decision', { decision: 'eat' as 'tie', decided_id: 1 }, 'moysklad_items_check'],
  ['tied to nothing', { decision: 'tie' }, 'moysklad_items_check'],
  ['tied to something without a word', { decided_id: 1 }, 'moysklad_items_check'],
  ['with an address without end', { url: 'я'.repeat(1001) }, 'moysklad_items_url_check'],
])('the database rejects an item %s', async (_, fields, constraint) => {
  expect(await codeOf(insertItem(fields))).toMatch(
    new RegExp(`^${constraint}|moysklad_items_decision_check$`),
  )
})

test('an id of MoySklad is unique in a company, and another company may have it too', async () => {
  const moy_sklad_id = randomUUID()
  expect(await codeOf(insertItem({ moy_sklad_id }))).toBe('done')
  expect(await codeOf(insertItem({ moy_sklad_id, kind: 'store' }))).toBe('moysklad_items_one_of_id')
  const other = await buildTeam(test_)
  await buildMoySkladItem(other.db, other.people.owner, readProduct({ moy_sklad_id }))
})

test('two rows of Artel cannot have the same id of MoySklad', async () => {
  const moy_sklad_id = randomUUID()
  const twice = async (build: () => Promise<unknown>) => {
    await build()
    return codeOf(build())
  }
  expect(await twice(() => buildProduct(db, { article: randomUUID(), moy_sklad_id }))).toBe(
    'products_moy_sklad',
  )
  expect(await twice(() => buildWarehouse(db, { name: randomUUID(), moy_sklad_id }))).toBe(
    'warehouses_one_of_store',
  )
  expect(await twice(() => buildLegalEntity(db, { moy_sklad_id }))).toBe('legal_entities_moy_sklad')
  expect(await twice(() => buildUser(test_.root, db, 'staff', { moy_sklad_id }))).toBe('users_moy_sklad')
})

test('deleting the connection deletes its items with their keys and words', async () => {
  await buildMoySkladItem(db, people.owner)
  const counts = async () => {
    const [row] = await db.query(sql<Record<string, number>>`
      select (select count(*) from moysklad_items where company_id = ${db.companyId}) as items,
        (select count(*) from moysklad_keys where company_id = ${db.companyId}) as keys,
        (select count(*) from moysklad_words where company_id = ${db.companyId}) as words`)
    return row
  }
  expect(await counts()).toEqual({ items: 1, keys: 1, words: 1 })
  await db.remove('moysklad_connections').execute()
  expect(await counts()).toEqual({ items: 0, keys: 0, words: 0 })
})

test('a key refers to an existing item, and a log line to an existing run and a known action', async () => {
  expect(await codeOf(db.insert('moysklad_keys', { key: 'a X', item_id: 999_999_999 }).execute())).toBe(
    'moysklad_keys_company_id_item_id_fkey',
  )
  const line = { part: 'product', action: 'create', title: 'Х', created_at: nowIso() } as const
  expect(await codeOf(db.insert('moysklad_log', { ...line, run_id: 999_999_999 }).execute())).toBe(
    'moysklad_log_company_id_run_id_fkey',
  )
  expect(await codeOf(db.insert('moysklad_log', { ...line, action: 'eat' as 'create' }).execute())).toBe(
    'moysklad_log_action_check',
  )
})
