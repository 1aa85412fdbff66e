import type { AutomaticPushes } from '@artel/contract/pushes/pushes'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Answer, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildPush } from '../../testing/rows/pushes.ts'
import { buildTeam, signInTeam } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'

// On a database of its own, because a stopped clock affects the pushes of all tests that share it.
const test_ = useLoneTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>
let as: Record<'staff' | 'admin' | 'owner', TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})
afterEach(() => stopClockAt(null))

type Push = {
  id: number
  status: string
  version: number
  counts: Record<string, number>
  [field: string]: unknown
}
const message = { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00' }
const send = (fields: object = {}, client = as.admin, options?: object) =>
  client.send('POST', '/company/pushes/send', { ...message, audience: { all: true }, ...fields }, options)
const shown = ({ body }: Answer) => body.push as Push
const get = async (id: number) => shown(await as.admin.get(`/pushes/${id}`))
const refusal = ({ statusCode, body }: Answer) => [statusCode, Object.keys(body.errors ?? {})]
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('pushes', () => {
  test('a push is in the bell of every recipient at once, with its author', async () => {
    const answer = await send({ url: '/supplies' })
    expect(answer.statusCode).toBe(201)
    expect(shown(answer)).toEqual({
      ...message,
      id: expect.any(Number),
      url: '/supplies',
      audience: { all: true },
      send_at: expect.stringMatching(/Z$/),
      status: 'sent',
      counts: { targets: 3, delivered: 0, failed: 0, opened: 0 },
      sent_at: expect.stringMatching(/Z$/),
      created_by: { id: people.admin.id, full_name: 'Дарья Климова', avatar: null },
      created_at: expect.stringMatching(/Z$/),
      version: 1,
      can: { edit: false },
    })
    const told = { kind: 'push', title: message.title, body: message.body, url: '/supplies' }
    expect(await newsOf(as.staff)).toMatchObject([{ ...told, actor: { id: people.admin.id } }])
    expect(await newsOf(as.owner)).toMatchObject([told])
    // The author of a push to everyone also gets it. The notification of one's own action has no actor.
    expect(await newsOf(as.admin)).toMatchObject([{ ...told, actor: null }])
  })

  test('a push counts as opened once per person', async () => {
    const { id } = shown(await send())
    const [news] = await newsOf(as.staff)
    await as.staff.post('/notifications/read', { ids: [news?.id] })
    await as.staff.post('/notifications/read', { ids: [news?.id] })
    await as.staff.post('/notifications/read', { all: true })
    expect((await get(id)).counts.opened).toBe(1)
    await as.owner.post('/notifications/read', { all: true })
    expect((await get(id)).counts.opened).toBe(2)
  })

  test('a scheduled push is sent at its time, to the users of that time', async () => {
    stopClockAt('2026-11-20T06:00:00.000Z')
    as = await signInTeam(test_.app, people)
    const { id } = shown(await send({ send_at: '2026-11-20T08:00:00.000Z' }))
    await workJobs(test_.root, ['look-after-pushes'])
    expect(await get(id)).toMatchObject({ status: 'scheduled', counts: { targets: 0 }, can: { edit: true } })
    expect(await newsOf(as.staff)).toEqual([])
    await buildUser(test_.root, db, 'staff')
    stopClockAt('2026-11-20T08:00:01.000Z')
    as = await signInTeam(test_.app, people)
    await workJobs(test_.root, ['look-after-pushes'])
    await workJobs(test_.root, ['look-after-pushes'])
    expect(await get(id)).toMatchObject({ status: 'sent', counts: { targets: 4 }, can: { edit: false } })
    expect(await newsOf(as.staff)).toHaveLength(1)
  })

  test('a scheduled push can be edited, sent at once, and cancelled', async () => {
    const later = shown(await send({ send_at: inAnHour() }))
    const changed = await as.admin.send('PUT', `/pushes/${later.id}`, {
      title: 'Отгрузка в среду',
      version: 1,
    })
    expect(shown(changed)).toMatchObject({ title: 'Отгрузка в среду', status: 'scheduled', version: 2 })
    const at_once = await as.admin.send('PUT', `/pushes/${later.id}`, { send_at: null })
    expect(shown(at_once)).toMatchObject({ status: 'sent', counts: { targets: 3 } })
    expect(await newsOf(as.staff)).toMatchObject([{ title: 'Отгрузка в среду' }])
    const other = shown(await send({ send_at: inAnHour() }))
    expect((await as.admin.send('DELETE', `/pushes/${other.id}`)).statusCode).toBe(200)
    expect((await as.admin.get(`/pushes/${other.id}`)).statusCode).toBe(404)
  })

  test('the list is filtered, searched, sorted, and exported to a file', async () => {
    await send({ title: 'Инвентаризация' })
    await send({ title: 'Новая смена', send_at: inAnHour() })
    const titles = async (filters: object, query = '') => {
      const { body } = await as.admin.post(`/listing/pushes${query}`, filters)
      return (body.pushes as Push[]).map(({ title }) => title)
    }
    expect(await titles({})).toEqual(['Новая смена', 'Инвентаризация'])
    expect(await titles({ status: 'scheduled' })).toEqual(['Новая смена'])
    expect(await titles({ search: 'инвент' })).toEqual(['Инвентаризация'])
    expect(await titles({}, '?sort_by=status&direction=asc')).toEqual(['Новая смена', 'Инвентаризация'])
    const file = await as.admin.post('/listing/pushes?format=csv')
    expect(file.raw.body).toMatch(/Заголовок[\s\S]*Запланирован[\s\S]*Отправлен/)
  })

  test('the audit log has the title and audience of a push, and its deletion', async () => {
    const { id } = shown(await send({ send_at: inAnHour(), audience: { types: ['staff'] } }))
    await as.admin.send('DELETE', `/pushes/${id}`)
    const { body } = await as.owner.post('/listing/audit', { entity: 'push' })
    expect(body.audit).toMatchObject([
      { action: 'delete', entity_id: id, before: { title: message.title } },
      { action: 'create', entity_id: id, after: { title: message.title, audience_types: 'staff' } },
    ])
  })

  test('automatic pushes are on with default texts until the company changes them', async () => {
    const nothing = { ru: null, en: null }
    const plain = { on: true, title: nothing, body: nothing }
    const all = (await as.admin.get('/company/pushes')).body.pushes
    expect(Object.keys(all as object)).toEqual([
      'task_assigned',
      'task_returned',
      'money_received',
      'coins_received',
      'order_status',
      'achievement',
      'workday_end',
    ])
    const { body } = await as.admin.post('/company/pushes', {
      task_assigned: { title: 'Новая работа: {name}' },
      achievement: { on: false },
    })
    expect(body.pushes).toMatchObject({
      task_assigned: { ...plain, title: { ru: 'Новая работа: {name}', en: 'Новая работа: {name}' } },
      achievement: { ...plain, on: false },
      workday_end: plain,
    })
    const again = await as.admin.post('/company/pushes', { task_assigned: { title: null } })
    expect(again.body.pushes).toMatchObject({ task_assigned: plain, achievement: { on: false } })
  })

  test('automatic pushes have a text per language; changing one keeps the other', async () => {
    const set = async (task_assigned: object) => {
      const { body } = await as.admin.post('/company/pushes', { task_assigned })
      return (body.pushes as AutomaticPushes).task_assigned
    }
    const nothing = { ru: null, en: null }
    const both = { ru: 'Дело: {name}', en: 'Job: {name}' }
    expect(await set({ title: both })).toMatchObject({ title: both, body: nothing })
    expect(await set({ title: { en: 'Work: {name}' } })).toMatchObject({
      title: { ru: 'Дело: {name}', en: 'Work: {name}' },
    })
    expect(await set({ title: { ru: null }, body: { ru: 'От {actor}' } })).toMatchObject({
      title: { ru: null, en: 'Work: {name}' },
      body: { ru: 'От {actor}', en: null },
      usual: { ru: { title: 'Вам поручена задача 214' }, en: { title: 'Task 214 is assigned to you' } },
      example: { ru: { actor: 'Марина Зотова' }, en: { actor: 'Marina Zotova' } },
    })
    const { body } = await as.owner.post('/listing/audit', { entity: 'push' })
    const field = 'automatic_task_assigned_text'
    expect(body.audit).toMatchObject([
      { after: { [field]: 'ru: —\nОт {actor}\nen: Work: {name}' } },
      { before: { [field]: 'ru: Дело: {name}\nen: Job: {name}' } },
      { before: { [field]: null } },
    ])
  })

  test('concurrent changes of both texts of an automatic push are kept', async () => {
    const sent = [{ ru: 'Дело' }, { en: 'Job' }].map((title) =>
      as.admin.post('/company/pushes', { task_assigned: { title } }),
    )
    expect(countAnswers(await Promise.all(sent))).toEqual({ 200: 2 })
    const { pushes } = (await as.admin.get('/company/pushes')).body as { pushes: AutomaticPushes }
    expect(pushes.task_assigned.title).toEqual({ ru: 'Дело', en: 'Job' })
  })
})

describe('concurrency', () => {
  test('one idempotency key sends one push', async () => {
    const options = { headers: { 'idempotency-key': 'push-1' } }
    const answers = await times(8, () => send({}, as.admin, options))
    expect(countAnswers(answers)).toEqual({ 201: 8 })
    expect(new Set(answers.map((answer) => shown(answer).id)).size).toBe(1)
    expect(await newsOf(as.staff)).toHaveLength(1)
    expect((await send({ title: 'Другое' }, as.admin, options)).body.code).toBe('idempotency_conflict')
  })

  test('a push is either cancelled or sent if both are requested', async () => {
    const { id } = shown(await send({ send_at: inAnHour() }))
    const answers = await Promise.all([
      as.admin.send('PUT', `/pushes/${id}`, { send_at: null }),
      as.owner.send('DELETE', `/pushes/${id}`),
      as.owner.send('PUT', `/pushes/${id}`, { send_at: null }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const found = await as.admin.get(`/pushes/${id}`)
    expect(await newsOf(as.staff)).toHaveLength(found.statusCode === 200 ? 1 : 0)
  })

  test('many workers send a scheduled push only once', async () => {
    const id = await buildPush(db, people.admin, { send_at: '2026-01-01T06:00:00.000Z' })
    await times(4, () => workJobs(test_.root, ['look-after-pushes']))
    expect(await get(id)).toMatchObject({ status: 'sent', counts: { targets: 3 } })
    expect(await newsOf(as.staff)).toHaveLength(1)
  })
})

describe('bad input', () => {
  test.each([
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(101) }, ['title']],
    [{ title: 'a\nb' }, ['title']],
    [{ body: '' }, ['body']],
    [{ body: 'x'.repeat(501) }, ['body']],
    [{ url: 'javascript:alert(1)' }, ['url']],
    [{ url: '//evil.example' }, ['url']],
    [{ url: '/\\evil.example' }, ['url']],
    [{ url: '\\\\evil.example' }, ['url']],
    [{ url: '/..//evil.example' }, ['url']],
    [{ url: '/tasks/../..//evil.example' }, ['url']],
    [{ url: '/.%2E//evil.example' }, ['url']],
    [{ url: '/tasks//evil.example' }, ['url']],
    [{ url: '/%2f%2Fevil.example' }, ['url']],
    [{ url: '/%5cevil.example' }, ['url']],
    [{ url: '/tasks/.' }, ['url']],
    [{ url: 'https:evil.example' }, ['url']],
    [{ url: 'https://evil.example' }, ['url']],
    [{ url: '/\t/evil.example' }, ['url']],
    [{ url: 'tasks' }, ['url']],
    [{ url: `/${'x'.repeat(200)}` }, ['url']],
    [{ audience: {} }, ['audience']],
    [{ audience: { all: true, types: ['staff'] } }, ['audience']],
    [{ audience: { all: false } }, ['audience.all']],
    [{ audience: { types: [] } }, ['audience.types']],
    [{ audience: { types: ['guest'] } }, ['audience.types.0']],
    [{ audience: { leagues: ['wood'] } }, ['audience.leagues.0']],
    [{ audience: { leagues: ['diamond'] } }, ['audience']],
    [{ audience: { user_ids: [999_999_999] } }, ['audience.user_ids.0']],
    [{ audience: { warehouse_ids: [] } }, ['audience.warehouse_ids']],
    [{ audience: { warehouse_ids: [999_999_999] } }, ['audience.warehouse_ids.0']],
    [{ audience: { is_on_shift: 'yes' } }, ['audience.is_on_shift']],
    [{ audience: { all: true, is_on_shift: true } }, ['audience']],
    [{ send_at: '2020-01-01T00:00:00.000Z' }, ['send_at']],
    [{ send_at: '2199-01-01T00:00:00.000Z' }, ['send_at']],
    [{ send_at: 'tomorrow' }, ['send_at']],
    [{ status: 'sent' }, ['status']],
  ])('send refuses %j', async (fields, paths) => {
    const answer = await leavingNoTrace(test_.root, [db.companyId], () => send(fields))
    expect(refusal(answer)).toEqual([422, paths])
  })

  test('a sent push can be neither changed nor cancelled', async () => {
    const { id } = shown(await send())
    for (const answer of [
      await as.admin.send('PUT', `/pushes/${id}`, { title: 'Поздно' }),
      await as.admin.send('DELETE', `/pushes/${id}`),
    ])
      expect([answer.statusCode, answer.body.code]).toEqual([409, 'wrong_state'])
  })

  test('a stale edit of the same field is refused, and one of another field passes', async () => {
    const { id } = shown(await send({ send_at: inAnHour() }))
    await as.admin.send('PUT', `/pushes/${id}`, { title: 'Первая', version: 1 })
    const answer = await as.owner.send('PUT', `/pushes/${id}`, { title: 'Вторая', version: 1 })
    expect([answer.statusCode, answer.body.code]).toEqual([409, 'stale'])
    expect((await as.owner.send('PUT', `/pushes/${id}`, { body: 'Другое', version: 1 })).statusCode).toBe(200)
  })

  test.each([
    [{ moon: { on: true } }, ['moon']],
    [{ task_assigned: { on: 'maybe' } }, ['task_assigned.on']],
    [{ task_assigned: { title: 'Задача {minutes}' } }, ['task_assigned.title']],
    [{ task_assigned: { title: 'Задача {name' } }, ['task_assigned.title']],
    [{ workday_end: { body: '{minutes, plural, other {#}}' } }, ['workday_end.body']],
    [{ task_assigned: { title: 'x'.repeat(101) } }, ['task_assigned.title']],
    [{ task_assigned: { title: ' ' } }, ['task_assigned.title']],
    [{ task_assigned: { title: 5 } }, ['task_assigned.title']],
    [{ task_assigned: { title: { ru: 'Задача {minutes}' } } }, ['task_assigned.title.ru']],
    [{ task_assigned: { title: { ru: 'Дело', en: 'x'.repeat(101) } } }, ['task_assigned.title.en']],
    [{ workday_end: { body: { en: '' } } }, ['workday_end.body.en']],
    [{ workday_end: { body: { de: 'Feierabend' } } }, ['workday_end.body.de']],
  ])('setAutomatic refuses %j', async (body, paths) => {
    const answer = await leavingNoTrace(test_.root, [db.companyId], () =>
      as.admin.post('/company/pushes', body),
    )
    expect(refusal(answer)).toEqual([422, paths])
  })

  test('users cannot turn off company pushes in the bell', async () => {
    const settings = { notifications: { push: false } }
    const answer = await as.staff.send('PUT', '/settings', { parent: 'user', settings })
    expect(answer.statusCode).toBe(422)
  })
})

describe('the database', () => {
  test.each([
    [{ url: '//evil.example' }],
    [{ url: '/\\evil' }],
    [{ url: 'javascript:x' }],
    [{ title: '' }],
    [{ targets: 1, delivered: 1, failed: 1, status: 'sending' as const }],
    [{ opened: 1 }],
    [{ status: 'sent' as const }],
    [{ status: 'scheduled' as const, targets: 1 }],
    [{ created_by: 999_999_999 }],
  ])('refuses a push with %j', async (wrong) => {
    await expect(buildPush(db, people.admin, wrong)).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
  })

  test.each([
    [{ title_en: '' }],
    [{ title_ru: 'x'.repeat(101) }],
    [{ body_en: 'x'.repeat(201) }],
    [{ body_ru: '' }],
  ])('refuses a company text of an automatic push with %j', async (wrong) => {
    await expect(
      db.insert('push_automatics', { kind: 'task_assigned', ...wrong }).execute(),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('allows one notification of a push per person, and none in another company', async () => {
    const push_id = await buildPush(db, people.admin)
    const row = { user_id: people.staff.id, kind: 'push', params: {}, url: '/', push_id }
    const created_at = '2026-11-20T06:00:00.000Z'
    await db.insert('notifications', { ...row, created_at }).execute()
    await expect(db.insert('notifications', { ...row, created_at }).execute()).rejects.toMatchObject({
      code: '23505',
    })
    const stranger = await buildCompany(test_.root)
    const foreign = sql`insert into notifications (company_id, user_id, kind, params, url, created_at, push_id)
      select company_id, id, 'push', '{}', '/', now(), ${push_id} from users where company_id = ${stranger.companyId}`
    await buildUser(test_.root, stranger, 'staff')
    await expect(stranger.query(foreign)).rejects.toMatchObject({ code: '23503' })
  })
})
