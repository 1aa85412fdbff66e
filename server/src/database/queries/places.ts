import { sql } from 'kysely'
import type { Db } from '../db.ts'

// Tables whose rows have a position within the company. `position` counts from 1 without gaps and is unique
// at the end of a transaction.
type Placed = 'shop_items' | 'instructions'

/**
 * Locks the positions of a table, because moves must run one after another. Call it before any of its rows is
 * locked.
 */
export async function lockPositions(db: Db, table: Placed): Promise<void> {
  const name = `places in ${table} of company ${db.companyId}`
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

export async function countPlaces(db: Db, table: Placed): Promise<number> {
  const [counted] = await db.query(
    sql<{ count: number }>`select count(*) from ${sql.table(table)} where company_id = ${db.companyId}`,
  )
  return counted?.count ?? 0
}

/** The requested position, limited to the last one. Without a requested position the result is empty. */
export async function placeIn(
  db: Db,
  table: Placed,
  { position }: { position?: number | undefined },
): Promise<{ position?: number }> {
  return position === undefined ? {} : { position: Math.min(position, await countPlaces(db, table)) }
}

/** Moves a row that is currently last. */
export async function placeLast(db: Db, table: Placed, id: number, position: number): Promise<void> {
  const from = await countPlaces(db, table)
  if (position < from) await renumber(db, table, { id, from, to: position })
}

/**
 * Renumbers the positions without gaps. They must be locked. `moved`: the row that gets the position `to`,
 * before or after its old one.
 */
export async function renumber(
  db: Db,
  table: Placed,
  moved: { id: number; from: number; to: number } | null = null,
): Promise<void> {
  const { id, from, to } = moved ?? { id: 0, from: 0, to: 0 }
  const rows = sql.table(table)
  await db.query(sql`
    update ${rows} as placed set position = numbered.place
    from (
      select id, row_number() over (
        order by case when id = ${id} then ${to < from ? to - 0.5 : to + 0.5}::numeric else position end
      ) as place
      from ${rows} where company_id = ${db.companyId}
    ) as numbered
    where company_id = ${db.companyId} and placed.id = numbered.id and position <> numbered.place`)
}
