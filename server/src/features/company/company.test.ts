import { achievementCodes } from '@artel/contract/company/company.line'
import { optionalKinds } from '@artel/contract/notifications/notifications.line'
import { automaticKinds } from '@artel/contract/pushes/pushes.line'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayEnd, dayStart, moveClock } from '../../clock.ts'
import { resolveDays } from '../../days.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { mergeSettings } from './settings.rules.ts'

describe('company days', () => {
  test.each([
    ['2026-11-20', 0, '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20', 3, '2026-11-19T21:00:00.000Z', '2026-11-20T21:00:00.000Z'],
    ['2026-01-01', 14, '2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
    ['2028-02-29', -9.75, '2028-02-29T09:45:00.000Z', '2028-03-01T09:45:00.000Z'],
  ])('%s at UTC%s begins %s and ends %s', (day, timezone, start, end) => {
    expect([dayStart(day, timezone), dayEnd(day, timezone)]).toEqual([start, end])
  })

  // A Friday, the last day of a month after a leap day, a Monday, and the first day of a year.
  test.each([
    ['today', '2026-11-20', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['tomorrow', '2028-02-28', '2028-02-29', '2028-02-29'],
    ['this_week', '2026-11-20', '2026-11-16', '2026-11-22'],
    ['this_week', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['this_week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['last_7_days', '2026-11-20', '2026-11-14', '2026-11-20'],
    ['this_month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ] as const)('%s on %s is from %s to %s', (days, today, first, last) => {
    expect(resolveDays(days, today)).toEqual({ first, last })
  })

  test('relative to today follow the time zone of the company, not UTC', () => {
    // 23:30 UTC is already the next day at UTC+3.
    moveClock(Date.parse('2026-11-20T23:30:00Z') - Date.now())
    expect([dayStart('today', 3), dayEnd('today', 3)]).toEqual([
      '2026-11-20T21:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
    ])
    expect([dayStart('this_week', -5), dayEnd('this_week', -5)]).toEqual([
      '2026-11-16T05:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ])
    moveClock(0)
  })
})

describe('merging settings', () => {
  test('merges objects deeply and replaces lists', () => {
    const before = { theme: 'dark', tables: { tasks: { hidden: ['a', 'b'], limit: 25 } } }
    expect(
      mergeSettings<object>(before, { tables: { tasks: { hidden: [] }, users: { limit: 10 } } }),
    ).toEqual({
      theme: 'dark',
      tables: { tasks: { hidden: [], limit: 25 }, users: { limit: 10 } },
    })
  })

  test('is idempotent, and changes nothing with an empty patch', () => {
    const settings = fc.dictionary(
      fc.string(),
      fc.oneof(fc.integer(), fc.dictionary(fc.string(), fc.integer())),
    )
    fc.assert(
      fc.property(settings, settings, (before, patch) => {
        expect(mergeSettings<object>(before, {})).toEqual(before)
        const once = mergeSettings<object>(before, patch)
        expect(mergeSettings<object>(once, patch)).toEqual(once)
      }),
    )
  })
})

describe('settings.update', () => {
  const test_ = useTestApp()

  test('saves the settings of a person and keeps all concurrent changes', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const save = (settings: object) => client.send('PUT', '/settings', { parent: 'user', settings })
    const screens = ['tasks', 'users', 'money', 'coins', 'orders', 'products']
    await Promise.all(screens.map((screen) => save({ tables: { [screen]: { limit: 50 } } })))
    const { body } = await save({ theme: 'dark' })
    expect(body.settings).toEqual({
      theme: 'dark',
      density: 'default',
      hide_from_boards: false,
      preview_texts: false,
      first_steps: 'open',
      tables: Object.fromEntries(screens.map((screen) => [screen, { limit: 50 }])),
      notifications: Object.fromEntries(optionalKinds.map((kind) => [kind, true])),
      pushes: {
        ...Object.fromEntries(automaticKinds.map((kind) => [kind, true])),
        push: true,
        off_shift: false,
      },
    })
    const off = await save({ notifications: { task_comment: false }, pushes: { off_shift: true } })
    expect(off.body.settings).toMatchObject({
      theme: 'dark',
      notifications: { task_comment: false, task_review: true },
      pushes: { off_shift: true, push: true },
    })
  })

  test('keeps the width of each column on its own, and forgets one', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const save = (widths: object) =>
      client.send('PUT', '/settings', { parent: 'user', settings: { tables: { tasks: { widths } } } })
    await Promise.all([save({ user: 200 }), save({ due: 180 })])
    const { body } = await save({ due: null })
    expect(body.settings).toMatchObject({ tables: { tasks: { widths: { user: 200, due: null } } } })
  })

  test('limits the size of a person’s settings, sent at once or bit by bit', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const save = (settings: object) => client.send('PUT', '/settings', { parent: 'user', settings })
    const hidden = Array.from({ length: 40 }, (_, n) => `${n}`.padStart(40, 'я'))
    const name = (n: number) => `t_${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`
    const tables = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [name(n), { hidden }]))
    const whole = await save({ tables })
    expect([whole.statusCode, Object.keys(whole.body.errors ?? {})]).toEqual([422, ['settings']])
    const codes: number[] = []
    for (const [table, settings] of Object.entries(tables).slice(0, 30)) {
      codes.push((await save({ tables: { [table]: settings } })).statusCode)
    }
    expect([codes[0], codes.at(-1)]).toEqual([200, 422])
    expect((await save({ theme: 'dark' })).statusCode).toBe(200)
  })

  test('lets the owner save the settings of the company', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const settings = { tasks: { require_review: true }, leagues: { gold: 2000 } }
    const rules = achievementCodes.map((code) => [code, { on: true, coins: 0 }] as const)
    expect((await client.send('PUT', '/settings', { parent: 'company', settings })).body.settings).toEqual({
      currency: 'RUB',
      tasks: { require_review: true, staff_may_take: true },
      hours: { grace_minutes: 60 },
      leagues: { silver: 500, gold: 2000, platinum: 3000, diamond: 6000 },
      achievements: Object.fromEntries(rules),
      security: { require_totp: false },
      supplies: { gs1_prefix: null },
    })
    expect((await client.post('/auth/init')).body.company).toMatchObject({ settings })
  })

  test.each([
    [{ parent: 'user', settings: { tasks: { require_review: true } } }, 'settings.tasks'],
    [{ parent: 'company', settings: { theme: 'dark' } }, 'settings.theme'],
    [
      { parent: 'company', settings: { achievements: { sleeper: { on: true } } } },
      'settings.achievements.sleeper',
    ],
    [{ parent: 'company', settings: { leagues: { gold: '2000' } } }, 'settings.leagues.gold'],
    [{ parent: 'company', settings: { leagues: { gold: 500 } } }, 'settings.leagues.gold'],
    [{ parent: 'company', settings: { leagues: { silver: 0 } } }, 'settings.leagues.silver'],
    [{ parent: 'company', settings: { leagues: { silver: 6000 } } }, 'settings.leagues.gold'],
    [{ parent: 'company', settings: { hours: { grace_minutes: 721 } } }, 'settings.hours.grace_minutes'],
    [{ parent: 'company', settings: { currency: 'USD' } }, 'settings.currency'],
    [
      { parent: 'company', settings: { achievements: { racer: { coins: -1 } } } },
      'settings.achievements.racer.coins',
    ],
    [{ parent: 'user', settings: {}, version: 1 }, 'version'],
    [{ parent: 'planet', settings: {} }, 'parent'],
    [{ parent: 'user' }, 'settings'],
    [{ parent: 'user', settings: { tables: { 'Tasks;': {} } } }, 'settings.tables.Tasks;'],
    [
      { parent: 'user', settings: { tables: { tasks: { hidden: ['a\0b'] } } } },
      'settings.tables.tasks.hidden.0',
    ],
    [
      { parent: 'user', settings: { tables: { tasks: { hidden: ['\ud800'] } } } },
      'settings.tables.tasks.hidden.0',
    ],
    [
      { parent: 'user', settings: { tables: { tasks: { widths: { user: 39 } } } } },
      'settings.tables.tasks.widths.user',
    ],
    [
      { parent: 'user', settings: { tables: { tasks: { widths: { 'a b': 200 } } } } },
      'settings.tables.tasks.widths.a b',
    ],
    [{ parent: 'user', settings: { notifications: { moon: true } } }, 'settings.notifications.moon'],
  ])('rejects %j at %s', async (body, path) => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const answer = await client.send('PUT', '/settings', body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [path]])
  })
})

describe('leagues', () => {
  const test_ = useTestApp()

  test('must ascend in the database too', async () => {
    const db = await buildCompany(test_.root)
    const set = (leagues: object) => db.updateCompany({ settings: { leagues } })
    await set({ silver: 1, gold: 2, platinum: 3, diamond: 4 })
    for (const leagues of [
      { silver: 5, gold: 5 },
      { gold: 9, diamond: 8 },
      { silver: 7, platinum: 6 },
    ])
      await expect(set(leagues)).rejects.toMatchObject({ constraint: 'companies_leagues_ascend' })
  })

  test('stay ascending when an owner saves two of them concurrently', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const save = (leagues: object) =>
      client.send('PUT', '/settings', { parent: 'company', settings: { leagues } })
    const answers = await Promise.all([save({ silver: 1400 }), save({ gold: 1000 })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  })
})

describe('company.update', () => {
  const test_ = useTestApp()

  async function ownerOf() {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    return { db, client, save: (body: object) => client.send('PUT', '/company', body) }
  }

  test('changes only the sent fields, and logs old and new values', async () => {
    const { client, save } = await ownerOf()
    const card = { name: ' Северный дом ', address: 'Подольск', phone: '+7 495 204-18-33', email: 'A@B.ru' }
    const { statusCode, body } = await save(card)
    const saved = { ...card, name: 'Северный дом', email: 'a@b.ru' }
    expect([statusCode, body.company]).toMatchObject([200, { ...saved, timezone: 3 }])
    const { body: later } = await save({ address: null, timezone: -9.75 })
    expect(later.company).toMatchObject({ ...saved, address: null, timezone: -9.75 })
    const log = await client.post('/listing/audit', { action: 'update' })
    expect(log.body.audit).toMatchObject([
      { before: { address: 'Подольск', timezone: 3 }, after: { address: null, timezone: -9.75 } },
      { after: { name: 'Северный дом' } },
    ])
  })

  test('keeps instants when the time zone changes; the next call finds days by the new one', async () => {
    const { db, client, save } = await ownerOf()
    const { body } = await client.post('/tasks/create', { title: 'Плед', due_at: '2026-11-20T22:30:00.000Z' })
    const { id } = body.task as { id: number }
    await db.update('tasks', { created_at: '2026-11-20T22:30:00.000Z' }).where('id', '=', id).execute()
    const found = async () => {
      const list = await client.post('/listing/tasks', { date_from: '2026-11-21', date_to: '2026-11-21' })
      return list.body.tasks as { id: number; due_at: string }[]
    }
    expect(await found()).toMatchObject([{ id, due_at: '2026-11-20T22:30:00.000Z' }])
    await save({ timezone: 0 })
    expect(await found()).toEqual([])
    expect((await client.get(`/tasks/${id}`)).body.task).toMatchObject({ due_at: '2026-11-20T22:30:00.000Z' })
  })

  test('accepts a multipart form with a method override', async () => {
    const { client } = await ownerOf()
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const { statusCode, body } = await client.send('POST', '/company', undefined, {
      payload: `${part('_method', 'PUT')}${part('timezone', '5.5')}${part('phone', '')}--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect([statusCode, body.company]).toMatchObject([200, { timezone: 5.5, phone: null }])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: 'x'.repeat(51) }, 'phone'],
    [{ address: 'x'.repeat(501) }, 'address'],
    [{ timezone: 14.25 }, 'timezone'],
    [{ timezone: 3.1 }, 'timezone'],
    [{ timezone: 'Europe/Moscow' }, 'timezone'],
    [{ timezone: null }, 'timezone'],
    [{ is_active: false }, 'is_active'],
    [{ id: 1 }, 'id'],
    [{ working_hours_from: '09:00' }, 'working_hours_from'],
  ])('rejects %j at %s and changes nothing', async (body, path) => {
    const { db, save } = await ownerOf()
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await save(body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [path]])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('rejects a stale version, and in settings only if the same setting was changed', async () => {
    const { client, save } = await ownerOf()
    const { version } = (await save({ name: 'Раз' })).body.company as { version: number }
    await save({ name: 'Два', version })
    expect((await save({ name: 'Три', version })).body).toMatchObject({
      code: 'stale',
      current: { name: 'Два' },
    })
    const set = (settings: object) =>
      client.send('PUT', '/settings', { parent: 'company', settings, version })
    expect((await set({ tasks: { require_review: true } })).statusCode).toBe(200)
    expect((await set({ tasks: { staff_may_take: false } })).statusCode).toBe(200)
    expect((await set({ tasks: { require_review: false } })).body).toMatchObject({ code: 'stale' })
  })
})
