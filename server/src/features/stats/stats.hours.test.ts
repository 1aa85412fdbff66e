import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'

const test_ = useTestApp()

test.each([
  ['2026-11-23 23:59:59', 0],
  ['2026-11-24 00:00:00', 0],
  ['2026-11-24 13:45:00', 13],
  ['2026-11-24 23:59:59', 23],
  ['2026-11-25 00:00:00', 23],
])('an event of the day 2026-11-24 at %s counts to hour %d', async (at, hour) => {
  const { rows } = await sql<{ hour: number }>`
    select hour_of_day('2026-11-24', ${at}::timestamp) as hour`.execute(test_.root)
  expect(rows).toEqual([{ hour }])
})
