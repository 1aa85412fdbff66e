import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWithCompany } from '../../testing/installation.ts'
import { buildTask } from '../../testing/rows/build.ts'
import { command } from '../testing.ts'

const name = 'the figures of a person are the sums of the rows behind them'

test('finds a sum that differs from its rows', async () => {
  const { installation, db, user } = await openWithCompany()
  const at = '2026-11-16T09:00:00.000Z'
  await buildTask(db, user, { user_id: user.id, status: 'done', started_at: at, finished_at: at })
  expect((await command(installation.env, 'verify')).text).toContain(`ok     ${name}\n`)
  await sql`update stat_deltas set tasks_done = 2`.execute(installation.root)
  const { code, text } = await command(installation.env, 'verify')
  expect(code).toBe(1)
  expect(text).toContain(`WRONG  ${name}: company ${db.companyId}: ${user.id}`)
})
