import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildShift } from '../../testing/build.ts'
import type { TestClient } from '../../testing/client.ts'
import type { Team } from '../../testing/team.ts'
import { buildWorkday } from '../../testing/workday.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  stopClockAt('2026-11-21T06:00:00.000Z')
  ;({ db, people, as } = await buildWorkday(test_))
  return () => stopClockAt(null)
})

const kindsOf = async (client: TestClient) =>
  ((await client.post('/listing/notifications')).body.notifications as { kind: string }[]).map(
    ({ kind }) => kind,
  )

test('a person is notified when somebody deletes their shift', async () => {
  const id = await buildShift(db, people.staff)
  expect((await as.admin.send('DELETE', `/hours/${id}`)).statusCode).toBe(200)
  expect(await kindsOf(as.staff)).toEqual(['shift_changed'])
})

test('both people are notified when a shift of one is given to the other', async () => {
  const id = await buildShift(db, people.staff)
  const { statusCode } = await as.owner.send('PUT', `/hours/${id}`, { user_id: people.admin.id })
  expect(statusCode).toBe(200)
  expect(await kindsOf(as.staff)).toEqual(['shift_changed'])
  expect(await kindsOf(as.admin)).toEqual(['shift_changed'])
})
