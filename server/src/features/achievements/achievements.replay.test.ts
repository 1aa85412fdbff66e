import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import { shiftDay } from '../../days.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildEntry, buildShift, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { leastOf } from '../../testing/thread-cpu.ts'
import { times } from '../../testing/together.ts'
import { longestTurnMs } from '../../testing/turns.ts'
import { Random } from '../../testing/values/random.ts'
import { closeDays, judgeWaiting } from './achievements.judge.ts'
import { findJudged } from './achievements.queries.ts'
import { recompute, replay } from './achievements.replay.ts'

const test_ = useTestApp()
const seed = Number(process.env.ACHIEVEMENTS_SEED ?? Math.floor(Math.random() * 2 ** 31))

let db: Db
let lead: TestUser
let staff: TestUser[]

beforeEach(async () => {
  stopClockAt('2026-08-03T06:00:00.000Z')
  const team = await buildTeam(test_)
  db = team.db
  lead = team.people.admin
  staff = [team.people.staff]
  for (const hired_on of ['2024-08-20', '2025-10-01', null]) {
    staff.push(await buildUser(test_.root, db, 'staff', { hired_on }))
  }
  return () => stopClockAt(null)
})

const inTransaction = <T>(work: (mine: Db) => Promise<T>) =>
  test_.root.transaction().execute((connection) => work(new Db(connection, db.companyId)))

/** Judges at once, because the database's clock dates the rules, and the test has not stopped that clock. */
async function decide(achievements: object): Promise<void> {
  // The column is written as text.
  await db.updateCompany({ settings: JSON.stringify({ achievements }) as never })
  await inTransaction((mine) => judgeWaiting(mine))
}

const givenByRule = async () => {
  const rows = await db
    .from('achievements')
    .select(['user_id', 'achievement', 'period'])
    .where('given_by', 'is', null)
    .execute()
  return rows.map(({ user_id, achievement, period }) => `${user_id} ${achievement} ${period}`).toSorted()
}
const written = async () =>
  (await replay(db, null))
    .map(({ user_id, achievement, period }) => `${user_id} ${achievement} ${period}`)
    .toSorted()

/** A day of one person: a shift, tasks and coins, some of them corrected later. */
async function liveDay(user: TestUser, day: string, random: Random): Promise<void> {
  const at = (hour: number, minute = 0) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000).toISOString()
  const late = random.next() < 0.04 ? 60 : 0
  const span = { day, started_at: at(6), ended_at: at(15) }
  const shift = await buildShift(db, user, { ...span, late_seconds: late })
  if (late > 0 && random.next() < 0.5) {
    await db.update('shifts', { late_seconds: 0 }).where('id', '=', shift).execute()
  }
  const tasks = Math.floor(random.next() * 14)
  for (let index = 0; index < tasks; index += 1) {
    const task = await buildTask(db, lead, {
      status: 'done',
      user_id: user.id,
      norm_seconds: 600,
      quantity_done: 1,
      spent_seconds: random.next() < 0.9 ? 500 : 700,
      returns: random.next() < 0.02 ? 1 : 0,
      started_at: at(6, index * 20),
      finished_at: at(6, index * 20 + 19),
    })
    if (random.next() < 0.02) {
      await db
        .update('tasks', { deleted_at: at(14), deleted_by: lead.id })
        .where('id', '=', task)
        .execute()
    }
  }
  const amount = Math.floor(random.next() * 400)
  if (amount === 0) return
  const entry = { ledger: 'coins', kind: 'bonus', approved_by: lead.id, created_at: at(15) } as const
  const id = await buildEntry(db, user, { ...entry, amount })
  if (random.next() < 0.05) {
    const reversal = {
      kind: 'reversal',
      reverses_id: id,
      comment: 'Ошибка',
      key: `entry:${id}:reversal`,
    } as const
    await buildEntry(db, user, { ...entry, ...reversal, amount: -amount })
  }
}

/** Lives through a range of days. Events are judged in random batches, and each day closes at its time. */
async function live(from: number, to: number, random: Random): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const day = shiftDay('2026-08-03', index)
    for (const user of staff) if (random.next() < 0.8) await liveDay(user, day, random)
    stopClockAt(`${shiftDay(day, 1)}T09:00:00.000Z`)
    if (random.next() < 0.3) await inTransaction((mine) => judgeWaiting(mine))
    await inTransaction((mine) => closeDays(mine))
    if (random.next() < 0.6) await inTransaction((mine) => judgeWaiting(mine))
  }
  await inTransaction((mine) => judgeWaiting(mine))
}

describe(`two random months (ACHIEVEMENTS_SEED=${seed})`, () => {
  test('a replay gives exactly the achievements that were given day by day', async () => {
    const random = new Random(seed)
    await decide({ racer: { coins: 15 }, leader: { coins: 500 } })
    await live(0, 60, random)
    const given = await givenByRule()
    expect(given.length).toBeGreaterThan(20)
    expect(new Set(given.map((award) => award.split(' ')[1])).size).toBeGreaterThan(5)
    expect(await written()).toEqual(given)
    const before = await db.from('achievements').selectAll().orderBy('id').execute()
    await inTransaction(recompute)
    expect(await db.from('achievements').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('a replay by the rules of each time matches, also after rules were switched on and off', async () => {
    const random = new Random(seed + 2)
    await live(0, 20, random)
    await decide({ racer: { on: false }, virtuoso: { on: false } })
    await live(20, 40, random)
    const meanwhile = await givenByRule()
    await decide({ racer: { on: true } })
    await live(40, 60, random)
    const given = await givenByRule()
    expect(given).toEqual(expect.arrayContaining(meanwhile))
    expect(await written()).toEqual(given)
    await inTransaction(recompute)
    const all = await givenByRule()
    expect(all.length).toBeGreaterThan(given.length)
    expect(all).toEqual(expect.arrayContaining(given))
  })

  test('the points of each day equal the sum of its ledger entries', async () => {
    await live(0, 20, new Random(seed + 1))
    const days = await db
      .from('points_days')
      .select(['user_id', 'day', 'points'])
      .orderBy('user_id')
      .orderBy('day')
      .execute()
    const entries = await db
      .from('ledger_entries')
      .select(['user_id', 'amount', 'created_at'])
      .where('ledger', '=', 'coins')
      .execute()
    const sums = new Map<string, number>()
    for (const { user_id, amount, created_at } of entries) {
      const key = `${user_id} ${created_at.slice(0, 10)}`
      sums.set(key, (sums.get(key) ?? 0) + amount)
    }
    expect(new Map(days.map(({ user_id, day, points }) => [`${user_id} ${day}`, points]))).toEqual(sums)
  })
})

test('processes that concurrently close and judge one month give each achievement once', async () => {
  await decide({ leader: { coins: 100 } })
  for (const [index, user] of staff.entries()) {
    await buildEntry(db, user, { ledger: 'coins', kind: 'bonus', amount: 1000 - index })
  }
  stopClockAt('2026-09-01T12:00:00.000Z')
  await times(6, async (index) => {
    await inTransaction((mine) => (index % 2 === 0 ? closeDays(mine) : judgeWaiting(mine)))
    await inTransaction((mine) => closeDays(mine))
    await inTransaction((mine) => judgeWaiting(mine))
    await inTransaction(recompute)
  })
  const given = await givenByRule()
  expect(given).toEqual([...new Set(given)])
  expect(given).toContain(`${staff[0]?.id} leader 2026-08`)
  const finals = await db.from('final_leagues').select(['user_id', 'points']).orderBy('user_id').execute()
  expect(finals).toEqual(staff.map(({ id }, index) => ({ user_id: id, points: 1000 - index })))
  const paid = await db.from('ledger_entries').select('amount').where('kind', '=', 'achievement').execute()
  expect(paid).toEqual([{ amount: 100 }])
  const closed = await db.from('achievement_events').select('day').where('kind', '=', 'close').execute()
  expect(new Set(closed.map(({ day }) => day)).size).toBe(closed.length)
})

test('judging a long history does not block the event loop', async () => {
  const people = await times(100, () => buildUser(test_.root, db, 'staff'))
  const of = sql`(array[${sql.join(people.map(({ id }) => sql`${id}::bigint`))}])[1 + place % ${people.length}]`
  await sql`
    insert into achievement_events (company_id, number, kind, day, at, user_id, source_id, seconds, is_late)
    select ${db.companyId}, 1000 + place, kind, date '2010-01-01' + place / 2,
      timestamptz '2010-01-01T12:00Z' + place * interval '12 hours', user_id, source_id, seconds, is_late
    from generate_series(1, 5000) as place, lateral (
      select 'shift' as kind, ${of} as user_id, place as source_id, 28800 as seconds, false as is_late
      where place % 2 = 0
      union all select 'close', null, null, null, null where place % 2 = 1) as made`.execute(test_.root)
  const judged = () => inTransaction((mine) => replay(mine, null))
  // The first run compiles the code that the second run measures.
  await judged()
  const calm = await longestTurnMs(() => inTransaction((mine) => findJudged(mine, 0, 1000)))
  expect(await leastOf(calm + 50, () => longestTurnMs(judged))).toBeLessThan(calm + 50)
})
