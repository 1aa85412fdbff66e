import { randomUUID } from 'node:crypto'
import type { Call } from '@artel/contract/call'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'

// Generated from the declared calls, so a new call that is dated by a device is tested in the same way.
const test_ = useTestApp()
const stage = useStage(test_)
const byStaff = 1
const dayMs = 24 * 3_600_000

/** What a call is sent if its device says that it was made a day ago. */
function datedFields({ body }: Call): object | null {
  const fields = body && 'shape' in body ? (body.shape as object) : {}
  if ('step' in fields) return { step: { id: randomUUID(), age_ms: dayMs } }
  return 'age_ms' in fields ? { age_ms: dayMs } : null
}

const dated = rows.flatMap((row) => {
  const call = declared[row.call]
  if (!call || !datedFields(call) || (row.expect[byStaff] ?? 500) >= 300) return []
  return [{ title: [row.call, row.case].filter(Boolean).join(' '), row, call }]
})

/** Counts, for each column, the instants in rows of the company that are earlier than the company itself. */
async function countImpossible(): Promise<Record<string, number>> {
  const { companyId } = stage.world.db
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and table_name in (select table_name from information_schema.columns where column_name = 'company_id')
      -- Steps also keep what the device says. Figures and achievements have the days of a row that was there before.
      and table_name not like all (array['work\\_steps', 'stat\\_%', 'achievement%'])`.execute(test_.root)
  const counts = columns.map(
    ({ table, column }) => sql`
      select ${`${table}.${column}`}::text as name, count(*)::int as count from ${sql.table(table)} as found
      join companies on companies.id = found.company_id
      where found.company_id = ${companyId} and found.${sql.ref(column)} < companies.created_at`,
  )
  const found = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    test_.root,
  )
  return Object.fromEntries(found.rows.map(({ name, count }) => [name, count]))
}

test.each(dated)('$title: nothing is dated before what it is about was created', async ({ row, call }) => {
  const input = (await row.make?.(stage.world)) ?? {}
  const before = await countImpossible()
  const answer = await ask(stage.clients.staff, call, {
    ...input,
    body: { ...input.body, ...datedFields(call) },
  })
  expect(answer.statusCode).toBeLessThan(300)
  expect(await countImpossible()).toEqual(before)
})

test('a task is neither started nor finished before somebody else has stopped working on it', async () => {
  const { staff, colleague, admin } = stage.clients
  const { people } = stage.world
  const created = await admin.post('/tasks/create', { title: 'Набор «Уют»', user_id: people.colleague.id })
  const { id } = created.body.task as { id: number }
  await colleague.post(`/tasks/${id}/start`)
  await colleague.post(`/tasks/${id}/pause`)
  await admin.send('PUT', `/tasks/${id}`, { user_id: people.staff.id })
  const step = (age_ms: number) => ({ step: { id: randomUUID(), age_ms } })
  await staff.post(`/tasks/${id}/start`, step(dayMs))
  const finished = await staff.post(`/tasks/${id}/finish`, step(dayMs))
  const { finished_at, times } = finished.body.task as {
    finished_at: string
    times: { started_at: string; ended_at: string }[]
  }
  const [first, second] = times.toSorted((one, other) => one.started_at.localeCompare(other.started_at))
  expect(second?.started_at.localeCompare(first?.ended_at ?? '')).toBeGreaterThanOrEqual(0)
  expect(finished_at.localeCompare(second?.ended_at ?? '')).toBeGreaterThanOrEqual(0)
})
