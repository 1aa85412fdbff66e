import type { AuditFields } from '@artel/contract/audit/audit'
import type { AuditEntity } from '@artel/contract/audit/audit.line'
import { jsonbLength } from '@artel/contract/shapes/json-length'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { TestClient, testAddress } from '../../testing/client.ts'
import { workMails } from '../../testing/outbox.ts'
import { buildCompany, buildSession, buildUser } from '../../testing/rows/build.ts'
import { changesOf, fitting } from './audit.rules.ts'
import { writeAudit } from './audit.ts'

const test_ = useTestApp()

async function company() {
  const db = await buildCompany(test_.root)
  const owner = await buildUser(test_.root, db, 'owner', { first_name: 'Анна', last_name: 'Северова' })
  const staff = await buildUser(test_.root, db, 'staff')
  return { db, owner, staff, client: await TestClient.signIn(test_.app, owner) }
}

type Entry = {
  id: number
  action: string
  title: string | null
  user: { id: number } | null
  children: number
}
const list = async (client: TestClient, filters: object = {}, query = 'limit=200') => {
  const { body } = await client.post(`/listing/audit?${query}`, filters)
  return body.audit as Entry[]
}
const settings = (tasks: object) => ({ parent: 'company', settings: { tasks } })

describe('changesOf', () => {
  test.each([
    [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 4, d: 3 } }, { 'b.c': 2 }, { 'b.c': 4 }],
    [{}, { a: [1] }, {}, { a: [1] }],
    [{ a: [1] }, { a: [1] }, {}, {}],
    [{ a: { b: 1 } }, { a: null }, { 'a.b': 1 }, { a: null }],
    [{ password: 'one' }, { password: 'two' }, { password: '***' }, { password: '***' }],
    [{ sklad: { token: 'x' } }, {}, { 'sklad.token': '***' }, {}],
  ])('from %j to %j', (before, after, was, is) => {
    expect(changesOf(before, after)).toEqual({ before: was, after: is })
  })
})

test('an audit entry that is too long is shortened and keeps each field', async () => {
  const fields = Object.fromEntries(
    ['"', '\u0001', '😀'].map((sign, index) => [`field_${index}`, [sign.repeat(50_000), `${index}`]]),
  )
  const kept = fitting({ ...fields, short: 'Плед' })
  expect(jsonbLength(kept)).toBeLessThanOrEqual(65_536)
  expect(Object.keys(kept)).toEqual([...Object.keys(fields), 'short'])
  expect(kept.short).toBe('Плед')
  const { db } = await company()
  const entry = { created_at: '2026-11-20T06:00:00.000Z', action: 'update', entity: 'product' }
  await expect(
    db.insert('audit', { ...entry, before: kept as never, after: kept as never }).execute(),
  ).resolves.toBeDefined()
})

describe('the audit log', () => {
  test('records a settings change with its user, address, device, and old and new values', async () => {
    const { db, owner, client } = await company()
    await client.send('PUT', '/settings', settings({ require_review: true }), {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    await client.send('PUT', '/settings', settings({ require_review: false, staff_may_take: true }))
    const [second, first] = await list(client, { entity: 'company' })
    expect(first).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(/^20/),
      user: { id: owner.id, full_name: 'Анна Северова', avatar: null },
      address: testAddress(),
      device: 'Firefox, Linux',
      action: 'settings_change',
      entity: 'company',
      entity_id: db.companyId,
      title: null,
      before: {},
      after: { 'tasks.require_review': true },
      children: 0,
    })
    expect(second).toMatchObject({
      before: { 'tasks.require_review': true },
      after: { 'tasks.require_review': false, 'tasks.staff_may_take': true },
    })
  })

  test('records no unchanged settings, rejected requests, or changes of one’s own theme', async () => {
    const { client } = await company()
    await client.send('PUT', '/settings', settings({ require_review: true }))
    await client.send('PUT', '/settings', settings({ require_review: true }))
    await client.send('PUT', '/settings', settings({ require_review: 'perhaps' }))
    await client.send('PUT', '/settings', { parent: 'user', settings: { theme: 'dark' } })
    expect((await list(client)).map(({ action }) => action)).toEqual(['settings_change', 'login'])
  })

  test('records sign-ins, and failed ones once per account and address, without the password', async () => {
    const { owner, staff, client } = await company()
    const guest = await TestClient.guest(test_.app)
    for (const password of ['пароль-раз', 'пароль-два', 'пароль-три'])
      await guest.post('/auth/login', { login: staff.email.toUpperCase(), password })
    await guest.post('/auth/login', { login: `nobody-${staff.email}`, password: 'пароль' })
    await workMails(test_.root)
    const entries = await list(client)
    expect(entries.map(({ action, user, title }) => [action, user?.id ?? null, title])).toEqual([
      ['login_failed', null, 'Дарья Климова'],
      ['login', owner.id, null],
    ])
    expect(JSON.stringify(entries)).not.toContain('пароль')
  })

  test('records password changes and ended sessions, without passwords', async () => {
    const { owner, client } = await company()
    const id = await buildSession(test_.root, owner)
    await client.send('DELETE', `/user/sessions/${id}`)
    const fresh = 'вишня грузовик пять'
    const passwords = {
      current_password: 'right horse battery',
      password: fresh,
      password_confirmation: fresh,
    }
    expect((await client.send('PUT', '/user/password', passwords)).statusCode).toBe(200)
    const entries = await list(client)
    expect(entries.map(({ action }) => action)).toEqual(['password_change', 'session_end', 'login'])
    expect(entries[1]).toMatchObject({ before: { device: 'Firefox, Linux', address: '127.0.0.1' } })
    expect(JSON.stringify(entries)).not.toMatch(/вишня|horse|argon2/)
  })

  test('lists the parts of a bulk action', async () => {
    const { db, owner, staff, client } = await company()
    const by = { userId: owner.id, address: '10.0.0.1', device: 'Firefox' }
    const part = { action: 'deactivate', entity: 'user' } as const
    await writeAudit(db, by, { ...part, entity: 'company', id: db.companyId }, [
      { ...part, id: staff.id, title: 'Дарья Климова' },
      { ...part, id: owner.id, title: 'я'.repeat(300) },
    ])
    const [whole] = await list(client)
    expect(whole).toMatchObject({ children: 2, address: '10.0.0.1' })
    const parts = await list(client, { parent_id: whole?.id }, 'direction=asc')
    expect(parts.map(({ title }) => title?.slice(0, 5))).toEqual(['Дарья', 'яяяяя'])
  })

  test('is filtered, searched and exported to a file', async () => {
    const { owner, staff, client } = await company()
    await TestClient.signIn(test_.app, staff)
    await client.send('PUT', '/settings', settings({ require_review: true }))
    const actionsOf = async (filters: object) => (await list(client, filters)).map(({ action }) => action)
    expect(await actionsOf({ user_id: staff.id })).toEqual(['login'])
    expect(await actionsOf({ action: 'settings_change' })).toEqual(['settings_change'])
    expect(await actionsOf({ entity: 'user' })).toEqual(['login', 'login'])
    expect(await actionsOf({ search: 'REQUIRE_review' })).toEqual(['settings_change'])
    expect(await actionsOf({ search: 'климова' })).toEqual(['login'])
    expect(await actionsOf({ date_to: '2026-01-01' })).toEqual([])
    expect(await actionsOf({ user_id: [owner.id], search: '100%' })).toEqual([])
    const { raw } = await client.post('/listing/audit?format=csv', { action: 'settings_change' })
    expect(raw.body).toContain('Настройки изменены;Компания')
    expect(raw.body).toContain('Проверять задачи: да')
  })

  test('describes changes in words in its file, with money in roubles, in both languages', async () => {
    const { db, owner, staff, client } = await company()
    const by = { userId: owner.id, address: '10.0.0.1', device: 'Firefox' }
    const write = (entity: AuditEntity, after: AuditFields) =>
      writeAudit(db, by, { action: 'create', entity, id: staff.id, after })
    await write('money', { kind: 'fine', comment: 'Пересорт', amount: -40_050 })
    await write('coins', { kind: 'bonus', amount: 1200 })
    await write('reward', { title: 'Наставничество', money: 150_000, coins: 10 })
    await write('achievement', { achievement: 'king_of_the_hill', coins: 50 })
    await write('company', { 'achievements.racer.on': false, 'achievements.racer.coins': 30 })
    const { raw } = await client.post('/listing/audit?format=csv', {})
    const text = raw.body.replaceAll('\u00a0', ' ')
    for (const line of ['Вид: штраф', 'Комментарий: Пересорт', 'Сумма: −400,50 ₽', 'Сумма: +1 200'])
      expect(text).toContain(line)
    for (const line of ['За что: Наставничество', 'Деньги: 1 500,00 ₽', 'Монеты: 10'])
      expect(text).toContain(line)
    for (const line of ['Достижение: Царь горы', 'Гонщик, включено: нет', 'Гонщик, монет: 30'])
      expect(text).toContain(line)
    const reader = await buildUser(test_.root, db, 'owner', { language: 'en' })
    const english = await (await TestClient.signIn(test_.app, reader)).post('/listing/audit?format=csv', {
      entity: 'money',
    })
    expect(english.raw.body).toContain('Kind: fine\n')
    expect(english.raw.body).toContain('Amount: −₽400.50')
  })

  test('rejects unknown filters, filter values and sort keys', async () => {
    const { client } = await company()
    for (const filters of [{ action: 'fly' }, { entity: 'moon' }, { user_id: 'x' }, { by: 1 }])
      expect((await client.post('/listing/audit', filters)).statusCode).toBe(422)
    expect((await client.post('/listing/audit?sort_by=address')).statusCode).toBe(422)
  })

  test('cannot be changed through the API, not even by the owner', async () => {
    const { client } = await company()
    const [entry] = await list(client)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await client.send(method, '/listing/audit', { action: 'login' })).statusCode).toBe(405)
      expect((await client.send(method, `/listing/audit/${entry?.id}`, {})).statusCode).toBe(404)
    }
    expect((await client.post('/listing/audit/create', { action: 'login', entity: 'user' })).statusCode).toBe(
      404,
    )
    expect(await list(client)).toEqual([entry])
  })

  test('shows only entries of one’s own company', async () => {
    const { client } = await company()
    const stranger = await company()
    await stranger.client.send('PUT', '/settings', settings({ require_review: true }))
    const [foreign] = await list(stranger.client)
    expect(await list(client, { ids: [foreign?.id] })).toEqual([])
    expect(await list(client, { entity: 'company' })).toEqual([])
  })
})

describe('the database', () => {
  test.each([
    'update audit set action = action',
    'delete from audit where false',
    'truncate audit',
    'truncate audit cascade',
  ])('rejects %s', async (statement) => {
    await expect(sql.raw(statement).execute(test_.root)).rejects.toMatchObject({ code: '23001' })
  })

  test.each([
    [{ action: 'Bad action' }],
    [{ entity: '' }],
    [{ parent_id: 999_999_999 }],
    [{ before: sql.raw(`'[]'::jsonb`) as never }],
    [{ address: 'x'.repeat(101) }],
  ])('rejects an entry with %j', async (wrong) => {
    const { db } = await company()
    const entry = {
      created_at: '2026-11-20T06:00:00.000Z',
      action: 'login',
      entity: 'user',
      before: {},
      after: {},
    }
    await expect(db.insert('audit', { ...entry, ...wrong }).execute()).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
  })

  test('rejects a part of another company’s entry', async () => {
    const [one, other] = [await company(), await company()]
    const [entry] = await list(other.client)
    const part = {
      created_at: '2026-11-20T06:00:00.000Z',
      action: 'login',
      entity: 'user',
      before: {},
      after: {},
    }
    const insert = one.db.insert('audit', { ...part, parent_id: entry?.id ?? 0 }).execute()
    await expect(insert).rejects.toMatchObject({ code: '23503' })
  })
})
