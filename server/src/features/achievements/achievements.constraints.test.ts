import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

// On a database of its own, because some of these statements lock whole tables.
const test_ = useLoneTestApp()
const at = '2026-11-19T09:00:00.000Z'

let db: Db
let [person, other, given, closing]: number[] = []

beforeAll(async () => {
  db = await buildCompany(test_.root)
  person = (await buildUser(test_.root, db, 'staff')).id
  other = (await buildUser(test_.root, db, 'staff')).id
  const award = {
    user_id: person,
    achievement: 'racer',
    period: '2026-11-19',
    coins: 5,
    created_at: at,
  } as const
  given = (await db.insert('achievements', award).returning('id').executeTakeFirstOrThrow()).id
  const close = { kind: 'close', day: '2026-11-18', at } as const
  closing = (await db.insert('achievement_events', close).returning('id').executeTakeFirstOrThrow()).id
  const final = { user_id: person, month: '2026-10-01', points: 700, league: 'silver' } as const
  await db.insert('final_leagues', final).execute()
})

const standing = async () => ({
  events: await db.from('achievement_events').selectAll().orderBy('id').execute(),
  achievements: await db.from('achievements').selectAll().orderBy('id').execute(),
  finals: await db.from('final_leagues').selectAll().execute(),
})

const statements: [says: string, make: () => RawBuilder<unknown>, reason: RegExp][] = [
  [
    'an event is changed',
    () => sql`update achievement_events set day = '2026-01-01' where id = ${closing}`,
    /neither changed nor deleted/,
  ],
  [
    'an event is deleted',
    () => sql`delete from achievement_events where company_id = ${db.companyId}`,
    /neither changed nor deleted/,
  ],
  ['all events are', () => sql`truncate achievement_events`, /neither changed nor deleted/],
  [
    'a day is closed twice',
    () =>
      sql`insert into achievement_events (company_id, kind, day, at) values (${db.companyId}, 'close', '2026-11-18', ${at})`,
    /achievement_events_close/,
  ],
  [
    'an event has a place before the first',
    () =>
      sql`insert into achievement_events (company_id, kind, day, at, number) values (${db.companyId}, 'close', '2026-11-17', ${at}, 0)`,
    /check constraint/,
  ],
  [
    'a task counts without saying whether it was in its norm',
    () =>
      sql`insert into achievement_events (company_id, kind, day, at, user_id, source_id) values (${db.companyId}, 'task', '2026-11-18', ${at}, ${person}, 1)`,
    /check constraint/,
  ],
  [
    'the same is given twice for one period',
    () =>
      sql`insert into achievements (company_id, user_id, achievement, period, coins, created_at) values (${db.companyId}, ${person}, 'racer', '2026-11-19', 5, ${at})`,
    /achievements_once/,
  ],
  [
    'a rule gives for no period',
    () =>
      sql`insert into achievements (company_id, user_id, achievement, coins, created_at) values (${db.companyId}, ${person}, 'racer', 5, ${at})`,
    /check constraint/,
  ],
  [
    'one that there is not is given',
    () =>
      sql`insert into achievements (company_id, user_id, achievement, period, coins, created_at) values (${db.companyId}, ${person}, 'hero', '1', 5, ${at})`,
    /check constraint/,
  ],
  [
    'an achievement gets another person',
    () => sql`update achievements set user_id = ${other} where id = ${given}`,
    /stays as it was given/,
  ],
  [
    'it gets other coins',
    () => sql`update achievements set coins = 500 where id = ${given}`,
    /stays as it was given/,
  ],
  ['it is deleted', () => sql`delete from achievements where id = ${given}`, /stays as it was given/],
  [
    'it is taken back without a reason',
    () => sql`update achievements set revoked_at = ${at}, revoked_by = ${other} where id = ${given}`,
    /check constraint/,
  ],
  [
    'a final league is changed',
    () => sql`update final_leagues set league = 'gold' where company_id = ${db.companyId}`,
    /neither changed nor deleted/,
  ],
  [
    'it is deleted',
    () => sql`delete from final_leagues where company_id = ${db.companyId}`,
    /neither changed nor deleted/,
  ],
  [
    'a month ends twice',
    () => sql`insert into final_leagues values (${db.companyId}, ${person}, '2026-10-01', 1, 'gold')`,
    /duplicate key/,
  ],
  [
    'a month begins in its middle',
    () => sql`insert into final_leagues values (${db.companyId}, ${person}, '2026-10-02', 1, 'gold')`,
    /check constraint/,
  ],
]

test.each(statements)('rejects: %s', async (_, make, reason) => {
  const before = await standing()
  await expect(db.query(make())).rejects.toThrow(reason)
  expect(await standing()).toEqual(before)
})

test('the number of an event is set only once', async () => {
  const number = (value: number) =>
    db.query(
      sql`update achievement_events set number = ${value} where company_id = ${db.companyId} and id = ${closing}`,
    )
  await number(7)
  await expect(number(8)).rejects.toThrow(/neither changed nor deleted/)
})

test('a revoked achievement cannot be revoked again', async () => {
  const revoke = (reason: string) =>
    db.query(sql`update achievements set revoked_at = ${at}, revoked_by = ${other}, revoke_reason = ${reason}
      where company_id = ${db.companyId} and id = ${given}`)
  await revoke('Ошибка')
  await expect(revoke('Нет')).rejects.toThrow(/stays as it was given/)
})

test('deleting a user without history also deletes their achievement events', async () => {
  const { id } = await buildUser(test_.root, db, 'staff')
  await db.remove('users').where('id', '=', id).execute()
  expect(await db.from('achievement_events').select('id').where('user_id', '=', id).execute()).toEqual([])
})
