import { expect, test } from 'vitest'
import { openOlder } from '../testing.ts'

test('achievement states of an older version count shifts once a day after the migration', async () => {
  const { client, update } = await openOlder('0036')
  const company = 1
  await client.query(
    `insert into companies (id, name, timezone, created_at) overriding system value values (1, 'Старая', 3, now())`,
  )
  const user = `insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
    values (1, $1, 'Дарья', 'Климова', 'staff', now())`
  for (const id of [1, 2]) await client.query(user, [id])
  const shift = `insert into shifts (company_id, id, user_id, day, started_at, ended_at, planned_ended_at, worked_seconds, late_seconds,
      source, confirmed, punched_started_at, created_at)
    overriding system value
    values (1, $1, 1, $2, $3, $4, $4, $5, 0, 'clock', true, $3, $3)`
  // The second shift belongs to the next day in Moscow, and the third is too short.
  await client.query(shift, [1, '2026-11-02', '2026-11-02T06:00:00Z', '2026-11-02T14:00:00Z', 28_800])
  await client.query(shift, [2, '2026-11-03', '2026-11-02T21:30:00Z', '2026-11-02T23:30:00Z', 7200])
  await client.query(shift, [3, '2026-11-03', '2026-11-03T12:00:00Z', '2026-11-03T12:00:01Z', 1])
  const kept = [1, 2, 3, 4].map((id) => ({ id, at: '2026-11-02T14:00:00Z', is_late: false }))
  const states = 'insert into achievement_states (company_id, user_id, state) values (1, $1, $2)'
  await client.query(states, [1, { shifts: { since: null, times: 0, last: kept } }])
  await client.query(states, [2, { shifts: { since: '2026-11-02T22:00:00Z', times: 1, last: [] } }])
  await update()
  const { rows } = await client.query<{ state: { shifts: object } }>(
    'select state from achievement_states where company_id = $1 order by user_id',
    [company],
  )
  expect(rows.map(({ state }) => state.shifts)).toEqual([
    {
      since: null,
      times: 0,
      last: [
        { id: 1, at: '2026-11-02T14:00:00Z', is_late: false, day: '2026-11-02' },
        { id: 2, at: '2026-11-02T14:00:00Z', is_late: false, day: '2026-11-03' },
      ],
    },
    { since: '2026-11-03', times: 1, last: [] },
  ])
})
