import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayEnd, dayStart, moveClock } from '../../clock.ts'
import { resolveDays } from '../../days.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany, buildUser } from '../../testing/build.ts'
import { TestClient } from '../../testing/client.ts'
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

  test('that move are those of the company’s clock, not of UTC', () => {
    // 23:30 in UTC is the next day already three hours to the east.
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

describe('settings are merged', () => {
  test('deeply, lists replaced whole', () => {
    const before = { theme: 'dark', tables: { tasks: { hidden: ['a', 'b'], limit: 25 } } }
    expect(
      mergeSettings<object>(before, { tables: { tasks: { hidden: [] }, users: { limit: 10 } } }),
    ).toEqual({
      theme: 'dark',
      tables: { tasks: { hidden: [], limit: 25 }, users: { limit: 10 } },
    })
  })

  test('so that an empty patch changes nothing and the same patch twice is one', () => {
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

  test('works for the person, and what two devices save at once is all kept', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const save = (settings: object) => client.send('PUT', '/settings', { parent: 'user', settings })
    const screens = ['tasks', 'users', 'money', 'coins', 'orders', 'products']
    await Promise.all(screens.map((screen) => save({ tables: { [screen]: { limit: 50 } } })))
    const { body } = await save({ theme: 'dark' })
    expect(body.settings).toEqual({
      theme: 'dark',
      tables: Object.fromEntries(screens.map((screen) => [screen, { limit: 50 }])),
    })
  })

  test('works for the company, by its owner', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const settings = { tasks: { require_review: true }, leagues: { gold: 2000 } }
    expect((await client.send('PUT', '/settings', { parent: 'company', settings })).body.settings).toEqual(
      settings,
    )
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
    [{ parent: 'planet', settings: {} }, 'parent'],
    [{ parent: 'user' }, 'settings'],
    [{ parent: 'user', settings: { tables: { 'Tasks;': {} } } }, 'settings.tables.Tasks;'],
  ])('refuses %j at %s', async (body, path) => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'owner'))
    const answer = await client.send('PUT', '/settings', body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([422, [path]])
  })
})
