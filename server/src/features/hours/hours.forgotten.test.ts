import type { UserType } from '@artel/contract/access'
import type { Shift } from '@artel/contract/hours/hours'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { workOnly } from '../../testing/outbox.ts'
import { buildShift, buildTask, buildUser } from '../../testing/rows/build.ts'
import { openShiftClock } from '../../testing/rows/shifts.ts'
import { buildBox, buildScannable, buildSupply } from '../../testing/rows/supplies.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'
import { patienceMs } from '../../testing/waits.ts'
import { findForgotten } from './hours.jobs.ts'

const test_ = useTestApp()

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
const close = (instant: string) => shifts.close(instant)

const signIn = (type: UserType, user = people[type]) => TestClient.signIn(test_.app, user)
const readShift = async (): Promise<Shift> => {
  const client = await signIn('owner')
  return ((await client.post('/listing/hours')).body.hours as Shift[])[0]! // the newest one
}
const notesOf = async (type: UserType) => {
  const client = await signIn(type)
  return (await client.post('/listing/notifications')).body.notifications as { kind: string; title: string }[]
}

test('a forgotten shift is ended even if its day was locked meanwhile', async () => {
  // A shift of less than a minute does not start the day. An open one does: the second shift, until its end.
  await begin('2026-11-20T14:58:00.000Z')
  await end('2026-11-20T14:58:30.000Z')
  await begin('2026-11-20T14:59:20.000Z')
  await db.updateCompany({ hours_locked_until: '2026-11-20' })
  await close('2026-11-20T16:00:00.000Z')
  expect(await readShift()).toMatchObject({ ended_at: '2026-11-20T15:00:00.000Z', source: 'auto' })
})

test('clocking out after the grace, before the job has run, proposes that end', async () => {
  await begin('2026-11-20T06:00:00.000Z')
  await end('2026-11-20T16:30:00.000Z')
  const said = '2026-11-20T16:30:00.000Z'
  expect(await readShift()).toMatchObject({
    ended_at: '2026-11-20T15:00:00.000Z',
    source: 'auto',
    confirmed: false,
    punched_ended_at: said,
    proposed_ended_at: said,
  })
  expect(await notesOf('admin')).toMatchObject([{ kind: 'shift_proposed' }])
})

test('many forgotten shifts of one company do not crowd out those of another company', async () => {
  const others = await buildWorkday(test_)
  const when = '2026-11-20T16:00:00.000Z'
  await openShiftClock(test_.root, others.db).begin('2026-11-20T06:30:00.000Z', others.people.staff)
  for (let number = 0; number < 110; number += 1) {
    await buildShift(db, await buildUser(test_.root, db, 'staff'), {
      started_at: '2026-11-19T06:00:00.000Z',
      ended_at: null,
    })
  }
  stopClockAt(when)
  const found = await findForgotten(test_.root)
  const companies = found.map(({ company_id }) => company_id)
  expect(companies.filter((id) => id === db.companyId)).toHaveLength(100)
  expect(companies.indexOf(others.db.companyId)).toBeLessThan(companies.lastIndexOf(db.companyId))
  // Two runs end all of these shifts, so that they do not occupy the jobs of other tests.
  for (let run = 0; run < 2; run += 1) await close(when)
  await openShiftClock(test_.root, others.db).close(when)
  expect((await findForgotten(test_.root)).map(({ company_id }) => company_id)).not.toContain(db.companyId)
})

describe('a shift without a clock-out', () => {
  beforeEach(async () => {
    await begin('2026-11-20T06:00:00.000Z')
  })

  test('is not ended until the grace is over', async () => {
    await close('2026-11-20T15:59:59.000Z')
    expect(await readShift()).toMatchObject({ ended_at: null, source: 'clock', confirmed: true })
  })

  test('is ended after the grace at the planned end, unconfirmed, totalled apart, and notified', async () => {
    await close('2026-11-20T16:00:00.000Z')
    expect(await readShift()).toMatchObject({
      ended_at: '2026-11-20T15:00:00.000Z',
      source: 'auto',
      confirmed: false,
      worked_seconds: 28_800,
      break_seconds: 3600,
      overtime_seconds: 0,
      punched_started_at: '2026-11-20T06:00:00.000Z',
      punched_ended_at: null,
    })
    const staff = await signIn('staff')
    const { totals } = (await staff.post('/listing/hours')).body as { totals: object }
    expect(totals).toMatchObject({ worked_seconds: 0, unconfirmed_seconds: 28_800 })
    expect(await notesOf('staff')).toMatchObject([
      { kind: 'shift_closed', title: 'Когда вы ушли 20 ноября?' },
    ])
    expect(await notesOf('admin')).toEqual([])
  })

  test('is ended by the job once, with an event for the screens', async () => {
    const heard: string[] = []
    const stop = test_.events.subscribe(({ companyId, event }) => {
      if (companyId === db.companyId) heard.push(`${event.entity} ${event.action}`)
    })
    stopClockAt('2026-11-20T16:00:00.000Z')
    await workOnly(test_.root, ['close-forgotten-shifts', 'close-forgotten-shift'], {
      scheduled: ['close-forgotten-shifts'],
      publish: test_.events.publish,
    })
    await expect.poll(() => heard, { timeout: patienceMs }).toContain('shift update')
    stop()
    await close('2026-11-20T16:01:00.000Z')
    expect(await notesOf('staff')).toHaveLength(1)
  })

  test('ends at the last task step if that came later', async () => {
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    stopClockAt('2026-11-20T15:20:00.000Z')
    await (await signIn('staff')).post(`/tasks/${id}/start`)
    stopClockAt('2026-11-20T15:40:00.000Z')
    await (await signIn('staff')).post(`/tasks/${id}/progress`, { quantity_done: 1 })
    // A step of another person is no evidence.
    stopClockAt('2026-11-20T15:50:00.000Z')
    await (await signIn('admin')).send('PUT', `/tasks/${id}`, { priority: 'urgent' })
    await close('2026-11-20T16:30:00.000Z')
    const { ended_at } = await readShift()
    expect(ended_at).toBe('2026-11-20T15:40:00.000Z')
  })

  test('ends at the last scan or sealed box if that came later', async () => {
    const supply = await buildSupply(db)
    const [one, other] = [await buildBox(db, supply), await buildBox(db, supply)]
    await buildScannable(db, 'SCANNED-1')
    const box = (id: number) => `/supplies/${supply}/box/${id}`
    stopClockAt('2026-11-20T15:30:00.000Z')
    await (await signIn('staff')).post(`${box(one)}/scan`, { barcode: 'SCANNED-1' })
    stopClockAt('2026-11-20T15:45:00.000Z')
    await (await signIn('staff')).send('PUT', `${box(one)}/seal`)
    // A scan of another person is no evidence.
    stopClockAt('2026-11-20T15:55:00.000Z')
    await (await signIn('admin')).post(`${box(other)}/scan`, { barcode: 'SCANNED-1' })
    await close('2026-11-20T16:30:00.000Z')
    expect((await readShift()).ended_at).toBe('2026-11-20T15:45:00.000Z')
  })

  test('pauses the running task at the end of the shift, so that the night does not count', async () => {
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    stopClockAt('2026-11-20T09:00:00.000Z')
    await (await signIn('staff')).post(`/tasks/${id}/start`)
    await close('2026-11-21T06:00:00.000Z')
    const { task } = (await (await signIn('owner')).get(`/tasks/${id}`)).body as {
      task: { status: string; spent_seconds: number; times: { seconds: number; breaks: object }[] }
    }
    // From 12:00 to 18:00, without an hour of lunch.
    expect([task.status, task.spent_seconds]).toEqual(['paused', 18_000])
    expect(task.times).toMatchObject([{ break_seconds: 3600, breaks: { lunch: 3600 } }])
  })

  test('gets the same end from a server that was down for days', async () => {
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    stopClockAt('2026-11-22T08:00:00.000Z')
    // A step after the grace is no evidence for that day.
    await (await signIn('staff')).post(`/tasks/${id}/start`)
    await close('2026-11-22T09:00:00.000Z')
    expect(await readShift()).toMatchObject({ ended_at: '2026-11-20T15:00:00.000Z', worked_seconds: 28_800 })
  })

  test('uses the grace from the company settings', async () => {
    await db.updateCompany({ settings: { hours: { grace_minutes: 0 } } })
    await close('2026-11-20T15:00:00.000Z')
    expect(await readShift()).toMatchObject({ ended_at: '2026-11-20T15:00:00.000Z', confirmed: false })
  })

  test.each([1, 2, 3, 4, 5])('ends once beside a concurrent clock-out (round %i)', async () => {
    const staff = await signIn('staff')
    stopClockAt('2026-11-20T16:00:00.000Z')
    const again = await signIn('staff')
    const [, pressed, other] = await Promise.all([
      close('2026-11-20T16:00:00.000Z'),
      again.post('/hours/stop'),
      staff.post('/hours/stop'),
    ])
    const shift = await readShift()
    const pressedOnce = [pressed, other].filter(({ statusCode }) => statusCode === 200).length
    expect(pressedOnce).toBe(shift.source === 'clock' ? 1 : 0)
    expect(shift.ended_at).not.toBeNull()
  })
})

describe('the automatic end of a shift', () => {
  let id: number
  let as: Team['as']
  const confirm = (client: TestClient, body: object = {}) => client.post(`/hours/${id}/confirm`, body)
  const shiftOf = ({ body }: Answer) => body.shift as Shift

  beforeEach(async () => {
    id = await begin('2026-11-20T06:00:00.000Z')
    await close('2026-11-20T16:00:00.000Z')
    stopClockAt('2026-11-21T06:00:00.000Z')
    as = await signInTeam(test_.app, people)
  })

  test('is confirmed by the person, and confirming it again changes nothing', async () => {
    const answer = await confirm(as.staff)
    expect([answer.statusCode, shiftOf(answer)]).toMatchObject([
      200,
      { confirmed: true, source: 'auto', ended_at: '2026-11-20T15:00:00.000Z', can: { confirm: false } },
    ])
    const before = await fingerprint(test_.root, [db.companyId])
    expect((await confirm(as.staff)).statusCode).toBe(200)
    expect((await confirm(as.staff, { ended_at: '2026-11-20T15:00:00.000Z' })).statusCode).toBe(200)
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect((await confirm(as.staff, { ended_at: '2026-11-20T15:30:00.000Z' })).body.code).toBe('wrong_state')
  })

  test('is replaced by the end that the person proposes when an admin approves it', async () => {
    const proposed = await confirm(as.staff, { ended_at: '2026-11-20T15:45:00.000Z', note: 'Ждали машину' })
    expect(shiftOf(proposed)).toMatchObject({
      confirmed: false,
      ended_at: '2026-11-20T15:00:00.000Z',
      note: 'Ждали машину',
      proposed_ended_at: '2026-11-20T15:45:00.000Z',
      can: { confirm: true },
    })
    for (const type of ['admin', 'owner'] as const) {
      expect(await notesOf(type)).toMatchObject([
        { kind: 'shift_proposed', title: 'Дарья Климова называет другой конец смены' },
      ])
    }
    const approved = shiftOf(await confirm(as.admin))
    expect(approved).toMatchObject({
      confirmed: true,
      proposed_ended_at: null,
      edited_by: people.admin.id,
      ended_at: '2026-11-20T15:45:00.000Z',
      worked_seconds: 31_500,
      overtime_seconds: 2700,
    })
    const log = await as.owner.post('/listing/audit', { entity: 'shift', action: 'confirm' })
    expect(log.body.audit).toMatchObject([
      { after: { confirmed: true, ended_at: '2026-11-20T15:45:00.000Z' } },
    ])
  })

  test('is replaced by the end that an admin sets, whatever was proposed', async () => {
    await confirm(as.staff, { ended_at: '2026-11-20T15:45:00.000Z' })
    expect(shiftOf(await confirm(as.admin, { ended_at: '2026-11-20T14:00:00.000Z' }))).toMatchObject({
      confirmed: true,
      ended_at: '2026-11-20T14:00:00.000Z',
      worked_seconds: 25_200,
    })
  })

  test('is also confirmed by a correction', async () => {
    await confirm(as.staff, { ended_at: '2026-11-20T15:45:00.000Z' })
    const corrected = await as.admin.send('PUT', `/hours/${id}`, { ended_at: '2026-11-20T15:10:00.000Z' })
    expect(shiftOf(corrected)).toMatchObject({ confirmed: true, proposed_ended_at: null })
  })

  test.each([
    [{ ended_at: '2026-11-20T05:59:59.999Z' }, 422],
    [{ ended_at: '2026-11-21T06:30:00.000Z' }, 422],
    [{ ended_at: 'evening' }, 422],
    [{ note: '' }, 422],
    [{ confirmed: true }, 422],
  ])('is not confirmed with %j', async (body, status) => {
    const before = await fingerprint(test_.root, [db.companyId])
    for (const client of [as.staff, as.admin]) expect((await confirm(client, body)).statusCode).toBe(status)
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('cannot be moved into the next shift', async () => {
    await begin('2026-11-20T17:00:00.000Z')
    await end('2026-11-20T18:00:00.000Z')
    stopClockAt('2026-11-21T06:00:00.000Z')
    for (const client of [as.staff, as.admin]) {
      const answer = await confirm(client, { ended_at: '2026-11-20T17:00:00.001Z' })
      expect([answer.statusCode, answer.body.code]).toEqual([409, 'overlap'])
    }
    expect((await confirm(as.staff, { ended_at: '2026-11-20T17:00:00.000Z' })).statusCode).toBe(200)
  })

  test('cannot be confirmed by a colleague, or in a locked period', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    expect((await confirm(await TestClient.signIn(test_.app, colleague))).statusCode).toBe(404)
    await as.admin.post('/hours/lock', { date_to: '2026-11-20' })
    expect((await confirm(as.staff)).body.code).toBe('locked')
    expect((await confirm(as.admin)).body.code).toBe('locked')
    for (const client of [as.staff, as.admin]) {
      const { body } = await client.post('/listing/hours')
      expect(body.hours).toMatchObject([{ is_locked: true, can: { confirm: false } }])
    }
  })

  test('is confirmed only once by ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => confirm(index % 2 ? as.admin : as.staff)),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const log = await as.owner.post('/listing/audit', { entity: 'shift' })
    expect(log.body.audit).toHaveLength(1)
  })
})

describe('a change during a shift', () => {
  test('of the schedule does not apply to a shift that has begun', async () => {
    await begin('2026-11-20T06:30:00.000Z')
    stopClockAt('2026-11-20T09:00:00.000Z')
    const owner = await signIn('owner')
    await owner.post('/company/working_schedule', {
      working_hours_from: '08:00',
      working_hours_to: '20:00',
      lunch_from: '15:00',
      lunch_to: '16:30',
    })
    await close('2026-11-20T16:00:00.000Z')
    expect(await readShift()).toMatchObject({
      ended_at: '2026-11-20T15:00:00.000Z',
      late_seconds: 1800,
      breaks: { lunch: 3600 },
      worked_seconds: 27_000,
    })
    // The next working day has the new schedule.
    await begin('2026-11-23T05:15:00.000Z')
    await end('2026-11-23T17:00:00.000Z')
    expect(await readShift()).toMatchObject({
      late_seconds: 900,
      breaks: { lunch: 5400 },
      overtime_seconds: 0,
    })
  })

  test('of the time zone keeps the instants and the day of the shift', async () => {
    await begin('2026-11-20T06:30:00.000Z')
    stopClockAt('2026-11-20T09:00:00.000Z')
    await (await signIn('owner')).send('PUT', '/company', { timezone: -8 })
    await end('2026-11-20T15:00:00.000Z')
    expect(await readShift()).toMatchObject({
      day: '2026-11-20',
      started_at: '2026-11-20T06:30:00.000Z',
      ended_at: '2026-11-20T15:00:00.000Z',
      late_seconds: 1800,
      breaks: { lunch: 3600 },
      worked_seconds: 27_000,
    })
    // 09:30 in the new time zone.
    await begin('2026-11-23T17:30:00.000Z')
    expect(await readShift()).toMatchObject({ day: '2026-11-23', late_seconds: 1800 })
  })

  test('of the schedule does not apply to the pauses of a task that has started', async () => {
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    stopClockAt('2026-11-20T09:30:00.000Z')
    await (await signIn('staff')).post(`/tasks/${id}/start`)
    stopClockAt('2026-11-20T10:15:00.000Z')
    await (await signIn('owner')).post('/company/working_schedule', { lunch_from: null, lunch_to: null })
    stopClockAt('2026-11-20T12:30:00.000Z')
    const { task } = (await (await signIn('staff')).post(`/tasks/${id}/finish`)).body as {
      task: { spent_seconds: number; times: { seconds: number; break_seconds: number }[] }
    }
    // From 12:30 to 15:30, without an hour of lunch.
    expect(task.spent_seconds).toBe(7200)
    const [time] = task.times
    expect([time?.seconds, time?.break_seconds]).toEqual([10_800, 3600])
  })

  test('of the person to archived ends the shift, which the check list shows before', async () => {
    await begin('2026-11-20T05:00:00.000Z', people.owner)
    await begin('2026-11-20T06:00:00.000Z')
    stopClockAt('2026-11-20T10:00:00.000Z')
    const admin = await signIn('admin')
    const { unfinished } = (await admin.get(`/users/${people.staff.id}/unfinished`)).body
    expect(unfinished).toMatchObject({ on_shift_since: '2026-11-20T06:00:00.000Z' })
    const users = await admin.post('/users', { ids: [people.staff.id] })
    expect(users.body.users).toMatchObject([{ on_shift_since: '2026-11-20T06:00:00.000Z' }])
    await admin.send('PUT', `/users/${people.staff.id}/status`, { status: 'archived' })
    const shift = await readShift()
    expect([shift.ended_at, shift.edited_by]).toEqual(['2026-11-20T10:00:00.000Z', people.admin.id])
  })
})
