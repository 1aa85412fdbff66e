import type { Shift } from '@artel/contract/hours/hours'
import { expect, test } from 'vitest'
import { noHours, teamWeekOf } from './team-week.ts'

const make = (fields: Partial<Shift>) =>
  ({
    user_id: 1,
    day: '2026-11-20',
    started_at: '2026-11-20T06:00:00.000Z',
    ended_at: '',
    worked_seconds: 0,
    late_seconds: 0,
    overtime_seconds: 0,
    confirmed: true,
    ...fields,
    // Only the summed fields matter, so the cast holds.
  }) as Shift

test('sums a week by person and by day, with unconfirmed time apart', () => {
  const week = teamWeekOf([
    make({ worked_seconds: 3600, late_seconds: 60 }),
    make({ worked_seconds: 1800, overtime_seconds: 600 }),
    make({ day: '2026-11-19', worked_seconds: 7200, confirmed: false }),
    make({ user_id: 2, ended_at: null }),
  ])
  expect(week.of(1, '2026-11-20')).toEqual({ ...noHours, worked: 5400, late: 60, overtime: 600 })
  expect(week.ofUser(1)).toMatchObject({ worked: 5400, unconfirmed: 7200 })
  expect(week.ofDay('2026-11-20')).toMatchObject({ worked: 5400, since: '2026-11-20T06:00:00.000Z' })
  expect(week.all).toMatchObject({ worked: 5400, unconfirmed: 7200 })
  expect(week.of(2, '2026-11-19')).toBeUndefined()
  expect(week.ofUser(3)).toEqual(noHours)
})
