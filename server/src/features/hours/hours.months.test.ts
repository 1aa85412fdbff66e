import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildUser, type TestUser } from '../../testing/rows/build.ts'
import { openShiftClock } from '../../testing/rows/shifts.ts'
import type { Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let shifts: ReturnType<typeof openShiftClock>

beforeEach(async () => {
  ;({ db, people } = await buildWorkday(test_))
  shifts = openShiftClock(test_.root, db)
  return () => stopClockAt(null)
})

describe('months of random clock-ins and clock-outs', () => {
  const dayMs = 86_400_000
  const first = Date.parse('2026-02-20T00:00:00Z')

  type Press = { day: number; minute: number; kind: 'in' | 'out' | 'job' }
  const anyPress: fc.Arbitrary<Press> = fc.record({
    day: fc.integer({ min: 0, max: 89 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    kind: fc.constantFrom('in', 'out', 'job'),
  })

  // A press that the state of the shift does not allow is refused, as for any person.
  const tryTo = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })

  test.each([
    { timezone: -12, hours: {} },
    { timezone: 14, hours: {} },
    {
      timezone: 5.75,
      hours: {
        working_hours_from: '22:00',
        working_hours_to: '06:00',
        lunch_from: '01:45',
        lunch_to: '02:15',
      },
    },
    {
      timezone: -9.75,
      hours: {
        working_hours_from: '20:15',
        working_hours_to: '04:15',
        lunch_from: '23:45',
        lunch_to: '00:30',
      },
    },
  ])('count every second once ($timezone, $hours)', async ({ timezone, hours }) => {
    await db.updateCompany({ timezone, ...hours })
    await fc.assert(
      fc.asyncProperty(fc.array(anyPress, { minLength: 60, maxLength: 60 }), async (presses) => {
        const user = await buildUser(test_.root, db, 'staff')
        const ordered = presses.toSorted((a, b) => a.day - b.day || a.minute - b.minute)
        for (const { day, minute, kind } of ordered) {
          const instant = new Date(first + day * dayMs + minute * 60_000).toISOString()
          if (kind === 'in') await tryTo(shifts.begin(instant, user))
          if (kind === 'out') await tryTo(shifts.end(instant, user))
          if (kind === 'job') await shifts.close(instant)
        }
        await shifts.close(new Date(first + 92 * dayMs).toISOString())
        await holdsFor(user)
      }),
      { numRuns: 3 },
    )
  })

  async function holdsFor(user: TestUser) {
    const rows = await db
      .from('shifts')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('started_at')
      .execute()
    expect(rows.length).toBeGreaterThan(5)
    const secondsOf = (row: { started_at: string; ended_at: string | null }) =>
      Math.floor((Date.parse(row.ended_at ?? '') - Date.parse(row.started_at)) / 1000)
    for (const [index, row] of rows.entries()) {
      const ended = row.ended_at ?? ''
      expect(row.worked_seconds + row.break_seconds).toBe(secondsOf(row))
      expect((rows[index + 1]?.started_at ?? '9') >= ended).toBe(true)
      expect(row.confirmed).toBe(row.source !== 'auto')
      const ofDay = rows.filter(({ day }) => day === row.day)
      const beginning = ofDay.find((shift) => secondsOf(shift) >= 60) ?? ofDay[0]
      if (row !== beginning) expect(row.late_seconds).toBe(0)
    }
    const admin = await TestClient.signIn(test_.app, people.admin)
    const { totals } = (await admin.post('/listing/hours', { user_id: user.id })).body as {
      totals: { worked_seconds: number; unconfirmed_seconds: number }
    }
    const worked = rows.reduce((sum, row) => sum + row.worked_seconds, 0)
    expect(totals.worked_seconds + totals.unconfirmed_seconds).toBe(worked)
  }
})
