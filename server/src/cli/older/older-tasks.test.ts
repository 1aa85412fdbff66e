import { expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { judgeWaiting } from '../../features/achievements/achievements.ts'
import { command, openOlder } from '../testing.ts'

type Counted = {
  run: object
  days: Record<string, number>
  months: { '2026-11': { tasks: number; in_norm: number } }
}
/** The rules' state of a user. Everything that this test does not count is as for a new user. */
const stateOf = ({ months, ...counted }: Counted) => ({
  takes_part: true,
  joined_on: '2026-01-01',
  weeks: { '2026-11-16': 80 },
  ...counted,
  months: {
    '2026-10': { points: 7, tasks: 3, in_norm: 2, seconds: 9 },
    '2026-11': { points: 80, seconds: 5, ...months['2026-11'] },
  },
  shifts: { since: null, times: 0, last: [] },
  worked: { seconds: 5, next: 1000 },
})

test('tasks done in part no longer count, and achievements given for them stay', async () => {
  const { installation, client, update } = await openOlder('0055')
  const rowsOf = async (text: string) => (await client.query(text)).rows as object[]
  await client.query(
    `insert into companies (id, name, timezone, created_at) overriding system value values (1, 'Старая', 3, '2026-01-01')`,
  )
  const [mixed, thorough] = [1, 2]
  for (const id of [mixed, thorough]) {
    await client.query(
      `insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
       values (1, $1, 'Дарья', 'Климова', 'staff', '2026-01-01')`,
      [id],
    )
  }
  /**
   * Inserts `count` tasks of 1,000 pieces that a user finished on a day of November with `pieces` pieces
   * done.
   */
  const finish = (user: number, day: number, count: number, pieces: number, returns = 0) =>
    client.query(
      `insert into tasks (company_id, title, status, user_id, quantity, quantity_done, norm_seconds, spent_seconds, returns,
         requires_review, created_by, priced_by, created_at, started_at, finished_at)
       select 1, 'Набор', 'done', $1, 1000, $2, 600000, 5, $3, false, $1, $1, at, at, at
       from generate_series(1, $5) as place, lateral (select $4::timestamptz + place * interval '1 minute' as at) as each
       returning id`,
      [user, pieces, returns, `2026-11-${day}T09:00:00Z`, count],
    )
  /** Judges the log by the rules of the earlier version. */
  const judgeAsThen = async () => {
    await client.query(`
      update achievement_events as event set number = place from (
        select id, row_number() over (order by at, id) as place from achievement_events
      ) as judged where event.id = judged.id and event.number is null`)
    await client.query('update achievement_books set judged = (select max(number) from achievement_events)')
  }
  await finish(mixed, 16, 12, 1000)
  await finish(mixed, 16, 30, 1)
  const { rows: deleted } = await finish(mixed, 16, 1, 999)
  await client.query('update tasks set deleted_at = now(), deleted_by = $2 where id = $1', [
    deleted[0]?.id,
    mixed,
  ])
  await finish(mixed, 17, 1, 500, 1)
  await finish(mixed, 18, 45, 0)
  await finish(mixed, 18, 8, 1000)
  await finish(mixed, 18, 45, 1)
  await finish(thorough, 18, 3, 1000)
  await judgeAsThen()
  const run = { tasks: 54, next: 100, times: 1 }
  const before = stateOf({
    run,
    days: { '2026-11-16': 42, '2026-11-17': 1, '2026-11-18': 53 },
    months: { '2026-11': { tasks: 96, in_norm: 96 } },
  })
  const untouched = stateOf({
    run: { tasks: 3, next: 50, times: 0 },
    days: { '2026-11-18': 3 },
    months: { '2026-11': { tasks: 3, in_norm: 3 } },
  })
  await client.query('insert into achievement_states values (1, $1, $2), (1, $3, $4)', [
    mixed,
    before,
    thorough,
    untouched,
  ])
  await client.query(
    `insert into achievements (company_id, user_id, achievement, period, coins, created_at)
     values (1, $1, 'racer', '2026-11-16', 0, now()), (1, $1, 'virtuoso', '1', 0, now())`,
    [mixed],
  )
  // The state does not include events that are not judged yet.
  await finish(mixed, 19, 20, 1)
  await finish(mixed, 19, 9, 1000)
  const given = await rowsOf('select * from achievements order by id')

  await update()
  expect(await rowsOf('select state from achievement_states order by user_id')).toEqual([
    {
      state: stateOf({
        run: { tasks: 8, next: 50, times: 0 },
        days: { '2026-11-16': 12, '2026-11-17': 0, '2026-11-18': 8 },
        months: { '2026-11': { tasks: 20, in_norm: 20 } },
      }),
    },
    { state: untouched },
  ])
  expect(
    await rowsOf(`
      select user_id::int, number is not null as judged, count(*)::int, sum(change)::int as sum
      from achievement_events where kind = 'task' group by 1, 2 order by 1, 2`),
  ).toEqual([
    { user_id: mixed, judged: false, count: 9, sum: 9 },
    { user_id: mixed, judged: true, count: 20, sum: 20 },
    { user_id: thorough, judged: true, count: 3, sum: 3 },
  ])
  expect(await rowsOf('select * from achievements order by id')).toEqual(given)
  expect((await command(installation.env, 'verify')).text).toContain(
    'ok     a task stands in the log of achievements once where it is done in full\n',
  )

  // From here on only tasks done in full count. Achievements given before are not given again.
  const db = new Db(installation.root, 1)
  await judgeWaiting(db)
  expect(await rowsOf('select * from achievements order by id')).toEqual(given)
  await finish(mixed, 19, 1, 1000)
  await finish(mixed, 19, 1, 999)
  await judgeWaiting(db)
  const awards = () => rowsOf('select user_id::int, achievement, period from achievements order by id')
  const racer = { user_id: mixed, achievement: 'racer', period: '2026-11-19' }
  expect((await awards()).slice(given.length)).toEqual([racer])
  for (const [day, count] of [
    [20, 9],
    [21, 9],
    [22, 9],
    [23, 9],
  ] as const)
    await finish(mixed, day, count, 1000)
  await judgeWaiting(db)
  expect((await awards()).slice(given.length)).toEqual([racer])
  expect(
    await rowsOf(`select state -> 'run' as run from achievement_states where user_id = ${mixed}`),
  ).toEqual([{ run: { tasks: 54, next: 100, times: 1 } }])
  // Events are immutable again.
  await expect(client.query('delete from achievement_events')).rejects.toThrow('neither changed nor deleted')
})
