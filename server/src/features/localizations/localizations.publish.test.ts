import type { Localization, LocalizationPublication } from '@artel/contract/texts/localizations'
import { beforeEach, describe, expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { inTransaction } from '../../database/transaction.ts'
import { testTexts, useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'
import { countTurns } from '../../testing/turns.ts'
import { writeDefaults } from './localizations.defaults.ts'
import { listPublished } from './localizations.publish.queries.ts'
import { countTexts, textRows } from './localizations.queries.ts'
import { showable } from './localizations.rules.ts'
import { bringDefaults } from './localizations.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

type Published = { number: number; added: number; orphaned: number; published: { en: string; ru: string } }

const store = (key: string, texts: object) => as.admin.post('/localizations', { key, ...texts })
const sync = async () => (await as.admin.post('/localizations/sync')).body as unknown as Published
const find = async (key: string) => {
  const { body } = await as.admin.get(`/localizations?limit=200&search=${key}`)
  return (body.localizations as Localization[]).find((text) => text.key === key) as Localization
}
const fetchFile = (url: string, headers: Record<string, string> = {}) => test_.app.inject({ url, headers })
const read = async (url: string) => (await fetchFile(url)).json() as Record<string, unknown>
const publications = async () =>
  (await as.admin.post('/listing/localization_publications')).body.publications as LocalizationPublication[]
const init = async (client: TestClient) =>
  (await client.post('/auth/init')).body.texts as {
    en: string | null
    ru: string | null
    is_preview: boolean
  } | null
const live = async (client: TestClient) =>
  (await client.get('/app/localizations')).body.locales as Record<'en' | 'ru', Record<string, string>>

describe('publishing', () => {
  test('writes files of the texts that differ from the defaults, and users get their addresses', async () => {
    expect(await init(as.staff)).toBeNull()
    await store('tasks.title', { ru: 'Дела' })
    expect(await init(as.staff)).toBeNull()
    const { published, number, orphaned } = await sync()
    expect([number, orphaned]).toEqual([1, 0])
    expect(await read(published.ru)).toEqual({ 'tasks.title': 'Дела' })
    expect(await read(published.en)).toEqual({})
    expect(await init(as.staff)).toEqual({ ru: published.ru, en: null, is_preview: false })
    expect(await find('tasks.title')).toMatchObject({ is_draft: false, published: { ru: 'Дела' } })
    const guest = await TestClient.guest(test_.app)
    expect(await init(guest)).toBeNull()
  })

  test('compiles texts into their parts, as the build does', async () => {
    await store('tasks.searchGiven', { ru: '<b>{what}</b> — {name}' })
    const { published } = await sync()
    expect(await read(published.ru)).toEqual({ 'tasks.searchGiven': [['b', ['what']], ' — ', ['name']] })
  })

  test('again without new drafts returns the same publication', async () => {
    await store('tasks.title', { ru: 'Дела' })
    const first = await sync()
    expect(await sync()).toMatchObject({ number: 1, added: 0, published: first.published })
    expect((await publications()).length).toBe(1)
  })

  test('counts the texts that the code has added since the last publication', async () => {
    expect((await sync()).added).toBeGreaterThanOrEqual(4)
    expect((await sync()).added).toBe(0)
  })

  test('by concurrent requests creates one publication', async () => {
    await store('tasks.title', { ru: 'Дела' })
    expect(countAnswers(await times(5, () => as.admin.post('/localizations/sync')))).toEqual({ 200: 5 })
    expect((await publications()).map(({ number }) => number)).toEqual([1])
  })

  test('concurrently with changes loses none of them', async () => {
    const work = await Promise.all([
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, index) => store(`own.t${index}`, { ru: `Текст ${index}` })),
      )),
      as.admin.post('/localizations/sync'),
      store('tasks.title', { ru: 'Дела' }),
    ])
    expect(countAnswers(work)).toEqual({ 200: 12 })
    const { published } = await sync()
    expect(Object.keys(await read(published.ru)).length).toBe(11)
  })

  test('removes deleted texts', async () => {
    await store('shelf.title', { ru: 'Полка' })
    await sync()
    const { id } = await find('shelf.title')
    await as.admin.send('DELETE', `/localizations/${id}`)
    const drafts = (await as.admin.get('/localizations?is_draft=1')).body
    expect(drafts.localizations).toMatchObject([{ key: 'shelf.title', ru: null, published: { ru: 'Полка' } }])
    expect(await read((await sync()).published.ru)).toEqual({})
    expect(await init(as.staff)).toBeNull()
    expect(await db.from('localizations').select('id').execute()).toEqual([])
  })
})

describe('a file', () => {
  test('is public and immutable, and compressed if the client accepts gzip', async () => {
    await store('tasks.title', { ru: 'Дела' })
    const { published } = await sync()
    const answer = await fetchFile(published.ru, { 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
    })
    for (const refusal of ['gzip;q=0', 'br, gzip; q=0.0, deflate', 'identity']) {
      const { headers } = await fetchFile(published.ru, { 'accept-encoding': refusal })
      expect(headers['content-encoding'], refusal).toBeUndefined()
    }
    const { etag } = answer.headers
    expect((await fetchFile(published.ru, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  test.each([[`${'0'.repeat(64)}.json`], ['nothing'], ['..%2f..%2fetc%2fpasswd'], ['%00']])(
    'that does not exist (%s) gets 404 and is not cached',
    async (name) => {
      const answer = await fetchFile(`/storage/texts/${name}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )
})

describe('published files', () => {
  test('of the last 20 publications are kept, for open pages', async () => {
    const addresses: string[] = []
    for (let turn = 0; turn < 22; turn++) {
      await store('tasks.title', { ru: `Дела ${turn}` })
      addresses.push((await sync()).published.ru)
    }
    const statuses = await Promise.all(addresses.map(async (url) => (await fetchFile(url)).statusCode))
    expect(statuses).toEqual([404, 404, ...Array.from({ length: 20 }, () => 200)])
    expect((await as.admin.post('/listing/localization_publications')).body.pagination).toMatchObject({
      total: 22,
    })
  })

  test('that would be too large are refused, also for a preview', async () => {
    const rows = (from: number) =>
      Array.from({ length: 200 }, (_, index) => ({ key: `long.t${from + index}`, ru: 'я'.repeat(2000) }))
    for (const from of [0, 200, 400])
      expect((await as.admin.post('/localizations', { localizations: rows(from) })).statusCode).toBe(200)
    const answer = await leavingNoTrace(test_.root, [db.companyId], () =>
      as.admin.post('/localizations/sync'),
    )
    expect(codeOf(answer)).toEqual([413, 'too_large'])
    expect(codeOf(await as.admin.get('/localizations/preview'))).toEqual([413, 'too_large'])
  })
})

test('parsing slow texts yields to the event loop', async () => {
  const slow = '{a,plural,one{#}few{#}many{#}other{#}}'.repeat(50)
  const rows = Array.from({ length: 100 }, (_, index) => ({
    key: `slow.t${index}`,
    ru: slow,
    en: null,
    default_ru: slow,
    default_en: slow,
  }))
  expect(await countTurns(showable(rows))).toBeGreaterThan(5)
  const stored = as.admin.post('/localizations', {
    localizations: rows.map(({ key, ru }) => ({ key, ru })),
  })
  expect((await stored).statusCode).toBe(200)
  await sync()
})

describe('a publication', () => {
  test('is restored as a new publication, and other drafts stay drafts', async () => {
    await store('tasks.title', { ru: 'Дела' })
    await sync()
    await store('tasks.title', { ru: 'Работа' })
    await store('shelf.title', { ru: 'Полка' })
    await sync()
    await store('tasks.searchState', { ru: '{state, select, done {Есть} other {Нет}}' })
    const [, first] = await publications()
    const answer = await as.admin.post(`/localizations/publications/${first?.id}/restore`)
    expect([answer.statusCode, answer.body.number]).toEqual([200, 3])
    const { ru } = answer.body.published as { ru: string }
    expect(await read(ru)).toEqual({ 'tasks.title': 'Дела' })
    expect(await find('tasks.title')).toMatchObject({ ru: 'Дела', is_draft: false })
    expect(await find('shelf.title')).toBeUndefined()
    expect(await find('tasks.searchState')).toMatchObject({ is_draft: true })
    expect(await publications()).toMatchObject([
      { number: 3, restores: 1, changes: 2, is_present: true, texts: { ru: 1, en: 0 } },
      { number: 2, restores: null, is_present: false },
      { number: 1, restores: null },
    ])
  })

  test('restores a text that was deleted since', async () => {
    await store('shelf.title', { ru: 'Полка' })
    await sync()
    await as.admin.send('DELETE', `/localizations/${(await find('shelf.title')).id}`)
    await sync()
    const [, first] = await publications()
    await as.admin.post(`/localizations/publications/${first?.id}/restore`)
    expect(await find('shelf.title')).toMatchObject({ ru: 'Полка', is_custom: true, is_draft: false })
  })

  test('restored by an admin does not change texts that only owners may change', async () => {
    const say = (ru: string) => as.owner.post('/localizations', { key: 'users.type_owner', ru })
    await store('tasks.title', { ru: 'Дела' })
    await say('Сотрудник')
    await sync()
    await store('tasks.title', { ru: 'Работа' })
    await say('Хозяйка')
    await sync()
    const [, first] = await publications()
    const restore = async (client: TestClient) => {
      const { body } = await client.post(`/localizations/publications/${first?.id}/restore`)
      return read((body.published as { ru: string }).ru)
    }
    expect(await restore(as.admin)).toEqual({ 'tasks.title': 'Дела', 'users.type_owner': 'Хозяйка' })
    expect(await restore(as.owner)).toEqual({ 'tasks.title': 'Дела', 'users.type_owner': 'Сотрудник' })
  })

  test('with texts of the audit log is restored without them', async () => {
    await store('tasks.title', { ru: 'Дела' })
    await sync()
    const said = { 'tasks.title': 'Работа', 'auditWords.field_name': 'Цвет' }
    await db
      .insert('localization_publications', {
        number: 2,
        en: {},
        ru: said,
        en_hash: 'e'.repeat(64),
        ru_hash: 'd'.repeat(64),
        changes: 2,
        created_at: '2026-11-20T06:00:00.000Z',
        created_by: people.admin.id,
      })
      .execute()
    const [before] = await publications()
    const { body } = await as.owner.post(`/localizations/publications/${before?.id}/restore`)
    expect(await read((body.published as { ru: string }).ru)).toEqual({ 'tasks.title': 'Работа' })
    const own = await db.from('localizations').select('key').execute()
    expect(own).toEqual([{ key: 'tasks.title' }])
  })

  test('of another company gets 404', async () => {
    const other = await buildTeam(test_)
    await sync()
    const [first] = await publications()
    expect(codeOf(await other.as.admin.post(`/localizations/publications/${first?.id}/restore`))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('drafts', () => {
  test('are discarded by id or all at once', async () => {
    await store('tasks.title', { ru: 'Дела' })
    await sync()
    await store('tasks.title', { ru: 'Работа' })
    await store('shelf.title', { ru: 'Полка' })
    const { id } = await find('shelf.title')
    const discard = (body: object = {}) => as.admin.post('/localizations/discard', body)
    expect((await discard({ ids: [id] })).body.discarded).toBe(1)
    expect(await find('tasks.title')).toMatchObject({ ru: 'Работа', is_draft: true })
    expect((await discard()).body.discarded).toBe(1)
    expect(await find('tasks.title')).toMatchObject({ ru: 'Дела', is_draft: false })
    expect((await discard()).body.discarded).toBe(0)
  })

  test('are shown only to an admin who previews them and needs no new password', async () => {
    await store('tasks.title', { ru: 'Дела' })
    const previewing = { parent: 'user', settings: { preview_texts: true } }
    for (const client of [as.admin, as.staff]) await client.send('PUT', '/settings', previewing)
    expect(await init(as.admin)).toEqual({ ru: null, en: null, is_preview: true })
    expect(await init(as.staff)).toBeNull()
    expect(await init(as.owner)).toBeNull()
    // A person who must choose a password first could not load the texts.
    const { id } = people.admin
    await db.update('users', { force_change_password: true }).where('id', '=', id).execute()
    expect(await init(as.admin)).toBeNull()
    await db.update('users', { force_change_password: false }).where('id', '=', id).execute()
    const { body } = await as.admin.get('/localizations/preview')
    expect(body.locales).toEqual({ ru: { 'tasks.title': 'Дела' }, en: {} })
  })

  test('are served at once outside production, only to people of the company', async () => {
    const before = await as.staff.get('/app/localizations')
    await store('tasks.title', { ru: 'Дела' })
    expect((await live(as.staff)).ru['tasks.title']).toBe('Дела')
    expect((await live(as.staff)).en['tasks.title']).toBe('Tasks')
    expect((await live(await TestClient.guest(test_.app))).ru['tasks.title']).toBe('Задачи')
    expect((await live((await buildTeam(test_)).as.staff)).ru['tasks.title']).toBe('Задачи')
    const after = await as.staff.get('/app/localizations')
    expect(after.raw.headers.etag).not.toBe(before.raw.headers.etag)
    const etag = String(after.raw.headers.etag)
    const again = await as.staff.send('GET', '/app/localizations', undefined, {
      headers: { 'if-none-match': etag },
    })
    expect(again.statusCode).toBe(304)
  })
})

describe('a broken text', () => {
  test.each([
    ['{count, plural, one {# дело', 'tasks.searchFound'],
    ['Нет подстановки', 'tasks.searchFound'],
    ['<b>', 'tasks.title'],
  ])('that bypassed the checks (%s) is not published, and its mistake is reported', async (ru, key) => {
    const { id } = await find(key)
    const row = {
      id,
      key,
      is_custom: false,
      ru,
      updated_at: '2026-11-20T06:00:00.000Z',
      updated_by: people.admin.id,
    }
    await db.insert('localizations', row).execute()
    await store('tasks.searchState', { ru: '{state, select, done {Есть} other {Нет}}' })
    expect(Object.keys(await read((await sync()).published.ru))).toEqual(['tasks.searchState'])
    expect((await live(as.staff)).ru[key]).toBe(testTexts.locales.ru[key as 'tasks.title'])
    expect((await find(key)).mistakes.ru).toEqual(expect.any(String))
    expect((await as.admin.get('/localizations/preview')).statusCode).toBe(200)
  })
})

describe('a new version of the code', () => {
  const locales = {
    en: { 'tasks.title': 'Tasks {count}', 'tasks.new': 'New' },
    ru: { 'tasks.title': 'Задачи {count}', 'tasks.new': 'Новое' },
  }

  /** In a transaction that is rolled back, because other tests share the default texts. */
  const withVersion = (work: (own: Db) => Promise<unknown>) =>
    inTransaction(test_.root, async (connection) => {
      await writeDefaults(connection, { locales, etag: '"2"' })
      await work(new Db(connection, db.companyId))
      throw new Error('undone')
    }).catch((error) => expect(error.message).toBe('undone'))

  test('adds its new texts, and marks texts that it no longer has', async () => {
    await store('tasks.searchState', { ru: '{state, select, done {Есть} other {Нет}}' })
    await store('tasks.title', { ru: 'Дела' })
    await sync()
    await withVersion(async (own) => {
      expect(await countTexts(own)).toMatchObject({ orphaned: 1, missing: 1 })
      const rows = await textRows(own).execute()
      expect(rows.map(({ key }) => key).sort()).toEqual(['tasks.new', 'tasks.searchState', 'tasks.title'])
      // The text lacks a placeholder that the code fills now.
      expect((await showable(await listPublished(own))).ru).not.toHaveProperty('tasks.title')
    })
  })

  test('is stored by concurrent processes, and the ids of texts stay the same', async () => {
    const ids = () => test_.root.selectFrom('default_texts').select(['id', 'key']).orderBy('id').execute()
    const before = await ids()
    await times(4, () => bringDefaults(test_.root, testTexts))
    expect(await ids()).toEqual(before)
  })
})

test('the response to a publication has its number, counts and files', async () => {
  const answer: Answer = await as.admin.post('/localizations/sync')
  expect(Object.keys(answer.body).sort()).toEqual(['added', 'number', 'orphaned', 'published', 'status'])
})
