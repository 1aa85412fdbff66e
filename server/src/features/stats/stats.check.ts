import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { notifyOwners } from '../notifications/notifications.ts'

/** Selects sums that differ from their facts, as `company_id, id` (of the person). */
export const faultySums = 'select company_id, user_id as id from stat_faults'

/** People that one statement checks, so that it ends long before the statement timeout of the database. */
const portion = 20

async function* portionsOf(db: Db): AsyncGenerator<number[]> {
  const people = await db.from('users').select('id').orderBy('id').execute()
  const ids = people.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += portion) yield ids.slice(from, from + portion)
}

const repair = (db: Db, people: readonly number[]) =>
  db.query(sql`select repair_stats(${db.companyId}, ${people}::int8[])`)

/** Recalculates all sums of the company. */
export async function rebuildStats(db: Db): Promise<void> {
  for await (const people of portionsOf(db)) await repair(db, people)
}

/** Compares all sums of the company with the facts, corrects differences, and notifies the owners of them. */
export async function checkStats(db: Db): Promise<void> {
  let faults = 0
  for await (const people of portionsOf(db)) {
    const [found] = await db.query(sql<{ faults: number }>`
      select count(*) as faults from stat_faults
      where company_id = ${db.companyId} and user_id = any(${people}::int8[])`)
    if (!found?.faults) continue
    faults += found.faults
    await repair(db, people)
  }
  await keepCheck(db, faults)
  if (faults === 0) return
  await notifyOwners(db, null, {
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
