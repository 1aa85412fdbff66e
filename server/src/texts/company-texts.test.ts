import { createHash, randomUUID } from 'node:crypto'
import { errorTextsEn, fieldTextsEn } from '@artel/contract/errors/errors.en'
import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors/errors.ru'
import type { ImportDetail } from '@artel/contract/imports/imports'
import type { AutomaticPushes } from '@artel/contract/pushes/pushes'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { useLoneTestApp } from '../testing/installation.ts'
import { workJobs } from '../testing/outbox.ts'
import { remotePushService } from '../testing/push-service/remote.ts'
import { followImport } from '../testing/rows/imports.ts'
import { newsOf } from '../testing/rows/news.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'
import { threadCpuMs } from '../testing/thread-cpu.ts'
import { times } from '../testing/together.ts'
import { multipart } from '../testing/values/form.ts'
import { findSay } from './company-texts.ts'
import { sayDefault, sayOwn } from './said-texts.ts'

// A lone app, because the test drops a table that other tests need.
const test_ = useLoneTestApp()
const service = remotePushService()
let db: Db
let people: Team['people']
let as: Team['as']

test('texts of a company are parsed at their first use, not all at once', () => {
  const slow = '{a,plural,one{#}few{#}many{#}other{#}}'.repeat(50)
  const own = Object.fromEntries(Object.keys(fieldTextsRu).map((name) => [`fields.${name}`, slow]))
  const costOf = (work: () => unknown) => {
    const begun = threadCpuMs()
    work()
    return threadCpuMs() - begun
  }
  const { say } = sayOwn({ en: own, ru: { ...own, 'fields.required': 'Нужно' } })
  const first = costOf(() => expect(say('ru', 'fields.too_long', { maximum: 3 })).toContain('3'))
  const all = costOf(() => sayOwn({ en: own, ru: own }))
  expect(say('ru', 'fields.required')).toBe('Нужно')
  expect(all).toBeLessThan(first * 20 + 20)
})

// The archive of a company brings publications that somebody else has made.
test('a published text that is longer than any that can be stored is not said', () => {
  const own = {
    'fields.too_long': `{maximum} ${'{maximum,plural,one{#}few{#}many{#}other{#}} '.repeat(30_000)}`,
  }
  const { say, size } = sayOwn({ en: {}, ru: own })
  const begun = threadCpuMs()
  expect(say('ru', 'fields.too_long', { maximum: 3 })).toBe(
    sayDefault('ru', 'fields.too_long', { maximum: 3 }),
  )
  expect(threadCpuMs() - begun).toBeLessThan(50)
  expect(size).toBeLessThan(5000)
})

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

type Pair = { ru?: string; en?: string }
type Client = Team['as']['staff']

const store = async (texts: Record<string, Pair>) => {
  const many = Object.entries(texts).map(([key, text]) => ({ key, ...text }))
  expect((await as.admin.post('/localizations', { localizations: many })).statusCode).toBe(200)
}
const sync = async () => expect((await as.admin.post('/localizations/sync')).statusCode).toBe(200)
const say = async (texts: Record<string, Pair>) => {
  await store(texts)
  await sync()
}
/** Writes a publication directly, like another process or a person at the database. */
async function publishByHand(texts: { en?: unknown; ru?: unknown }) {
  const { en = {}, ru = {} } = texts
  const hash = (said: unknown) =>
    createHash('sha256')
      .update(JSON.stringify([said, randomUUID()]))
      .digest('hex')
  await db.query(sql`
    insert into localization_publications (company_id, number, en, ru, en_hash, ru_hash, changes, created_at, created_by)
    select ${db.companyId}, coalesce(max(number), 0) + 1, ${JSON.stringify(en)}::jsonb, ${JSON.stringify(ru)}::jsonb,
      ${hash(en)}, ${hash(ru)}, 0, ${nowIso()}, ${people.admin.id}
    from localization_publications where company_id = ${db.companyId}`)
}
const inEnglish = (client: Client) => client.post('/app/set_locale', { locale: 'en' })
const missing = async (client: Client) => (await client.get('/tasks/999999999')).body.message
const nameFault = async (client: Client, name?: string) =>
  (await client.post('/warehouses/create', { name })).body.errors?.name?.[0]
const give = () => as.admin.post(`/users/give/${people.staff.id}/achievement`, { achievement: 'racer' })
const fileOf = async (client: Client, path: string) => (await client.post(`${path}?format=csv`, {})).raw.body

const ownMissing = { ru: 'Не нашли такого', en: 'We have no such thing' }

describe('published texts of a company are used', () => {
  test('in errors, in both languages, and not before publication', async () => {
    await store({ 'errors.not_found': ownMissing })
    expect(await missing(as.staff)).toBe(errorTextsRu.not_found)
    await sync()
    expect(await missing(as.staff)).toBe(ownMissing.ru)
    await inEnglish(as.staff)
    expect(await missing(as.staff)).toBe(ownMissing.en)
  })

  test('in only one language if the other has none', async () => {
    await say({ 'errors.not_found': { ru: ownMissing.ru } })
    await inEnglish(as.staff)
    expect([await missing(as.staff), await missing(as.admin)]).toEqual([
      errorTextsEn.not_found,
      ownMissing.ru,
    ])
  })

  test('in errors at fields, with their values', async () => {
    await say({
      'fields.required': { ru: 'Без этого никак', en: 'This is a must' },
      'fields.too_long': { ru: 'Короче: до {maximum} знаков', en: 'At most {maximum}, please' },
    })
    expect(await nameFault(as.admin)).toBe('Без этого никак')
    expect(await nameFault(as.admin, 'я'.repeat(500))).toMatch(/^Короче: до \d+ знаков$/)
    await inEnglish(as.admin)
    expect(await nameFault(as.admin)).toBe('This is a must')
    expect(await nameFault(as.admin, 'я'.repeat(500))).toMatch(/^At most \d+, please$/)
  })

  test('in the report of an import and its file', async () => {
    await say({ 'fields.required': { ru: 'Без этого никак', en: 'This is a must' } })
    const content = Buffer.from('Артикул;Название\nUY-204;\n')
    const send = multipart([['file', { name: 'sets.csv', content }]])
    const sent = await as.admin.send('POST', '/products/import', undefined, send)
    const answer = await followImport(as.admin, sent)
    const { id } = answer.body.import as ImportDetail
    expect(answer.body.errors).toMatchObject([{ message: 'Без этого никак' }])
    await inEnglish(as.admin)
    expect((await as.admin.get(`/imports/${id}/errors?format=csv`)).raw.body).toContain('This is a must')
    const rows = (await as.admin.post(`/listing/import_rows/${id}`)).body.rows
    expect(rows).toMatchObject([{ errors: [{ message: 'This is a must' }] }])
  })

  test('in the bell, on devices and in files', async () => {
    await say({ 'achievementNames.racer': { ru: 'Молния', en: 'Flash' } })
    const { id } = await service.browserOf(as.staff)
    expect((await give()).statusCode).toBe(201)
    await workJobs(test_.root, ['send-pushes'])
    expect(await service.read(id)).toMatchObject([{ title: 'Достижение: Молния' }])
    for (const [name, title] of [
      ['Молния', 'Достижение: Молния'],
      ['Flash', 'Achievement: Flash'],
    ] as const) {
      expect((await newsOf(as.staff))[0]?.title).toBe(title)
      expect(await fileOf(as.staff, '/listing/notifications')).toContain(title)
      expect(await fileOf(as.staff, '/listing/achievements')).toContain(name)
      expect(await fileOf(as.owner, '/listing/audit')).toContain(name)
      await inEnglish(as.staff)
      await inEnglish(as.owner)
    }
  })

  test('in whole sentences in the bell and on devices', async () => {
    const ru = '{count, plural, =1 {Дело {id} ваше} one {# дело} few {# дела} many {# дел} other {# дела}}'
    const en = '{count, plural, =1 {Job {id} is yours} other {# jobs}}'
    await say({
      'notificationWords.task_assigned_title': { ru, en },
      'notificationWords.test_title': { ru: 'Слышно?', en: 'Hello there' },
    })
    const { id } = await service.browserOf(as.staff)
    const tell = async () => {
      await as.admin.post('/tasks/create', { title: 'Набор «Уют»', user_id: people.staff.id })
      await workJobs(test_.root, ['send-pushes'])
      await as.staff.post('/pushes/test')
      await workJobs(test_.root, ['send-pushes'])
      return [(await newsOf(as.staff))[0]?.title, ...(await service.read(id)).map(({ title }) => title)]
    }
    const inRussian = await tell()
    expect(inRussian).toEqual([
      expect.stringMatching(/^Дело \d+ ваше$/),
      expect.stringMatching(/^Дело \d+ ваше$/),
      'Слышно?',
    ])
    await inEnglish(as.staff)
    expect((await tell()).slice(-2)).toEqual([expect.stringMatching(/^Job \d+ is yours$/), 'Hello there'])
    const { pushes } = (await as.admin.get('/company/pushes')).body as { pushes: AutomaticPushes }
    expect(pushes.task_assigned.usual).toMatchObject({
      ru: { title: 'Дело 214 ваше' },
      en: { title: 'Job 214 is yours' },
    })
  })

  test('in the file of the ledger', async () => {
    await say({ 'achievementNames.racer': { ru: 'Молния', en: 'Flash' } })
    await as.owner.send('PUT', '/settings', {
      parent: 'company',
      settings: { achievements: { racer: { coins: 30 } } },
    })
    expect((await give()).statusCode).toBe(201)
    expect(await fileOf(as.staff, '/listing/coins')).toContain('Молния')
    await inEnglish(as.staff)
    expect(await fileOf(as.staff, '/listing/coins')).toContain('Flash')
  })

  test('in no other company', async () => {
    const other = await buildTeam(test_)
    await say({ 'errors.not_found': ownMissing, 'achievementNames.racer': { ru: 'Молния' } })
    expect(await missing(as.staff)).toBe(ownMissing.ru)
    expect(await missing(other.as.staff)).toBe(errorTextsRu.not_found)
    await other.as.admin.post(`/users/give/${other.people.staff.id}/achievement`, { achievement: 'racer' })
    expect((await newsOf(other.as.staff))[0]?.title).toBe('Достижение: Гонщик')
  })
})

describe('the default text is used', () => {
  test('in the audit log, whatever texts a company has published', async () => {
    const ofLog = {
      'auditWords.field_name': 'Цвет',
      'audit.action_create': 'Было',
      'audit.entity_warehouse': 'Дом',
    }
    await publishByHand({ ru: { ...ofLog, 'errors.not_found': 'Нет такого' } })
    expect(await missing(as.staff)).toBe('Нет такого')
    await as.admin.post('/warehouses/create', { name: 'Южный' })
    const file = await fileOf(as.owner, '/listing/audit')
    expect(file).toContain(';Склад добавлен;Склады;')
    expect(file).toContain('Название: Южный')
  })

  test.each([
    ['that is no message', '{broken'],
    ['that wants another value', 'Нет {такого}'],
    ['that may come to nothing', ''],
    ['that is no text', 17],
    ['that is a list of lists', [[['x']]]],
    ['that is nothing', null],
  ])('instead of a text %s', async (_, text) => {
    await publishByHand({ ru: { 'errors.not_found': text, 'fields.required': 'Без этого никак' } })
    expect(await missing(as.staff)).toBe(errorTextsRu.not_found)
    // The text beside it is still used.
    expect(await nameFault(as.admin)).toBe('Без этого никак')
  })

  test('instead of unknown keys, and of texts that no company may replace', async () => {
    const strange = { __proto__: 'x', 'errors.toString': 'x', constructor: 'x', 'errors.not_found.x': 'x' }
    await publishByHand({ ru: { ...strange, 'errors.unavailable': 'Позже' } })
    expect(await missing(as.staff)).toBe(errorTextsRu.not_found)
    expect((await findSay(db))('ru', 'errors.unavailable')).toBe(errorTextsRu.unavailable)
  })

  test('if the texts cannot be read, with the same error status', async () => {
    await say({ 'errors.not_found': ownMissing, 'fields.required': { ru: 'Без этого никак' } })
    await sql`alter table localization_publications rename to put_aside`.execute(test_.root)
    try {
      const answer = await as.staff.get('/tasks/999999999')
      expect([answer.statusCode, answer.body.message]).toEqual([404, errorTextsRu.not_found])
      expect(await nameFault(as.admin)).toBe(fieldTextsRu.required)
    } finally {
      await sql`alter table put_aside rename to localization_publications`.execute(test_.root)
    }
    expect(await missing(as.staff)).toBe(ownMissing.ru)
  })

  test('if the texts do not arrive in time', async () => {
    await say({ 'errors.not_found': ownMissing })
    const answer = await test_.root.transaction().execute(async (transaction) => {
      await sql`lock table localization_publications in access exclusive mode`.execute(transaction)
      return as.staff.get('/tasks/999999999')
    })
    expect([answer.statusCode, answer.body.message]).toEqual([404, errorTextsRu.not_found])
  })

  test('again after the company publishes the default', async () => {
    await say({ 'errors.not_found': ownMissing })
    expect(await missing(as.staff)).toBe(ownMissing.ru)
    await say({ 'errors.not_found': { ru: errorTextsRu.not_found, en: errorTextsEn.not_found } })
    expect(await missing(as.staff)).toBe(errorTextsRu.not_found)
  })

  test('for guests', async () => {
    await say({ 'fields.required': { ru: 'Без этого никак' } })
    await as.staff.post('/auth/logout')
    const { body } = await as.staff.post('/auth/login', {})
    expect(body.errors?.password).toEqual([fieldTextsRu.required])
    expect(fieldTextsEn.required).not.toBe(fieldTextsRu.required)
  })
})

describe('during a publication', () => {
  test('a text that another process has published is used at once', async () => {
    await say({ 'errors.not_found': ownMissing })
    expect(await missing(as.staff)).toBe(ownMissing.ru)
    await publishByHand({ ru: { 'errors.not_found': 'Потеряли' } })
    expect(await missing(as.staff)).toBe('Потеряли')
  })

  test('each error has a previous or a new text, and the last text stays', async () => {
    const words = [...Array(6).keys()].map((index) => `Не нашли, раз ${index}`)
    const known = new Set<unknown>([errorTextsRu.not_found, ...words])
    let isOver = false
    const heard: unknown[] = []
    const listening = times(4, async () => {
      while (!isOver) heard.push(await missing(as.staff))
    })
    for (const ru of words) {
      await say({ 'errors.not_found': { ru } })
      expect(await missing(as.admin)).toBe(ru)
    }
    isOver = true
    await listening
    expect(heard.length).toBeGreaterThan(words.length)
    expect(heard.filter((said) => !known.has(said))).toEqual([])
    expect(await missing(as.staff)).toBe(words.at(-1))
  })
})

test('texts of a company are read once, and only if a text is needed', async () => {
  await say({ 'errors.not_found': ownMissing })
  const own = await findSay(db)
  expect(await findSay(db)).toBe(own)
  expect(await findSay(db, false)).toBe(sayDefault)
  expect(await findSay(db.ofCompany(db.companyId + 1_000_000))).toBe(sayDefault)
})
