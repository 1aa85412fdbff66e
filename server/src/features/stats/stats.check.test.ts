import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import { buildTask } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { faultySums } from './stats.check.ts'
import { foldStats } from './stats.jobs.ts'

// On a database of its own, because the nightly check covers all companies.
const test_ = useLoneTestApp()

const finished_at = '2026-11-16T09:00:00.000Z'
let team: Team

beforeEach(async () => {
  team = await buildTeam(test_)
  const { db, people } = team
  const work = { user_id: people.staff.id, status: 'done', started_at: finished_at, finished_at } as const
  await buildTask(db, people.admin, { ...work, quantity: 5, quantity_done: 5 })
})

const peopleAtFault = async ({ companyId }: Db) => {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${sql.raw(faultySums)}) as faulty where company_id = ${companyId}`.execute(
    test_.root,
  )
  return rows.map(({ id }) => id)
}
const checkTonight = () => workJobs(test_.root, ['check-all-stats'])
const newsOf = (db: Db) =>
  db.from('notifications').select(['user_id', 'url']).where('kind', '=', 'stats_fault').execute()
const checkOf = (db: Db) => db.from('stat_checks').select(['faults']).executeTakeFirst()
const unitsOf = async ({ as }: Team) => {
  const { body } = await as.admin.post('/stats', { date_from: '2026-11-16', date_to: '2026-11-16' })
  return (body.stats as { units: number }).units // by the contract
}

test('notifies nobody when all sums match', async () => {
  await checkTonight()
  await foldStats(test_.root)
  await checkTonight()
  expect(await checkOf(team.db)).toEqual({ faults: 0 })
  expect(await newsOf(team.db)).toEqual([])
  expect(await peopleAtFault(team.db)).toEqual([])
})

test.each([
  ['a sum that was changed', 'update stat_days set units = units + 1', 1],
  ['a sum that was lost', 'delete from stat_product_days', 1],
  ['an hour that was changed', 'update stat_hours set tasks_done = 0', 1],
  ['a change that nobody has written down', 'delete from stat_deltas', 3],
])('%s is found, reported to the owners and repaired', async (_, wrong, faults) => {
  const other = await buildTeam(test_)
  if (!wrong.includes('stat_deltas')) await foldStats(test_.root)
  await sql`${sql.raw(wrong)} where company_id = ${team.db.companyId}`.execute(test_.root)
  expect(await peopleAtFault(team.db)).toEqual([team.people.staff.id])
  await checkTonight()
  expect(await checkOf(team.db)).toEqual({ faults })
  expect(await newsOf(team.db)).toEqual([{ user_id: team.people.owner.id, url: '/analytics/command' }])
  expect(await newsOf(other.db)).toEqual([])
  expect(await unitsOf(team)).toBe(5)
  expect(await peopleAtFault(team.db)).toEqual([])
})

test('after a change of timezone all days are recounted', async () => {
  await team.db.updateCompany({ timezone: -12 })
  await workJobs(test_.root, ['fold-stats'])
  const { as } = team
  const { body } = await as.admin.post('/stats', { date_from: '2026-11-15', date_to: '2026-11-15' })
  expect(body.stats).toMatchObject({ units: 5 })
  expect(await peopleAtFault(team.db)).toEqual([])
})
