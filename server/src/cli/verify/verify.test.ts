import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { openWithCompany } from '../../testing/installation.ts'
import { buildShift, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildEntry, harm } from '../../testing/rows/harm.ts'
import { command, type Installation } from '../testing.ts'

let installation: Installation
let db: Db
let user: TestUser

beforeAll(async () => {
  ;({ installation, db, user } = await openWithCompany())
})

const verify = () => command(installation.env, 'verify')

test('finds no fault in consistent data', async () => {
  const started_at = nowIso()
  const running = await buildTask(db, user, { status: 'in_progress', user_id: user.id, started_at })
  await db.insert('task_times', { task_id: running, user_id: user.id, started_at }).execute()
  const { code, text } = await verify()
  expect(code).toBe(0)
  expect(
    text
      .trim()
      .split('\n')
      .every((line) => line.startsWith('ok')),
  ).toBe(true)
})

test('names each fault with the ids of its rows', async () => {
  const wrong = await buildTask(db, user, { spent_seconds: 60 })
  const started_at = nowIso()
  const still = await buildTask(db, await buildUser(installation.root, db, 'staff'), {})
  const other = await buildUser(installation.root, db, 'staff')
  await db.insert('task_times', { task_id: still, user_id: other.id, started_at }).execute()
  const { code, text } = await verify()
  expect(code).toBe(1)
  const company = `company ${db.companyId}`
  expect(text).toContain(
    `WRONG  the spent time of a task is the sum of its closed segments, without the company’s pauses: ${company}: ${wrong}\n`,
  )
  expect(text).toContain(`WRONG  a running task has one open segment, any other none: ${company}: ${still}\n`)
  expect(text).toContain(`WRONG  the open segment of a task is its assignee’s: ${company}: ${still}\n`)
  expect(text).toContain('ok     a segment is of a task and a person that exist\n')
  expect(text).toContain('3 of ')
})

test('names only the first ids of a fault and counts all', async () => {
  for (let count = 0; count < 25; count += 1) await buildTask(db, user, { spent_seconds: 1 })
  const { text } = await verify()
  expect(text).toMatch(/(\d+, ){19}\d+ … \(26 in all\)/)
})

const balances =
  'the balance of a person is the sum of their entries, and each entry follows from the one before'

test.each<[string, (id: number) => RawBuilder<unknown>]>([
  [
    'an amount that was changed',
    (id) => sql`update ledger_entries set amount = amount + 1 where user_id = ${id} and number = 2`,
  ],
  ['an entry that was deleted', (id) => sql`delete from ledger_entries where user_id = ${id} and number = 2`],
  ['the last entry deleted', (id) => sql`delete from ledger_entries where user_id = ${id} and number = 3`],
  [
    'a balance that was changed',
    (id) => sql`update accounts set balance = balance + 1 where user_id = ${id} and ledger = 'money'`,
  ],
])('finds %s and names the person', async (_, wrong) => {
  const harmed = await buildUser(installation.root, db, 'staff')
  for (const amount of [100, 200, 300]) await buildEntry(db, harmed, { amount })
  expect((await verify()).text).toContain(`ok     ${balances}\n`)
  await harm(installation.root, (connection) => wrong(harmed.id).execute(connection))
  const { code, text } = await verify()
  expect(code).toBe(1)
  expect(text).toContain(`WRONG  ${balances}: company ${db.companyId}: ${harmed.id}\n`)
  // Removes the fault for the next test.
  await harm(installation.root, async (connection) => {
    await sql`delete from ledger_entries where user_id = ${harmed.id}`.execute(connection)
    await sql`delete from accounts where user_id = ${harmed.id}`.execute(connection)
  })
})

test('after an accidental first shift of a day only the next shift may be late', async () => {
  const check = 'only the shift that begins a day is late'
  const late = await buildUser(installation.root, db, 'staff')
  const at = (time: string) => `2026-11-19T${time}.000Z`
  const shift = (from: string, to: string, late_seconds: number) =>
    buildShift(db, late, { started_at: at(from), ended_at: at(to), late_seconds })
  const slip = await shift('06:01:00', '06:01:59', 0)
  await shift('06:10:00', '09:00:00', 600)
  expect((await verify()).text).toContain(`ok     ${check}\n`)
  const second = await shift('10:00:00', '14:00:00', 1)
  await db.update('shifts', { late_seconds: 1 }).where('id', '=', slip).execute()
  const { code, text } = await verify()
  const wrong = `WRONG  ${check}: company ${db.companyId}: ${slip}, ${second}\n`
  expect([code, text]).toEqual([1, expect.stringContaining(wrong)])
  await db.remove('shifts').where('user_id', '=', late.id).execute()
})

test('finds an entry that an admin has approved for themself', async () => {
  const check = 'an entry that gives is approved by another person than its receiver, or by an owner'
  const admin = await buildUser(installation.root, db, 'admin')
  const owner = await buildUser(installation.root, db, 'owner')
  await buildEntry(db, owner, { approved_by: owner.id })
  const id = await buildEntry(db, admin, { approved_by: owner.id })
  expect((await verify()).text).toContain(`ok     ${check}\n`)
  const rule = sql`check (approved_by is null or approved_by <> user_id or approver_type = 'owner' or amount < 0)`
  await harm(installation.root, async (connection) => {
    await sql`alter table ledger_entries drop constraint ledger_entries_approver_other`.execute(connection)
    await sql`update ledger_entries set approved_by = user_id, approver_type = 'admin' where id = ${id}`.execute(
      connection,
    )
  })
  const { code, text } = await verify()
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(`WRONG  ${check}: company ${db.companyId}: ${id}\n`),
  ])
  // Removes the fault for the next test.
  await harm(installation.root, async (connection) => {
    await sql`update ledger_entries set approved_by = ${owner.id}, approver_type = 'owner' where id = ${id}`.execute(
      connection,
    )
    await sql`alter table ledger_entries add constraint ledger_entries_approver_other ${rule}`.execute(
      connection,
    )
  })
})

const merits: [says: string, check: string, wrong: (person: number) => RawBuilder<unknown>][] = [
  [
    'a day with a point too many',
    'the points of a person on a day are the sum of their events',
    (id) => sql`update points_days set points = points + 1 where user_id = ${id}`,
  ],
  [
    'points of which no event tells',
    'the points of a person on a day are the sum of their events',
    (id) => sql`delete from achievement_events where user_id = ${id} and kind = 'points'`,
  ],
  [
    'a task that is done past the log',
    'a task stands in the log of achievements once where it is done in full',
    (id) => sql`update tasks set status = 'paused', finished_at = null where user_id = ${id}`,
  ],
  [
    'a task that is done in part past the log',
    'a task stands in the log of achievements once where it is done in full',
    (id) => sql`update tasks set quantity_done = 0 where user_id = ${id}`,
  ],
  [
    'a shift that is lengthened past the log',
    'the log of achievements has the time of every shift that is over and in no doubt',
    (
      id,
    ) => sql`update shifts set ended_at = ended_at + interval '1 second', worked_seconds = worked_seconds + 1
      where user_id = ${id}`,
  ],
  [
    'an achievement whose coins went missing',
    'an achievement has brought what it says, or was taken back',
    (id) => sql`update achievements set coins = coins + 1 where user_id = ${id}`,
  ],
]

test.each(merits)('finds %s', async (_, check, wrong) => {
  const harmed = await buildUser(installation.root, db, 'staff')
  const at = nowIso()
  const span = { started_at: at, finished_at: at }
  await buildTask(db, user, { status: 'done', user_id: harmed.id, quantity_done: 1, ...span })
  await buildShift(db, harmed)
  const { id } = await db
    .insert('achievements', {
      user_id: harmed.id,
      achievement: 'racer',
      period: '1',
      coins: 5,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const source = { source_type: 'achievement', source_id: id, key: `achievement:${id}` } as const
  await buildEntry(db, harmed, { ledger: 'coins', kind: 'achievement', amount: 5, ...source })
  expect((await verify()).text).toContain(`ok     ${check}\n`)
  await harm(installation.root, (connection) => wrong(harmed.id).execute(connection))
  const { code, text } = await verify()
  expect(code).toBe(1)
  expect(text).toContain(`WRONG  ${check}: company ${db.companyId}: `)
  // Removes the fault for the next test.
  await harm(installation.root, async (connection) => {
    for (const table of [
      'achievement_events',
      'points_days',
      'achievements',
      'ledger_entries',
      'accounts',
      'tasks',
      'shifts',
    ]) {
      await sql`delete from ${sql.table(table)} where user_id = ${harmed.id}`.execute(connection)
    }
  })
})
