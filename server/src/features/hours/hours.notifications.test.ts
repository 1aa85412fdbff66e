import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { workOnly } from '../../testing/outbox.ts'
import { buildShift, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { openShiftClock } from '../../testing/rows/shifts.ts'
import type { Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'
import { notifyEnds } from './hours.jobs.ts'

const test_ = useTestApp()

const morning = '2026-11-20T06:00:00.000Z'
const before = '2026-11-20T14:45:00.000Z'

let db: Db
let people: Team['people']
let shifts: ReturnType<typeof openShiftClock>

beforeEach(async () => {
  ;({ db, people } = await buildWorkday(test_))
  shifts = openShiftClock(test_.root, db)
  return () => stopClockAt(null)
})

const begin = (instant: string, user = people.staff) => shifts.begin(instant, user)
const end = (instant: string, user = people.staff) => shifts.end(instant, user)
const kinds = ['tell-workday-end', 'tell-workday-end-of-company']
const work = () => workOnly(test_.root, kinds, { scheduled: ['tell-workday-end'] })
const tell = (instant: string) => {
  stopClockAt(instant)
  return work()
}
const notesOf = async (user: TestUser) => {
  const client = await TestClient.signIn(test_.app, user)
  return (await client.post('/listing/notifications')).body.notifications as { kind: string; title: string }[]
}
const countTold = async (of = db) =>
  (await of.from('notifications').select('id').where('kind', '=', 'workday_end').execute()).length

describe('the end of the working day', () => {
  test('is announced once, 15 minutes before, to staff on shift', async () => {
    await begin(morning)
    await begin(morning, people.admin)
    await tell('2026-11-20T14:44:59.000Z')
    expect(await notesOf(people.staff)).toEqual([])
    await tell(before)
    await tell('2026-11-20T14:50:00.000Z')
    expect(await notesOf(people.staff)).toMatchObject([
      { kind: 'workday_end', title: 'До конца рабочего дня 15 минут' },
    ])
    expect(await notesOf(people.admin)).toEqual([])
  })

  test('is not announced after it has passed, nor to a person who has left', async () => {
    await begin(morning)
    await tell('2026-11-20T15:00:00.000Z')
    expect(await notesOf(people.staff)).toEqual([])
    await end('2026-11-20T15:01:00.000Z')
    await begin('2026-11-23T06:00:00.000Z')
    await end('2026-11-23T14:40:00.000Z')
    await tell('2026-11-23T14:50:00.000Z')
    expect(await notesOf(people.staff)).toEqual([])
  })

  test('is announced in other companies if it cannot be announced in one', async () => {
    const other = await buildWorkday(test_)
    await begin(morning)
    await openShiftClock(test_.root, other.db).begin(morning, other.people.staff)
    const setSettings = (json: string) =>
      db
        .update('users', { settings: sql`${json}::jsonb` })
        .where('id', '=', people.staff.id)
        .execute()
    // No settings of the product, so that the notification of this person cannot be inserted.
    await setSettings('{"notifications": {"workday_end": "broken"}}')
    stopClockAt(before)
    await expect(work()).rejects.toThrow(/boolean/)
    await workOnly(test_.root, kinds)
    expect([await countTold(), await countTold(other.db)]).toEqual([0, 1])
    await setSettings('{}')
    await work()
    expect([await countTold(), await countTold(other.db)]).toEqual([1, 1])
  })

  test('is announced to a part of the people in each transaction, and to all in the end', async () => {
    for (let number = 0; number < 60; number += 1) {
      const user = await buildUser(test_.root, db, 'staff')
      await buildShift(db, user, { started_at: morning, ended_at: null, planned_ended_at: dayEnd })
    }
    stopClockAt(before)
    const isFull = await shifts.at(before, (own) => notifyEnds(own))
    expect([isFull, await countTold()]).toEqual([true, 50])
    await work()
    expect(await countTold()).toBe(60)
  })

  test('is announced once by two runs at the same time, and a run does not wait for a clock-out', async () => {
    await begin(morning)
    const colleague = await buildUser(test_.root, db, 'staff')
    await begin(morning, colleague)
    const run = () => shifts.at(before, (own) => notifyEnds(own))
    await shifts.at(before, async (own) => {
      await notifyEnds(own)
      await run()
    })
    await Promise.all([run(), run()])
    expect(await countTold()).toBe(2)

    const third = await buildUser(test_.root, db, 'staff')
    await begin(morning, third)
    await test_.root.transaction().execute(async (connection) => {
      const own = new Db(connection, db.companyId)
      await own.from('shifts').select('id').where('user_id', '=', third.id).forUpdate().execute()
      await run()
    })
    expect(await countTold()).toBe(2)
    await run()
    expect(await countTold()).toBe(3)
  })
})

const dayEnd = '2026-11-20T15:00:00.000Z'

describe('a change of a shift', () => {
  const kindsOf = async (user: TestUser) => (await notesOf(user)).map(({ kind }) => kind)

  beforeEach(() => stopClockAt('2026-11-21T06:00:00.000Z'))

  test('by deletion notifies its person', async () => {
    const id = await buildShift(db, people.staff)
    const admin = await TestClient.signIn(test_.app, people.admin)
    expect((await admin.send('DELETE', `/hours/${id}`)).statusCode).toBe(200)
    expect(await kindsOf(people.staff)).toEqual(['shift_changed'])
  })

  test('that gives it to another person notifies both', async () => {
    const id = await buildShift(db, people.staff)
    const owner = await TestClient.signIn(test_.app, people.owner)
    const { statusCode } = await owner.send('PUT', `/hours/${id}`, { user_id: people.admin.id })
    expect(statusCode).toBe(200)
    expect(await kindsOf(people.staff)).toEqual(['shift_changed'])
    expect(await kindsOf(people.admin)).toEqual(['shift_changed'])
  })
})
