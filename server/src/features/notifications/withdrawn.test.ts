import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { patienceMs } from '../../testing/waits.ts'
import { withdrawThing } from './notifications.queries.ts'

const test_ = useTestApp()
let db: Db
let people: Record<'staff' | 'admin' | 'owner', TestUser>

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
})

/** An unread notification that counts things. */
const build = (things: number[]) =>
  db
    .insert('notifications', {
      user_id: people.admin.id,
      kind: 'order_created',
      params: { id: things.at(-1) ?? 0, name: 'Плед', count: things.length },
      url: `/order/${things.at(-1)}`,
      topic: 'user:1',
      things,
      created_at: '2026-11-20T06:00:00.000Z',
    })
    .execute()
const withdraw = (own: Db, thing: number) =>
  withdrawThing(own, { kind: 'order_created', topic: 'user:1', thing })
const left = async () => {
  const rows = await db.from('notifications').select(['things', 'params']).execute()
  return rows.map(({ things, params }) => [things, (params as { count: number }).count])
}

/** Runs two withdrawals concurrently. The second one waits for the row lock of the first. */
async function withdrawTogether(one: number, other: number): Promise<void> {
  const held = await test_.root.startTransaction().execute()
  await withdraw(new Db(held, db.companyId), one)
  const second = withdraw(db, other)
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%array_remove(things%'`.execute(test_.root)
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: patienceMs, interval: 20 },
  )
  await held.commit().execute()
  await second
}

test('two things that are withdrawn at once leave no notification that counts nothing else', async () => {
  await build([1, 2])
  await withdrawTogether(1, 2)
  expect(await left()).toEqual([])
})

test('two things that are withdrawn at once are both taken off the count', async () => {
  await build([1, 2, 3])
  await withdrawTogether(1, 2)
  expect(await left()).toEqual([[[3], 1]])
})
