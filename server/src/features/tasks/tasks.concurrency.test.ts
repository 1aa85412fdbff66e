import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { RowBudget, withinBudget } from '../../database/queries/row-budget.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf } from '../../testing/client.ts'
import { actorOf, buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { toWork } from './tasks.policy.ts'
import { findChangedSince } from './tasks.queries.ts'
import { lockTask } from './tasks.ts'
import { finishTask } from './tasks.work.ts'

const test_ = useTestApp()

test('a task finished while another is started stays finished and is not reported as paused', async () => {
  const { db, people, as } = await buildTeam(test_)
  const fields = { user_id: people.staff.id, money: 500 }
  const [first, second] = [
    await buildTask(db, people.admin, fields),
    await buildTask(db, people.admin, fields),
  ]
  await as.staff.post(`/tasks/${first}/start`)
  const started = await test_.root.transaction().execute(async (connection) => {
    const mine = new Db(connection, db.companyId)
    const actor = actorOf(people.staff)
    await finishTask(mine, actor, toWork(actor, await lockTask(mine, actor, first)), {})
    const answer = as.staff.post(`/tasks/${second}/start`)
    await somebodyWaits(connection)
    return { answer }
  })
  const { statusCode, body } = await started.answer
  expect([statusCode, body.paused_task_id]).toEqual([200, null])
  const { body: found } = await as.staff.get(`/tasks/${first}`)
  expect(found.task).toMatchObject({ status: 'done' })
})

test('a pool task assigned to a colleague during a start stays with the colleague', async () => {
  const { db, people, as } = await buildTeam(test_)
  const colleague = await buildUser(test_.root, db, 'staff')
  const task = await buildTask(db, people.admin, {})
  const started = await test_.root.transaction().execute(async (connection) => {
    const mine = new Db(connection, db.companyId)
    await mine.update('tasks', { user_id: colleague.id }).where('id', '=', task).execute()
    const answer = as.staff.post(`/tasks/${task}/start`)
    await somebodyWaits(connection)
    return { answer }
  })
  expect(codeOf(await started.answer)).toEqual([409, 'wrong_state'])
  const { body } = await as.admin.get(`/tasks/${task}`)
  expect(body.task).toMatchObject({ status: 'open', user_id: colleague.id, times: [] })
})

test('finds all fields changed since a version among 20,000 changes', async () => {
  const { db, people } = await buildTeam(test_)
  const task = await buildTask(db, people.admin, {})
  const changes = JSON.stringify({ description: ['x'.repeat(900), ''], coins: [1, 2] })
  await db.query(sql`
    insert into task_events (company_id, task_id, user_id, kind, version, changes, created_at)
    select ${db.companyId}, ${task}, ${people.admin.id}, 'edit', 1 + place, ${changes}::jsonb, now()
    from generate_series(1, 20000) as place`)
  const budget = new RowBudget(() => ({ release: () => undefined }))
  const changed = await withinBudget(budget, () => findChangedSince(db, task, 1))
  budget.close()
  expect(changed).toEqual(new Set(['description', 'coins']))
  expect(await findChangedSince(db, task, 20_001)).toEqual(new Set())
})
