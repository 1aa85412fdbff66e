import type { Achievement, Progress } from '@artel/contract/achievements/achievements'
import { largestBalance } from '@artel/contract/ledger/ledger.line'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildTeam, signInTeam, type Team } from '../../testing/rows/team.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'

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

const judgeAll = async () => {
  while ((await judgeWaiting(db)) > 0);
}

test('a full account does not keep other people from getting their awards', async () => {
  const settings = { achievements: { racer: { coins: 30 } } }
  await as.owner.send('PUT', '/settings', { parent: 'company', settings })
  await judgeAll()
  // Entries of the maximum amount, until the account is full.
  await db.query(sql`
    insert into ledger_entries (company_id, ledger, user_id, kind, amount, created_at, created_by, approved_by)
    select ${db.companyId}, 'coins', ${people.staff.id}, 'bonus', 1000000000, ${monday}::timestamptz,
      ${people.owner.id}, ${people.owner.id} from generate_series(1, ${largestBalance / 1_000_000_000}::int4)`)
  const { id } = await buildUser(test_.root, db, 'staff', { created_at: monday, hired_on: '2024-11-17' })
  for (let index = 0; index < 24; index += 1) {
    await buildTask(db, people.admin, {
      status: 'done',
      norm_seconds: 600,
      spent_seconds: 599,
      quantity_done: 1,
      user_id: index % 2 ? id : people.staff.id,
      started_at: monday,
      finished_at: new Date(Date.parse(monday) + index * 60_000).toISOString(),
    })
  }
  await judgeAll()
  const coinsOf = async (user: number) =>
    ((await as.owner.get(`/users/${user}`)).body.user as { coins: number }).coins
  expect([await coinsOf(id), await coinsOf(people.staff.id)]).toEqual([30, largestBalance])
})

test('partly done tasks do not count, however fast they were', async () => {
  const terms = {
    status: 'done' as const,
    user_id: people.staff.id,
    quantity: 1000,
    norm_seconds: 600_000,
    spent_seconds: 5,
    started_at: monday,
    finished_at: monday,
  }
  const merits = async () => {
    await judgeAll()
    const { body } = await as.staff.post('/listing/achievements', {})
    const { achievements, progress } = body as { achievements: object[]; progress: Progress[] }
    const progressOf = (code: string) => progress.find(({ achievement }) => achievement === code)?.value
    return [achievements.length, progressOf('racer'), progressOf('virtuoso')]
  }
  for (let index = 0; index < 12; index += 1) {
    await buildTask(db, people.admin, { ...terms, quantity_done: 1 + index * 90 })
  }
  expect(await merits()).toEqual([0, 0, 0])
  await buildTask(db, people.admin, { ...terms, quantity_done: 1000 })
  expect(await merits()).toEqual([0, 1, 1])
})

test('progress targets ignore people hidden from boards, except for admins', async () => {
  const [hidden, shown] = [
    await buildUser(test_.root, db, 'staff', { created_at: monday }),
    await buildUser(test_.root, db, 'staff', { created_at: monday }),
  ]
  const bonus = (user_id: number, amount: number) =>
    as.owner.post('/coins', { user_id, amount, kind: 'bonus' })
  await bonus(hidden.id, 54_321)
  await bonus(shown.id, 700)
  await judgeAll()
  const targets = async (client: TestClient) => {
    const { body } = await client.post('/listing/achievements', { user_id: people.staff.id })
    const { progress = [] } = body as { progress?: Progress[] }
    const target = (code: string) => progress.find(({ achievement }) => achievement === code)?.target
    return ['king_of_the_hill', 'leader'].map(target)
  }
  expect(await targets(as.staff)).toEqual([54_321, 54_321])
  const settings = JSON.stringify({ hide_from_boards: true }) as never // jsonb gets it as text
  await db.update('users', { settings }).where('id', '=', hidden.id).execute()
  expect(await targets(as.staff)).toEqual([700, 700])
  expect(await targets(as.admin)).toEqual([54_321, 54_321])
})

test('an anniversary is not given again after the first day of work was changed', async () => {
  const anniversary = async (hired_on: string, at: string) => {
    const { admin } = await signInTeam(test_.app, people)
    const changed = await admin.send('PUT', `/users/${people.staff.id}`, { hired_on })
    expect(changed.statusCode).toBe(200)
    await judgeAll()
    stopClockAt(at)
    await closeDays(db)
    await judgeAll()
  }
  const veterans = () =>
    db.from('achievements').select('period').where('achievement', '=', 'veteran').orderBy('id').execute()
  // Each is the day of an anniversary.
  await anniversary('1990-11-22', '2026-11-23T09:00:00.000Z')
  await anniversary('1989-11-23', '2026-11-24T09:00:00.000Z')
  expect(await veterans()).toEqual([{ period: '36' }])
})

test('staff list only their own achievements, with their progress', async () => {
  const other = await buildUser(test_.root, db, 'staff')
  const listOf = async (client: TestClient, filters: object = {}) =>
    (await client.post('/listing/achievements', filters)).body as {
      achievements: Achievement[]
      progress?: Progress[]
    }
  for (const { id } of [people.staff, other]) {
    await as.admin.post(`/users/give/${id}/achievement`, { achievement: 'racer' })
  }
  await judgeAll()
  const own = await listOf(as.staff)
  expect(own.achievements).toMatchObject([{ user_id: people.staff.id }])
  expect(own.progress?.map(({ achievement }) => achievement)).toHaveLength(10)
  expect(own.progress).toContainEqual({ achievement: 'veteran', value: 364, target: 365 })
  expect(await listOf(as.staff, { user_id: other.id })).toMatchObject({ achievements: [] })
  expect(await listOf(as.staff, { user_id: other.id })).not.toHaveProperty('progress')
  expect((await listOf(as.admin)).achievements).toHaveLength(2)
  expect(await listOf(as.admin)).not.toHaveProperty('progress')
  expect(await listOf(as.admin, { user_id: other.id })).toHaveProperty('standing')
  const file = await as.admin.post('/listing/achievements?format=csv', {})
  expect(file.raw.body).toContain('Гонщик')
})
