import type { Localization } from '@artel/contract/texts/localizations'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
})

const textOf = ({ body }: Answer) => body.localization as Localization
const textsOf = ({ body }: Answer) => body.localizations as Localization[]
const list = async (query = '') => textsOf(await as.admin.get(`/localizations?limit=200${query}`))
const find = async (key: string) => (await list()).find((text) => text.key === key) as Localization
const get = (id: number, client: TestClient = as.admin) => client.get(`/localizations/${id}`)
const store = (body: object, client: TestClient = as.admin) => client.post('/localizations', body)
const update = (id: number, body: object, client: TestClient = as.admin) =>
  client.send('PUT', `/localizations/${id}`, body)
const remove = (id: number) => as.admin.send('DELETE', `/localizations/${id}`)
const changes = async (id: number) =>
  (await as.admin.post(`/listing/localization_changes/${id}`)).body.changes as {
    before: object
    after: object
  }[]
const refused = (send: () => Promise<Answer>): Promise<Answer> =>
  leavingNoTrace(test_.root, [db.companyId], send)

const count = 'tasks.searchFound'
const given = 'tasks.searchGiven'
const ruCount = '{count, plural, one {# дело} few {# дела} many {# дел} other {# дела}}'

describe('a text', () => {
  test('of the code is listed with its default values before any change', async () => {
    const text = await find('tasks.title')
    expect(text).toMatchObject({
      en: 'Tasks',
      ru: 'Задачи',
      default: { en: 'Tasks', ru: 'Задачи' },
      published: { en: 'Tasks', ru: 'Задачи' },
      is_custom: false,
      is_orphaned: false,
      is_draft: false,
      missing: [],
      mistakes: {},
      version: 1,
      updated_by: null,
      updated_at: null,
      can: { edit: true, delete: false },
    })
    expect(textOf(await get(text.id))).toEqual(text)
  })

  test('that the server also uses is offered like any other', async () => {
    expect(await find('errors.not_found')).toMatchObject({ is_orphaned: false, can: { edit: true } })
    expect((await store({ key: 'errors.not_found', ru: 'Не нашли' })).statusCode).toBe(200)
  })

  test('that is used before the user is known is not offered', async () => {
    const key = 'errors.unavailable'
    expect(await find(key)).toBeUndefined()
    expect(fieldsOf(await refused(() => store({ key, ru: 'Позже' })))).toEqual([422, 'key'])
  })

  test('of the audit log cannot be replaced, even by owners', async () => {
    for (const key of ['auditWords.field_name', 'audit.action_type_change']) {
      expect(await find(key)).toBeUndefined()
      for (const client of [as.admin, as.owner]) {
        expect(fieldsOf(await refused(() => store({ key, ru: 'Цвет' }, client)))).toEqual([422, 'key'])
      }
    }
  })

  test.each([
    'users.type_owner',
    'users.ownerText',
    'ledger.payoutText',
    'company.securityText',
    'tasks.event_approve',
    'errors.locked',
  ])('about work, rights and money can be changed only by owners: %s', async (key) => {
    const ru = 'Сотрудник'
    const drafts = [
      { key: 'tasks.title', ru },
      { key, ru },
    ]
    const answers = [
      await refused(() => store({ key, ru })),
      await refused(() => store({ localizations: drafts })),
      await refused(() => as.admin.post('/localizations/create', { key, ru })),
    ]
    const fields = ['key', 'localizations.1.key', 'key']
    expect(answers.map(fieldsOf)).toEqual(fields.map((field) => [422, field]))
    expect(answers[0]?.body.errors).toEqual({ key: ['Слова о работе, правах и деньгах меняет владелец'] })
    const [made] = textsOf(await store({ key, ru }, as.owner))
    const id = made?.id ?? 0
    expect(made).toMatchObject({ ru, can: { edit: true, delete: true } })
    expect(await find(key)).toMatchObject({ ru, can: { edit: false, delete: false } })
    expect(fieldsOf(await refused(() => update(id, { ru: 'Владелец' })))).toEqual([422, 'key'])
    expect((await refused(() => remove(id))).statusCode).toBe(403)
    expect((await as.admin.post('/localizations/discard', { ids: [id] })).body).toMatchObject({
      discarded: 0,
    })
    expect((await as.admin.post('/localizations/discard', {})).body).toMatchObject({ discarded: 0 })
    // An admin may publish the draft of an owner.
    expect((await as.admin.post('/localizations/sync')).statusCode).toBe(200)
    expect(await find(key)).toMatchObject({ published: { ru } })
    expect((await as.owner.send('DELETE', `/localizations/${id}`)).statusCode).toBe(200)
  })

  test('can be changed and reset to the default, and its history is kept', async () => {
    const { id } = await find('tasks.title')
    const changed = textOf(await update(id, { ru: 'Дела' }))
    expect(changed).toMatchObject({ id, ru: 'Дела', en: 'Tasks', is_draft: true, version: 2 })
    expect(changed.published).toEqual({ en: 'Tasks', ru: 'Задачи' })
    expect(changed.updated_by).toMatchObject({ full_name: expect.any(String) })
    expect(textOf(await get(id))).toEqual(changed)
    expect(textOf(await update(id, { ru: null }))).toMatchObject({ ru: 'Задачи', is_draft: false })
    expect(await changes(id)).toMatchObject([
      { before: { en: null, ru: 'Дела' }, after: { en: null, ru: null } },
      { before: { en: null, ru: null }, after: { en: null, ru: 'Дела' } },
    ])
  })

  test('equal to the default is not stored', async () => {
    const { id } = await find('tasks.title')
    await refused(() => update(id, { ru: 'Задачи', en: '' }))
    expect(await list('&is_draft=1')).toEqual([])
  })

  test('keeps leading and trailing spaces', async () => {
    const { id } = await find('tasks.title')
    expect(textOf(await update(id, { ru: ' Дела ' })).ru).toBe(' Дела ')
  })

  test('with a key of the company is created, found and deleted', async () => {
    const made = await as.admin.post('/localizations/create', { key: 'shelf.title', ru: 'Полка' })
    expect(made.statusCode).toBe(201)
    const { id } = textOf(made)
    expect(textOf(made)).toMatchObject({
      key: 'shelf.title',
      ru: 'Полка',
      en: null,
      default: null,
      is_custom: true,
      missing: ['en'],
      can: { edit: true, delete: true },
    })
    expect((await list('&missing=1')).map(({ key }) => key)).toEqual(['shelf.title'])
    expect(fieldsOf(await refused(() => update(id, { ru: null })))).toEqual([422, 'en'])
    expect((await remove(id)).statusCode).toBe(200)
    expect((await get(id)).statusCode).toBe(404)
    expect(codeOf(await remove(id))).toEqual([404, 'not_found'])
  })

  test('of one company is not visible to another', async () => {
    const other = await buildTeam(test_)
    const { id } = textOf(await as.admin.post('/localizations/create', { key: 'shelf.title', ru: 'Полка' }))
    expect((await get(id, other.as.admin)).statusCode).toBe(404)
    const known = await find('tasks.title')
    await update(known.id, { ru: 'Дела' })
    expect(textOf(await get(known.id, other.as.admin))).toMatchObject({ ru: 'Задачи', version: 1 })
  })

  test('is refused to staff and guests', async () => {
    const { id } = await find('tasks.title')
    for (const answer of [
      await as.staff.get('/localizations'),
      await get(id, as.staff),
      await refused(() => update(id, { ru: 'Дела' }, as.staff)),
      await refused(() => store({ key: 'a.b', ru: 'Да' }, as.staff)),
      await refused(() => as.staff.post('/localizations/sync')),
    ])
      expect(codeOf(answer)).toEqual([403, 'forbidden'])
    expect((await TestClient.guest(test_.app).then((guest) => guest.get('/localizations'))).statusCode).toBe(
      401,
    )
  })
})

describe('storing', () => {
  test('stores all texts of a request, or none if one is invalid', async () => {
    const localizations = [
      { key: 'tasks.title', ru: 'Дела' },
      { key: 'shelf.title', ru: 'Полка', en: 'Shelf' },
    ]
    const answer = await store({ localizations })
    expect([answer.statusCode, textsOf(answer).map(({ key, ru }) => [key, ru])]).toEqual([
      200,
      [
        ['tasks.title', 'Дела'],
        ['shelf.title', 'Полка'],
      ],
    ])
    const bad = {
      localizations: [
        { key: 'tasks.title', ru: 'Работа' },
        { key: given, ru: 'Даром' },
      ],
    }
    expect(fieldsOf(await refused(() => store(bad)))).toEqual([422, 'localizations.1.ru'])
    expect((await find('tasks.title')).ru).toBe('Дела')
  })

  test.each([
    ['no key', { ru: 'Да' }, 'key'],
    ['a strange key', { key: 'что-то', ru: 'Да' }, 'key'],
    ['a key that means something else', { key: 'a.constructor', ru: 'Да' }, 'key'],
    ['no text', { key: 'shelf.title' }, 'en'],
    ['nothing but spaces', { key: 'shelf.title', ru: '  ' }, 'ru'],
    ['a text that is too long', { key: 'shelf.title', ru: 'я'.repeat(2001) }, 'ru'],
    ['what cannot be stored', { key: 'shelf.title', ru: 'а\0б' }, 'ru'],
    ['languages that differ', { key: 'shelf.title', en: 'Hello {name}', ru: 'Привет' }, 'ru'],
    [
      'a key twice',
      {
        localizations: [
          { key: 'a.b', ru: 'Да' },
          { key: 'a.b', ru: 'Нет' },
        ],
      },
      'localizations.1.key',
    ],
    ['what no call knows', { key: 'a.b', ru: 'Да', de: 'Ja' }, 'de'],
  ])('refuses %s', async (_, body, field) => {
    expect(fieldsOf(await refused(() => store(body)))).toEqual([422, field])
  })

  test.each([
    ['a placeholder that is missing', given, '{name} поручает', 'Не хватает подстановки <b>'],
    [
      'a placeholder that nobody fills',
      'tasks.title',
      'Задачи {count}',
      'Вместо {count} здесь ничего не подставится',
    ],
    [
      'a plural that is missing',
      count,
      '{count, plural, one {# дело} many {# дел} other {# дела}}',
      'Не хватает формы «few» у {count}',
    ],
    ['an open brace', count, '{count, plural, one {# дело', 'Скобка открыта и не закрыта'],
    [
      'a text that may come to nothing',
      count,
      '{count, plural, =0 {} one {#} few {#} many {#} other {#}}',
      'При некоторых значениях',
    ],
    [
      'a choice of something else',
      count,
      '{count, select, other {Дела}}',
      'Подстановка {count} здесь другого вида',
    ],
    [
      'a branch that is missing',
      'tasks.searchState',
      '{state, select, other {Открыта}}',
      'Не хватает ветви «done» у {state}',
    ],
    ['a tag alone', given, '{name}: <b>{what}', 'Тег открыт или закрыт без пары'],
    [
      'a number in place of a word',
      given,
      '{name, number} <b>{what}</b>',
      'Подстановка {name} здесь другого вида',
    ],
    ['HTML', 'tasks.title', '<script>alert(1)</script>', 'Вместо <script> здесь ничего не подставится'],
  ])('refuses %s, with a message in the person’s language', async (_, key, ru, sentence) => {
    const { id } = await find(key)
    const answer = await refused(() => update(id, { ru }))
    expect(fieldsOf(answer)).toEqual([422, 'ru'])
    expect(answer.body.errors?.ru?.[0]).toContain(sentence)
  })

  test.each([
    ['other plurals', count, ruCount],
    ['a plain number', count, 'Задач: {count}'],
    ['other words around a tag', given, '<b>{what}</b> — от {name}'],
    ['signs that mean nothing', 'tasks.title', "100 % '{{constructor}}' $ <3 '<b>'"],
  ])('accepts %s', async (_, key, ru) => {
    const { id } = await find(key)
    expect(textOf(await update(id, { ru }))).toMatchObject({ ru, mistakes: {} })
  })

  test('refuses braces without a valid placeholder', async () => {
    const { id } = await find('tasks.title')
    const evil = '{{constructor.constructor("return process")()}}'
    expect(fieldsOf(await refused(() => update(id, { ru: evil })))).toEqual([422, 'ru'])
  })

  test('explains the format of a key if it is invalid', async () => {
    const { body } = await refused(() => store({ key: 'что-то', ru: 'Да' }))
    expect(body.errors?.key?.[0]).toContain('В ключе латинские буквы')
  })

  test('accepts at most 1,000 own texts of a company, also from concurrent requests', async () => {
    const rows = Array.from({ length: 499 }, (_, index) => ({ key: `own.t${index}`, ru: 'Да' }))
    for (const prefix of ['a', 'b'])
      await store({ localizations: rows.map(({ key, ru }) => ({ key: `${prefix}.${key}`, ru })) })
    const answers = await times(4, (index) => store({ key: `last.t${index}`, ru: 'Да' }))
    expect(countAnswers(answers)).toEqual({ 200: 2, '422 invalid': 2 })
  })
})

describe('concurrent changes', () => {
  test('are stale if another person has changed the same language meanwhile', async () => {
    const { id, version } = await find('tasks.title')
    await update(id, { ru: 'Дела', version })
    const answer = await refused(() => update(id, { ru: 'Работа', version }))
    expect(codeOf(answer)).toEqual([409, 'stale'])
    expect(answer.body).toMatchObject({ current: { id, ru: 'Дела' }, changed: { by: expect.anything() } })
    expect((await update(id, { en: 'Work', version })).statusCode).toBe(200)
  })

  test('to a text that has no row yet all succeed and are recorded', async () => {
    const { id } = await find('tasks.title')
    const answers = await times(6, (index) => update(id, { ru: `Дела ${index}` }))
    expect(countAnswers(answers)).toEqual({ 200: 6 })
    expect((await changes(id)).length).toBe(6)
  })

  test('with the same new key create one text', async () => {
    const answers = await times(4, () => as.admin.post('/localizations/create', { key: 'a.b', ru: 'Да' }))
    expect(countAnswers(answers)).toEqual({ 201: 1, '422 invalid': 3 })
    expect((await list('&is_custom=1')).map(({ key }) => key)).toEqual(['a.b'])
  })
})

describe('the list', () => {
  test('finds by key and by the current words of both languages', async () => {
    const { id } = await find('tasks.title')
    await update(id, { ru: 'Поручения' })
    const keys = async (query: string) =>
      (await list(`&namespace=tasks&search=${encodeURIComponent(query)}`)).map(({ key }) => key)
    expect(await keys('поруч')).toEqual([given, 'tasks.title'])
    expect(await keys('tasks.TITLE')).toEqual(['tasks.title'])
    expect(await keys('задачи')).toEqual([count])
    expect((await list('&namespace=tasks')).length).toBe(4)
    expect(await list('&namespace=nothing')).toEqual([])
  })

  test('counts missing, draft, orphaned and own texts', async () => {
    await store({ key: 'shelf.title', ru: 'Полка' })
    const { body } = await as.admin.get('/localizations?sort_by=languages&direction=asc')
    expect(body.counts).toEqual({ missing: 1, drafts: 1, orphaned: 0, custom: 1 })
    expect(textsOf({ body } as Answer)[0]?.key).toBe('shelf.title')
  })

  test('is exported as a CSV file', async () => {
    const { raw } = await as.admin.get('/localizations?format=csv&namespace=tasks&sort_by=key&direction=asc')
    expect(raw.body).toContain('Ключ')
    expect(raw.body).toContain('tasks.title')
  })

  test.each([['limit=0'], ['limit=201'], ['sort_by=company_id'], ['missing=perhaps']])(
    'refuses %s',
    async (query) => {
      expect((await as.admin.get(`/localizations?${query}`)).statusCode).toBe(422)
    },
  )
})

test('the audit log has each change, publication and deletion', async () => {
  const { id } = await find('tasks.title')
  await update(id, { ru: 'Дела' })
  await as.admin.post('/localizations/sync')
  await remove(id)
  const log = await db
    .from('audit')
    .select(['action', 'title', 'before', 'after'])
    .where('entity', '=', 'localization')
    .orderBy('id')
    .execute()
  expect(log).toMatchObject([
    { action: 'update', title: 'tasks.title', before: { ru: null }, after: { ru: 'Дела' } },
    { action: 'publish', title: '№ 1', after: { number: 1, texts: 1 } },
    { action: 'delete', title: 'tasks.title', before: { ru: 'Дела' } },
  ])
})
