import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Change, Db } from '../../database/db.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildEntry, buildProduct, buildTask, buildUser, buildWarehouse } from '../../testing/rows/build.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'
import { somebodyWaits } from '../../testing/waits.ts'
import { foldStats } from './stats.jobs.ts'

// On a database of its own, because folding covers all companies.
const test_ = useLoneTestApp()
const finished_at = '2026-11-16T09:00:00.000Z'

const faultsOf = async ({ companyId }: Db) =>
  (await sql`select * from stat_faults where company_id = ${companyId}`.execute(test_.root)).rows

test('writes concurrent with folding and repair are neither lost nor counted twice', async () => {
  const { db, people, as } = await buildTeam(test_)
  const workers = await times(3, () => buildUser(test_.root, db, 'staff'))
  const write = async (index: number) => {
    const user = workers[index % 3]!
    const work = { status: 'done', user_id: user.id, started_at: finished_at, finished_at } as const
    const id = await buildTask(db, people.admin, { ...work, quantity: 9, quantity_done: 9 })
    await buildEntry(db, user, { amount: 10 + index })
    const change = (fields: Change<'tasks'>) => db.update('tasks', fields).where('id', '=', id).execute()
    if (index % 3 === 0) {
      // Done work is fixed until the task is opened again.
      await change({ status: 'paused', finished_at: null, quantity_done: 1 })
      await change({ status: 'done', finished_at })
    }
    if (index % 5 === 0) {
      const gone = { deleted_at: finished_at, deleted_by: people.admin.id }
      await change(gone)
    }
  }
  let isWriting = true
  const fold = async () => {
    while (isWriting) await foldStats(test_.root)
  }
  const repair = async () => {
    while (isWriting) {
      await sql`
        select repair_stats(${db.companyId}, array(select id from users where company_id = ${db.companyId}))`.execute(
        test_.root,
      )
    }
  }
  // A statement reads one consistent snapshot, so it never sees half of a concurrent write.
  const read = async () => {
    while (isWriting) expect(await faultsOf(db)).toEqual([])
  }
  const beside = [fold(), fold(), repair(), repair(), read()]
  await times(6, async (writer) => {
    for (let index = 0; index < 20; index += 1) await write(writer * 20 + index)
  })
  isWriting = false
  await Promise.all(beside)
  await foldStats(test_.root)
  expect(await faultsOf(db)).toEqual([])
  const { body } = await as.admin.post('/stats', { date_from: '2026-11-16', date_to: '2026-11-16' })
  // 120 tasks. Every fifth is deleted. Of the others, every third has one piece instead of nine.
  expect(body.stats).toMatchObject({ tasks_done: 96, units: 64 * 9 + 32 })
})

test('a time that ends while its task moves counts for the new warehouse and product', async () => {
  const { db, people } = await buildTeam(test_)
  const [here, there] = [await buildWarehouse(db), await buildWarehouse(db)]
  const started_at = '2026-11-16T08:00:00.000Z'
  const task_id = await buildTask(db, people.admin, {
    status: 'paused',
    user_id: people.staff.id,
    started_at,
    warehouse_id: here,
  })
  const time = { task_id, user_id: people.staff.id, started_at, ended_at: finished_at, seconds: 3600 }
  const { ended } = await test_.root.transaction().execute(async (connection) => {
    const mine = new Db(connection, db.companyId)
    await mine
      .update('tasks', { warehouse_id: there, product_id: await buildProduct(mine) })
      .where('id', '=', task_id)
      .execute()
    const ended = db.insert('task_times', time).execute()
    await somebodyWaits(connection)
    return { ended }
  })
  await ended
  expect(await faultsOf(db)).toEqual([])
})
