import type { Achievement, Progress, RulesPreview, Standing } from '@artel/contract/achievements/achievements'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildShift, buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'
import { recompute } from './achievements.replay.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

const monday = '2026-11-16T09:00:00.000Z'

beforeEach(async () => {
  stopClockAt(monday)
  ;({ db, people, as } = await buildTeam(test_, {
    staff: { created_at: monday, hired_on: '2024-11-17' },
  }))
  return () => stopClockAt(null)
})

const listOf = async (client: TestClient, filters: object = {}) =>
  (await client.post('/listing/achievements', filters)).body as {
    achievements: Achievement[]
    progress?: Progress[]
    standing?: Standing
  }
const codesOf = async (client: TestClient) =>
  (await listOf(client)).achievements.map(({ achievement, period }) => `${achievement} ${period}`)
const give = (client: TestClient, body: object, to = people.staff.id) =>
  client.post(`/users/give/${to}/achievement`, { achievement: 'racer', ...body })
const bonus = (amount: number, to = people.staff.id) =>
  as.owner.post('/coins', { user_id: to, amount, kind: 'bonus' })
const coinsOf = async (id = people.staff.id) =>
  ((await as.owner.get(`/users/${id}`)).body.user as { coins: number; league: string }).coins
// Judges at once, because the database's clock dates the rules, and the test has not stopped that clock.
const decide = async (settings: object) => {
  await as.owner.send('PUT', '/settings', { parent: 'company', settings })
  await judgeAll()
}
const judgeAll = async () => {
  while ((await judgeWaiting(db)) > 0);
}
/** Sets the clock to an instant, and does what the scheduler would have done by then. */
async function goTo(instant: string) {
  stopClockAt(instant)
  await judgeAll()
  await closeDays(db)
  await judgeAll()
  as = await signInTeam(test_.app, people)
}
const done = (index: number) =>
  buildTask(db, people.admin, {
    status: 'done',
    user_id: people.staff.id,
    norm_seconds: 600,
    spent_seconds: 599,
    quantity_done: 1,
    started_at: monday,
    finished_at: new Date(Date.parse(monday) + index * 60_000).toISOString(),
  })
const unchanged = async (work: () => Promise<unknown>) => {
  const before = await fingerprint(test_.root, [db.companyId])
  await work()
  expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
}
const achievementOf = ({ body }: Answer) => body.achievement as Achievement

describe('by rule', () => {
  test('done tasks give an achievement, its coins and one notification, only once', async () => {
    await decide({ achievements: { racer: { coins: 30 } } })
    for (let index = 0; index < 12; index += 1) await done(index)
    await judgeAll()
    expect(await listOf(as.staff)).toMatchObject({
      achievements: [
        {
          achievement: 'racer',
          period: '2026-11-16',
          coins: 30,
          given_by: null,
          giver: null,
          comment: null,
          revoked: null,
          user_id: people.staff.id,
          can: { revoke: false },
        },
      ],
    })
    expect(await coinsOf()).toBe(30)
    const { body } = await as.staff.post('/listing/coins', {})
    expect(body.coins).toMatchObject([
      { kind: 'achievement', amount: 30, source: { type: 'achievement', title: 'racer' } },
    ])
    const announced = db.announcements.map(({ event, audience }) => [event.entity, event.action, audience])
    expect(announced).toContainEqual(['achievement', 'create', [people.staff.id]])
    const news = await as.staff.post('/listing/notifications', { kind: 'achievement' })
    expect(news.body.notifications).toMatchObject([
      { title: 'Достижение: Гонщик', body: '+30 монет', url: `/user/${people.staff.id}/achievements` },
    ])
  })

  test('tasks with no quantity done or no measured time give no achievement', async () => {
    const terms = {
      status: 'done' as const,
      user_id: people.staff.id,
      norm_seconds: 600,
      started_at: monday,
    }
    for (let index = 0; index < 12; index += 1) {
      const finished_at = new Date(Date.parse(monday) + index * 60_000).toISOString()
      await buildTask(db, people.admin, { ...terms, finished_at, spent_seconds: 5, quantity_done: 0 })
      await buildTask(db, people.admin, { ...terms, finished_at, spent_seconds: 0, quantity_done: 1 })
    }
    await judgeAll()
    expect(await codesOf(as.staff)).toEqual([])
    const { progress } = await listOf(as.owner, { user_id: people.staff.id })
    expect(progress?.find(({ achievement }) => achievement === 'virtuoso')?.value).toBe(12)
  })

  test('a deleted task no longer counts, and a returned task resets the series', async () => {
    const id = await done(0)
    await done(1)
    await judgeAll()
    const runOf = async () =>
      (await listOf(as.staff)).progress?.find(({ achievement }) => achievement === 'virtuoso')
    expect(await runOf()).toEqual({ achievement: 'virtuoso', value: 2, target: 50 })
    await as.admin.send('DELETE', `/tasks/${id}`)
    await judgeAll()
    expect(await runOf()).toMatchObject({ value: 1 })
    const review = await buildTask(db, people.admin, {
      status: 'review',
      user_id: people.staff.id,
      requires_review: true,
      started_at: monday,
      finished_at: monday,
    })
    expect((await as.admin.post(`/tasks/${review}/return`, { reason: 'Нет вкладыша' })).statusCode).toBe(200)
    await judgeAll()
    expect(await runOf()).toMatchObject({ value: 0 })
  })

  test('a deleted task is subtracted on the day it counted, even after a time zone change', async () => {
    const id = await done(0)
    await as.owner.send('PUT', '/company', { timezone: -12 })
    await as.admin.send('DELETE', `/tasks/${id}`)
    const events = db.from('achievement_events').select(['change', 'day']).where('kind', '=', 'task')
    expect(await events.orderBy('id').execute()).toEqual([
      { change: 1, day: '2026-11-16' },
      { change: -1, day: '2026-11-16' },
    ])
  })

  test('weeks, months and years close at noon of the next day, including all missed days', async () => {
    const rival = await buildUser(test_.root, db, 'staff', { created_at: monday })
    await bonus(700)
    await bonus(699, rival.id)
    // A day ends at midnight in the company, three hours ahead of UTC, and closes twelve hours later.
    await goTo('2026-11-23T08:59:00.000Z')
    expect(await codesOf(as.staff)).toEqual(['veteran 2'])
    await goTo('2026-11-23T09:00:00.000Z')
    expect(await codesOf(as.staff)).toEqual(['king_of_the_hill 2026-11-16', 'veteran 2'])
    await goTo('2026-12-09T12:00:00.000Z')
    expect(await codesOf(as.staff)).toEqual(
      ['leader 2026-11', 'best_employee 2026-11', 'king_of_the_hill 2026-11-16', 'veteran 2'].toSorted(
        (a, b) =>
          ['leader 2026-11', 'best_employee 2026-11'].indexOf(b) -
          ['leader 2026-11', 'best_employee 2026-11'].indexOf(a),
      ),
    )
    expect((await listOf(as.staff)).standing).toEqual({
      points: 0,
      league: 'bronze',
      next: { league: 'silver', points: 500 },
      finals: [{ month: '2026-11-01', points: 700, league: 'silver' }],
    })
  })

  test('repeated clocking in and out on one day gives no achievement', async () => {
    for (let press = 0; press < 41; press++) {
      expect((await as.staff.post('/hours/start')).statusCode).toBe(201)
      expect((await as.staff.post('/hours/stop')).statusCode).toBe(200)
    }
    await judgeAll()
    expect(await codesOf(as.staff)).toEqual([])
    expect(await coinsOf()).toBe(0)
    const { progress } = await listOf(as.owner, { user_id: people.staff.id })
    expect(progress?.find(({ achievement }) => achievement === 'marathon_runner')?.value).toBe(0)
  })

  test('a shift counts with its current hours after a correction, and not after deletion', async () => {
    const hour = 3_600_000
    const at = (hours: number) => new Date(Date.parse(monday) + hours * hour).toISOString()
    const id = await buildShift(db, people.staff, {
      started_at: at(0),
      ended_at: at(8),
      worked_seconds: 8 * 3600,
    })
    await judgeAll()
    const worked = async () =>
      (await listOf(as.staff)).progress?.find(({ achievement }) => achievement === 'titanium')?.value
    expect(await worked()).toBe(8 * 3600)
    await db
      .update('shifts', { ended_at: at(9), worked_seconds: 9 * 3600 })
      .where('id', '=', id)
      .execute()
    await judgeAll()
    expect(await worked()).toBe(9 * 3600)
    await db.remove('shifts').where('id', '=', id).execute()
    await judgeAll()
    expect(await worked()).toBe(0)
  })

  test('admins and archived users get no awards when a month closes', async () => {
    await buildTask(db, people.admin, { title: 'Ничья' })
    await bonus(7000, people.admin.id)
    await bonus(7000)
    await as.owner.send('PUT', `/users/${people.staff.id}/status`, { status: 'archived' })
    await judgeAll()
    stopClockAt('2026-12-02T12:00:00.000Z')
    await closeDays(db)
    await judgeAll()
    const given = await db.from('achievements').select(['user_id', 'achievement', 'period']).execute()
    expect(given).toEqual([{ user_id: people.staff.id, achievement: 'legendary_person', period: '2026-11' }])
  })
})

describe('by hand', () => {
  test('gives the coins of the rule, records the giver, notifies the person and logs it', async () => {
    await decide({ achievements: { racer: { coins: 25 } } })
    const answer = await give(as.admin, { comment: 'За субботник' })
    expect(answer.statusCode).toBe(201)
    expect(achievementOf(answer)).toMatchObject({
      user_id: people.staff.id,
      achievement: 'racer',
      period: null,
      coins: 25,
      comment: 'За субботник',
      given_by: people.admin.id,
      giver: { id: people.admin.id },
      can: { revoke: true },
    })
    expect(await coinsOf()).toBe(25)
    const again = await give(as.admin, {})
    expect(achievementOf(again)).toMatchObject({ period: null, comment: null })
    const news = await as.staff.post('/listing/notifications', { kind: 'achievement' })
    expect((news.body.notifications as { body: string }[]).map(({ body }) => body)).toEqual([
      '+25 монет',
      '+25 монет. За субботник',
    ])
    const log = await as.owner.post('/listing/audit', { entity: 'achievement' })
    expect(log.body.audit).toHaveLength(2)
  })

  test.each([
    [{ achievement: 'hero' }, 'achievement'],
    [{ achievement: null }, 'achievement'],
    [{ comment: 'x'.repeat(501) }, 'comment'],
    [{ coins: 5 }, 'coins'],
  ])('rejects invalid input %j and names its field', async (body, field) => {
    await unchanged(async () => expect(fieldsOf(await give(as.admin, body))).toEqual([422, field]))
  })

  test('rejects giving to oneself, to an unknown user, to another company, and by staff', async () => {
    await unchanged(async () => {
      expect(codeOf(await give(as.admin, {}, people.admin.id))).toEqual([403, 'forbidden'])
      expect(codeOf(await give(as.admin, {}, 999_999_999))).toEqual([404, 'not_found'])
      expect(codeOf(await give(as.staff, {}))).toEqual([403, 'forbidden'])
    })
    const stranger = await buildTeam(test_)
    await unchanged(async () =>
      expect(codeOf(await give(as.owner, {}, stranger.people.staff.id))).toEqual([404, 'not_found']),
    )
  })
})

describe('revoking an achievement', () => {
  const revoke = (client: TestClient, id: number, comment = 'Ошибка') =>
    client.post(`/achievements/${id}/revoke`, { comment })

  test('takes its coins back, notifies the person of the reason, and keeps it in the list', async () => {
    await decide({ achievements: { racer: { coins: 25 } } })
    const { id } = achievementOf(await give(as.admin, {}))
    const answer = await revoke(as.owner, id)
    expect(achievementOf(answer)).toMatchObject({
      revoked: { at: monday, by: { id: people.owner.id }, reason: 'Ошибка' },
      can: { revoke: false },
    })
    expect(await coinsOf()).toBe(0)
    expect(codeOf(await revoke(as.owner, id))).toEqual([409, 'wrong_state'])
    const news = await as.staff.post('/listing/notifications', { kind: 'achievement' })
    expect((news.body.notifications as object[])[0]).toMatchObject({
      title: 'Достижение отозвано: Гонщик',
      body: '−25 монет. Ошибка',
    })
    expect((await listOf(as.staff)).achievements).toMatchObject([{ id, revoked: { reason: 'Ошибка' } }])
  })

  test('is rejected if the coins are spent, without a reason, by staff, or for an unknown id', async () => {
    await decide({ achievements: { racer: { coins: 25 } } })
    const { id } = achievementOf(await give(as.admin, {}))
    await as.admin.post('/coins', { user_id: people.staff.id, amount: 1, kind: 'fine', comment: 'Брак' })
    await unchanged(async () => {
      expect(codeOf(await revoke(as.owner, id))).toEqual([409, 'insufficient_coins'])
      expect(fieldsOf(await revoke(as.owner, id, ' '))).toEqual([422, 'comment'])
      expect(codeOf(await revoke(as.staff, id))).toEqual([403, 'forbidden'])
      expect(codeOf(await revoke(as.owner, 999_999_999))).toEqual([404, 'not_found'])
    })
  })

  test('prevents the rule from giving it again', async () => {
    for (let index = 0; index < 10; index += 1) await done(index)
    await judgeAll()
    const [given] = (await listOf(as.owner)).achievements
    await revoke(as.owner, given?.id ?? 0)
    await done(11)
    await judgeAll()
    await recompute(db)
    expect((await listOf(as.owner)).achievements).toMatchObject([
      { id: given?.id, revoked: { reason: 'Ошибка' } },
    ])
  })
})

describe('changed rules', () => {
  const preview = async (body: object) =>
    (await as.owner.post('/company/achievements/preview', body)).body.preview as RulesPreview

  test('have a preview of who gains achievements and what they cost, which changes nothing', async () => {
    await decide({ achievements: { racer: { on: false }, legendary_person: { coins: 10 } } })
    for (let index = 0; index < 10; index += 1) await done(index)
    await bonus(5000)
    await judgeAll()
    expect(await codesOf(as.owner)).toEqual([])
    await unchanged(async () => {
      expect(await preview({})).toEqual({
        gains: [],
        coins: 0,
        recently: { before: { count: 0, coins: 0 }, after: { count: 0, coins: 0 } },
      })
      expect(
        await preview({ achievements: { racer: { on: true, coins: 30 } }, leagues: { diamond: 5000 } }),
      ).toMatchObject({
        gains: [
          { user: { id: people.staff.id }, achievement: 'racer', count: 1, coins: 30 },
          { user: { id: people.staff.id }, achievement: 'legendary_person', count: 1, coins: 10 },
        ],
        coins: 40,
        recently: { before: { count: 0, coins: 0 }, after: { count: 2, coins: 40 } },
      })
    })
  })

  test('apply to new events only, or to all after a recompute; nothing is revoked', async () => {
    await decide({ achievements: { racer: { on: false } } })
    for (let index = 0; index < 10; index += 1) await done(index)
    await judgeAll()
    await decide({ achievements: { racer: { on: true, coins: 30 } } })
    await judgeAll()
    expect(await codesOf(as.owner)).toEqual([])
    expect((await as.owner.post('/company/achievements/recompute', {})).statusCode).toBe(200)
    await recompute(db)
    expect(await codesOf(as.owner)).toEqual(['racer 2026-11-16'])
    expect(await coinsOf()).toBe(30)
    await decide({ achievements: { racer: { on: false } } })
    await judgeAll()
    await recompute(db)
    expect(await codesOf(as.owner)).toEqual(['racer 2026-11-16'])
    expect(await coinsOf()).toBe(30)
  })

  test('repeated recompute requests queue one job', async () => {
    for (let time = 0; time < 3; time += 1) await as.owner.post('/company/achievements/recompute', {})
    const { rows } = await sql`
      select from jobs.job where name = 'recompute-achievements' and state = 'created'
        and data->>'company_id' = ${String(db.companyId)}`.execute(test_.root)
    expect(rows).toHaveLength(1)
  })

  test('are previewed and recomputed only by the owner, and are validated', async () => {
    for (const path of ['preview', 'recompute']) {
      expect(codeOf(await as.admin.post(`/company/achievements/${path}`, {}))).toEqual([403, 'forbidden'])
    }
    expect(
      fieldsOf(await as.owner.post('/company/achievements/preview', { leagues: { silver: 0 } })),
    ).toEqual([422, 'leagues.silver'])
  })
})
