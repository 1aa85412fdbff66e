import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db, Draft } from '../../database/db.ts'
import { approvalOf, type TestUser } from './build.ts'

const guarded = [
  'accounts',
  'ledger_entries',
  'achievement_events',
  'achievements',
  'points_days',
  'tasks',
  'shifts',
  'orders',
  'order_events',
  'shop_items',
  'shop_months',
]

/**
 * Changes rows without their triggers. Only the owner of the tables can do this; no call of the product can.
 */
export const harm = (root: Root, work: (connection: Root) => Promise<unknown>): Promise<void> =>
  root.transaction().execute(async (connection) => {
    const turn = async (how: string) => {
      for (const table of guarded) {
        await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger user`.execute(connection)
      }
    }
    await turn('disable')
    await work(connection)
    await turn('enable')
  })

/** Inserts an entry straight into the table. @returns its id */
export async function buildEntry(
  db: Db,
  user: Pick<TestUser, 'id'>,
  fields: Partial<Draft<'ledger_entries'>> = {},
): Promise<number> {
  const draft = { ledger: 'money', kind: 'bonus', amount: 100, created_at: nowIso() } as const
  const approval = await approvalOf(db, user.id, fields)
  const entry = { ...draft, ...approval, balance: 0, number: 0, credited: 0, ...fields, user_id: user.id }
  return (await db.insert('ledger_entries', entry).returning('id').executeTakeFirstOrThrow()).id
}
