import { beforeEach, expect, test } from 'vitest'
import type { Db, Draft } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCustomText, buildPublication } from '../../testing/rows/localizations.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
})

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: { code?: string; constraint?: string }) => error.constraint ?? error.code,
  )
const kept = '23001'

test.each<[string, Partial<Draft<'localizations'>>, string]>([
  ['of a strange key', { key: 'a b' }, 'localizations_key_check'],
  ['of a key that ends in a dot', { key: 'a.' }, 'localizations_key_check'],
  ['that is empty', { ru: '' }, 'localizations_ru_check'],
  ['that is too long', { en: 'a'.repeat(2001) }, 'localizations_en_check'],
  ['that is published empty', { published_en: '' }, 'localizations_published_en_check'],
  ['of its own with a number of the code’s', { id: 7 }, 'localizations_check'],
  ['of the code with a number of the company’s', { is_custom: false }, 'localizations_check'],
])('the database rejects a text %s', async (_, fields, constraint) => {
  expect(await codeOf(buildCustomText(db, people.admin, fields))).toBe(constraint)
})

test('a key is unique in a company', async () => {
  await buildCustomText(db, people.admin, { key: 'a.b' })
  expect(await codeOf(buildCustomText(db, people.admin, { key: 'a.b' }))).toBe(
    'localizations_company_id_key_key',
  )
})

test('only a trigger writes the changes of drafts, and they cannot be edited or deleted', async () => {
  const id = await buildCustomText(db, people.admin)
  await db.update('localizations', { ru: 'Стеллаж' }).where('id', '=', id).execute()
  await db.update('localizations', { published_ru: 'Стеллаж' }).where('id', '=', id).execute()
  const changes = () => db.from('localization_changes').select(['ru_before', 'ru']).orderBy('id').execute()
  expect(await changes()).toEqual([
    { ru_before: null, ru: 'Полка' },
    { ru_before: 'Полка', ru: 'Стеллаж' },
  ])
  const change = {
    localization_id: id,
    ru: 'Ложь',
    created_at: '2026-11-20T06:00:00.000Z',
    created_by: people.admin.id,
  }
  expect(await codeOf(db.insert('localization_changes', change).execute())).toBe(kept)
  expect(await codeOf(db.update('localization_changes', { ru: 'Ложь' }).execute())).toBe(kept)
  expect(await codeOf(db.remove('localization_changes').execute())).toBe(kept)
  await db.remove('localizations').where('id', '=', id).execute()
  expect(await changes()).toEqual([])
})

test('publications and their files cannot be changed', async () => {
  await buildPublication(db, people.admin)
  expect(await codeOf(db.update('localization_publications', { changes: 5 }).execute())).toBe(kept)
  expect(await codeOf(db.update('localization_files', { body: '[]' }).execute())).toBe(kept)
})
