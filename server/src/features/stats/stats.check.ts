import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { tell } from '../notifications/notifications.ts'

/** Sums that differ from the facts they are made of, as `company_id, id` (of the person). */
export const faultySums = 'select company_id, user_id as id from stat_faults'

const listPeople = (db: Db) => db.from('users').select('id').orderBy('id').execute()

/** Counts all sums of the company anew, of one person after another: so no statement takes long. */
export async function rebuildStats(db: Db): Promise<void> {
  for (const { id } of await listPeople(db)) await repairPerson(db, id)
}

const repairPerson = (db: Db, id: number) => db.query(sql`select repair_stats(${db.companyId}, ${id})`)

/** Compares all sums of the company with the facts, corrects what differs, and tells the owners of it. */
export async function checkStats(db: Db): Promise<void> {
  let faults = 0
  for (const { id } of await listPeople(db)) {
    const [found] = await db.query(sql<{ faults: number }>`
      select count(*) as faults from stat_faults where company_id = ${db.companyId} and user_id = ${id}`)
    if (!found?.faults) continue
    faults += found.faults
    await repairPerson(db, id)
  }
  await keepCheck(db, faults)
  if (faults === 0) return
  const owners = await db.from('users').select('id').where('type', '=', 'owner').execute()
  const to = owners.map(({ id }) => id)
  await tell(db, null, {
    to,
    kind: 'stats_fault',
    params: { id: 0, count: faults },
    url: '/analytics/command',
  })
}

async function keepCheck(db: Db, faults: number): Promise<void> {
  const result = { checked_at: nowIso(), faults }
  await db
    .insert('stat_checks', result)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(result))
    .execute()
}
