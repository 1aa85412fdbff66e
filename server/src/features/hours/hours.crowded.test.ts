import { maxShiftsOfDay } from '@artel/contract/hours/hours.line'
import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildShift, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'
import { times } from '../../testing/together.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

const day = '2026-11-20'

beforeEach(async () => {
  ;({ db, people } = await buildWorkday(test_))
  stopClockAt(`${day}T12:00:00.000Z`)
  as = await signInTeam(test_.app, people)
  return () => stopClockAt(null)
})

/** A shift of one minute. A lower index is an earlier shift. */
const spanOf = (index: number, of = day) => {
  const from = Date.parse(`${of}T06:00:00.000Z`) + index * 120_000
  return { started_at: new Date(from).toISOString(), ended_at: new Date(from + 60_000).toISOString() }
}
const add = (index: number, of = day, user: TestUser = people.staff) =>
  buildShift(db, user, { ...spanOf(index, of), punched_started_at: spanOf(index, of).started_at, day: of })
async function fill(count: number, of = day): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) ids.push(await add(index, of))
  return ids
}
const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)
const start = () => as.staff.post('/hours/start')
const enter = (index: number, of = day) =>
  as.admin.post('/hours/create', { user_id: people.staff.id, ...spanOf(index, of), note: 'Забыл отметиться' })

test('a day accepts shifts up to its limit, and rejects the next one in both languages', async () => {
  const ids = await fill(maxShiftsOfDay - 1)
  expect((await start()).statusCode).toBe(201)
  expect((await as.staff.post('/hours/stop')).statusCode).toBe(200)
  const answer = await refused(start)
  expect(codeOf(answer)).toEqual([409, 'too_many_shifts'])
  expect(answer.body.message).toBe(
    'В этом дне уже 50 смен, больше записать нельзя. Попросите администратора исправить часы',
  )
  await as.staff.post('/app/set_locale', { locale: 'en' })
  expect((await refused(start)).body.message).toBe(
    'This day already has 50 shifts, and no more can be recorded. Ask an admin to correct the hours',
  )
  // The maximum is for one person and one day.
  await add(0, '2026-11-19')
  await add(0, day, people.owner)
  expect((await as.admin.send('DELETE', `/hours/${ids[0]}`, {})).statusCode).toBe(200)
  expect((await start()).statusCode).toBe(201)
})

test('a full day rejects shifts that are entered, moved there or given to its person', async () => {
  const [first] = await fill(maxShiftsOfDay)
  expect(codeOf(await refused(() => enter(60)))).toEqual([409, 'too_many_shifts'])
  const [before] = await fill(1, '2026-11-19')
  const change = (id: number | undefined, body: object) =>
    refused(() => as.admin.send('PUT', `/hours/${id}`, { note: 'Так было', ...body }))
  expect(codeOf(await change(before, spanOf(60)))).toEqual([409, 'too_many_shifts'])
  const colleague = await buildUser(test_.root, db, 'staff')
  const foreign = await add(60, day, colleague)
  expect(codeOf(await change(foreign, { user_id: people.staff.id }))).toEqual([409, 'too_many_shifts'])
  // Existing shifts can still be corrected.
  const { started_at } = spanOf(0)
  const corrected = await as.admin.send('PUT', `/hours/${first}`, {
    started_at,
    ended_at: new Date(Date.parse(started_at) + 90_000).toISOString(),
    note: 'Так было',
  })
  expect(corrected.statusCode).toBe(200)
})

test('concurrent shifts of a day do not exceed its limit', async () => {
  await fill(maxShiftsOfDay - 2)
  const added = await times(8, (index) =>
    add(60 + index).then(
      () => null,
      (error: { code: string }) => error.code,
    ),
  )
  expect(added.filter((code) => code === null)).toHaveLength(2)
  expect(added.filter((code) => code === 'AR002')).toHaveLength(6)
})

test('an open shift can be ended even if that moves it to a full day', async () => {
  await fill(maxShiftsOfDay)
  // The day of the shift comes from a schedule that has changed since.
  await buildShift(db, people.staff, {
    started_at: `${day}T11:00:00.000Z`,
    ended_at: null,
    day: '2026-11-19',
  })
  const stopped = await as.staff.post('/hours/stop')
  expect([stopped.statusCode, stopped.body.shift]).toMatchObject([200, { day, worked_seconds: 3600 }])
  expect(codeOf(await refused(start))).toEqual([409, 'too_many_shifts'])
})
