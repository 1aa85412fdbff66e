import {
  minutesBetween,
  minutesOf,
  pauses,
  readWorkingDay,
  type ScheduleTimes,
  scheduleFaults,
  timeAt,
} from '@artel/contract/hours/schedule'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'

const none: ScheduleTimes = {
  working_hours_from: null,
  working_hours_to: null,
  first_break_from: null,
  first_break_to: null,
  second_break_from: null,
  second_break_to: null,
  lunch_from: null,
  lunch_to: null,
}
const hours = (from: string, to: string) => ({ working_hours_from: from, working_hours_to: to })
const lunch = (from: string | null, to: string | null) => ({ lunch_from: from, lunch_to: to })
const firstBreak = (from: string, to: string) => ({ first_break_from: from, first_break_to: to })
const secondBreak = (from: string, to: string) => ({ second_break_from: from, second_break_to: to })
const usual = {
  ...hours('09:00', '18:00'),
  ...firstBreak('11:00', '11:15'),
  ...lunch('13:00', '14:00'),
  ...secondBreak('16:00', '16:15'),
}

describe('times of a working day', () => {
  test.each([
    ['none at all', {}],
    ['a usual day', usual],
    ['pauses at the very ends', { ...hours('09:00', '18:00'), ...lunch('09:00', '18:00') }],
    [
      'pauses that touch',
      { ...hours('09:00', '18:00'), ...firstBreak('12:00', '13:00'), ...lunch('13:00', '14:00') },
    ],
    ['a night', { ...hours('22:00', '06:00'), ...lunch('23:30', '00:30'), ...secondBreak('04:00', '04:15') }],
    ['up to midnight', { ...hours('15:00', '00:00'), ...lunch('19:00', '20:00') }],
    ['breaks in another order', { ...hours('09:00', '18:00'), ...secondBreak('10:00', '10:15') }],
  ])('are valid: %s', (_, times) => expect(scheduleFaults({ ...none, ...times })).toEqual([]))

  test.each([
    [hours('09:00', '09:00'), { working_hours_to: 'times_same' }],
    [{ working_hours_from: '09:00' }, { working_hours_to: 'times_both' }],
    [{ ...usual, ...lunch(null, '14:00') }, { lunch_from: 'times_both' }],
    [lunch('13:00', '14:00'), { lunch_from: 'no_hours' }],
    [{ ...hours('09:00', '18:00'), ...lunch('13:00', '13:00') }, { lunch_to: 'times_same' }],
    [{ ...hours('09:00', '18:00'), ...lunch('14:00', '13:00') }, { lunch_to: 'dates_reversed' }],
    [{ ...hours('09:00', '18:00'), ...lunch('08:30', '09:30') }, { lunch_from: 'outside_hours' }],
    [{ ...hours('09:00', '18:00'), ...lunch('18:00', '18:30') }, { lunch_from: 'outside_hours' }],
    [{ ...hours('09:00', '18:00'), ...lunch('17:30', '18:30') }, { lunch_to: 'outside_hours' }],
    [{ ...hours('22:00', '06:00'), ...lunch('12:00', '13:00') }, { lunch_from: 'outside_hours' }],
    [{ ...hours('22:00', '06:00'), ...lunch('05:30', '06:30') }, { lunch_to: 'outside_hours' }],
    [
      { ...usual, ...firstBreak('13:30', '14:15') },
      { first_break_from: 'overlaps_lunch', lunch_from: 'overlaps_first_break' },
    ],
  ])('are invalid: %j', (times, faults) => {
    const found = scheduleFaults({ ...none, ...times }).map(({ field, text }) => [field, text])
    expect(Object.fromEntries(found)).toEqual(faults)
    expect(readWorkingDay({ ...none, ...times })).toBeNull()
  })
})

const minute = fc.integer({ min: 0, max: 1439 })

/** A valid working day: its start, and the points between which the pauses lie. */
const fitting = fc
  .tuple(
    minute,
    fc.uniqueArray(fc.integer({ min: 1, max: 1439 }), { minLength: 7, maxLength: 7 }),
    fc.shuffledSubarray([...pauses]),
  )
  .map(([start, cuts, chosen]) => {
    const sorted = cuts.toSorted((a, b) => a - b)
    const at = (index: number) => timeAt(start + (sorted[index] ?? 0))
    const spans = chosen.map((pause, index) => ({
      [`${pause}_from`]: at(2 * index),
      [`${pause}_to`]: at(2 * index + 1),
    }))
    return { ...none, ...hours(timeAt(start), at(6)), ...Object.assign({}, ...spans) } as ScheduleTimes // keys of pauses
  })

const turned = (times: ScheduleTimes, by: number) =>
  Object.fromEntries(
    Object.entries(times).map(([name, time]) => [name, time === null ? null : timeAt(minutesOf(time) + by)]),
  ) as ScheduleTimes // the same names

const anyTime = fc.option(
  fc.integer({ min: 0, max: 23 }).map((hour) => timeAt(hour * 60)),
  { freq: 8, nil: null },
)
const anyTimes = fc.record(
  Object.fromEntries(Object.keys(none).map((name) => [name, anyTime])),
) as fc.Arbitrary<ScheduleTimes> // the same names

describe('for any times', () => {
  test('a valid day stays valid at any hour, over midnight too; work and pauses sum to its length', () => {
    fc.assert(
      fc.property(fitting, minute, (times, by) => {
        expect(scheduleFaults(times)).toEqual([])
        const [day, later] = [readWorkingDay(times), readWorkingDay(turned(times, by))]
        expect(later).toEqual({ ...day, start: ((day?.start ?? 0) + by) % 1440 })
        const paused = day?.pauses.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
        expect((day?.worked ?? 0) + paused).toBe(day?.length)
      }),
    )
  })

  test('a time of day stays the same after conversion to minutes and back', () => {
    fc.assert(
      fc.property(minute, minute, (from, to) => {
        expect(minutesOf(timeAt(from))).toBe(from)
        expect((from + minutesBetween(from, to)) % 1440).toBe(to)
      }),
    )
  })
})

const test_ = useTestApp()
let db: Db
let as: Record<'admin' | 'owner', TestClient>

beforeEach(async () => {
  db = await buildCompany(test_.root)
  const signIn = async (type: 'admin' | 'owner') =>
    TestClient.signIn(test_.app, await buildUser(test_.root, db, type))
  as = { admin: await signIn('admin'), owner: await signIn('owner') }
})

const save = (body: object, who: 'admin' | 'owner' = 'admin') =>
  as[who].post('/company/working_schedule', body)
type Answered = { version: number; working_days: Record<string, boolean>; [field: string]: unknown }
const companyOf = ({ body }: { body: Record<string, unknown> }) => body.company as Answered

describe('the database', () => {
  test('accepts exactly the times that the rules accept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyTimes, fitting), async (times) => {
        const isTaken = await db.updateCompany({ ...none, ...times }).then(
          () => true,
          (error: { code?: string }) => {
            expect(error.code).toBe('23514')
            return false
          },
        )
        expect(isTaken).toBe(scheduleFaults(times).length === 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('company.schedule', () => {
  test('lets an admin change only the sent times and days of the week', async () => {
    const saved = await save({
      ...usual,
      working_days: { saturday: true, monday: false },
      before_workday_end: 30,
    })
    expect(saved.statusCode).toBe(200)
    expect(companyOf(saved)).toMatchObject({
      ...usual,
      before_workday_end: 30,
      working_days: { monday: false, tuesday: true, friday: true, saturday: true, sunday: false },
    })
    const later = await save({ ...lunch(null, null), working_hours_to: '17:00' })
    expect(companyOf(later)).toMatchObject({ ...usual, ...lunch(null, null), working_hours_to: '17:00' })
    expect((await as.owner.post('/auth/init')).body.company).toEqual(companyOf(later))
  })

  test('accepts a form with 1 or 0 for days and an empty value for no time', async () => {
    await save(usual)
    const { statusCode, body } = await as.admin.send('POST', '/company/working_schedule', undefined, {
      payload: 'working_days[sunday]=1&working_days[monday]=0&lunch_from=&lunch_to=&before_workday_end=20',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(statusCode).toBe(200)
    const days = { sunday: true, monday: false }
    expect(body.company).toMatchObject({ ...lunch(null, null), before_workday_end: 20, working_days: days })
  })

  test('logs old and new values, and nothing if nothing has changed', async () => {
    await save({ ...hours('09:00', '18:00'), working_days: { monday: true } })
    await save(hours('09:00', '18:00'))
    const { body } = await as.owner.post('/listing/audit', { entity: 'company' })
    expect(body.audit).toMatchObject([
      {
        action: 'schedule_change',
        before: { working_hours_from: null, working_hours_to: null },
        after: hours('09:00', '18:00'),
      },
    ])
    expect(body.pagination).toMatchObject({ total: 1 })
  })

  test.each([
    [{ working_hours_from: '09:00' }, ['working_hours_to']],
    [hours('9:00', '25:00'), ['working_hours_from', 'working_hours_to']],
    [lunch('13:00', '14:00'), ['lunch_from']],
    [{ ...usual, ...secondBreak('13:30', '13:45') }, ['lunch_from', 'second_break_from']],
    [{ before_workday_end: -1 }, ['before_workday_end']],
    [{ before_workday_end: 721 }, ['before_workday_end']],
    [{ before_workday_end: 1.5 }, ['before_workday_end']],
    [{ working_days: { someday: true } }, ['working_days.someday']],
    [{ working_days: [true] }, ['working_days']],
    [{ working_days: { monday: 'yes' } }, ['working_days.monday']],
    [{ timezone: 5 }, ['timezone']],
    [{ settings: { hours: { grace_minutes: 5 } } }, ['settings']],
    [{ version: 0 }, ['version']],
  ])('rejects %j at %j and changes nothing', async (body, paths) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const answer = await save(body)
    expect([answer.statusCode, Object.keys(answer.body.errors ?? {}).toSorted()]).toEqual([422, paths])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('validates the sent fields together with the stored ones', async () => {
    await save(usual)
    const shorter = await save({ working_hours_to: '15:00' })
    expect(Object.keys(shorter.body.errors ?? {})).toEqual(['second_break_from'])
    const without = await save(hours(null as never, null as never)) // what a client may well send
    expect(Object.keys(without.body.errors ?? {})).toEqual([
      'first_break_from',
      'lunch_from',
      'second_break_from',
    ])
  })

  test('keeps one of two concurrently saved schedules as a whole', async () => {
    for (let round = 0; round < 5; round++) {
      await save({ ...none, ...usual })
      const day = {
        ...usual,
        ...hours('08:00', '16:00'),
        ...lunch('12:00', '12:30'),
        ...secondBreak('15:00', '15:15'),
      }
      const night = {
        ...hours('22:00', '06:00'),
        ...firstBreak('23:00', '23:15'),
        ...lunch('02:00', '02:30'),
        ...secondBreak('04:00', '04:15'),
      }
      const answers = await Promise.all([save(day), save(night, 'owner')])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      const { body } = await as.owner.post('/auth/init')
      const is = body.company as ScheduleTimes
      expect(scheduleFaults(is)).toEqual([])
      expect([day, night]).toContainEqual(
        Object.fromEntries(Object.keys(usual).map((name) => [name, is[name as keyof ScheduleTimes]])),
      ) // the keys of a schedule
    }
  })

  test('rejects the second edit of a field with the current data, but not of other fields', async () => {
    const { version } = companyOf(await save(usual))
    const answers = await Promise.all([
      save({ working_hours_to: '19:00', version }),
      save({ working_hours_to: '20:00', version }, 'owner'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    const won = answers.find(({ statusCode }) => statusCode === 200)
    expect(refused?.body).toMatchObject({ code: 'stale', current: won?.body.company })
    expect((await save({ before_workday_end: 5, version })).statusCode).toBe(200)
    const same = {
      working_hours_to: companyOf(won as { body: Record<string, unknown> }).working_hours_to,
      version,
    } // one request has won
    expect((await save(same)).statusCode).toBe(200)
  })

  test('publishes an event to everyone', async () => {
    const heard: unknown[] = []
    const stop = test_.events.subscribe(({ companyId, event, audience }) => {
      if (companyId === db.companyId) heard.push({ ...event, audience })
    })
    await save(usual)
    await expect
      .poll(() => heard)
      .toEqual([{ entity: 'company', id: db.companyId, action: 'update', audience: 'everyone' }])
    stop()
  })
})
