import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../http/stale.ts'
import type { DoneRow } from '../imports/imports.ts'
import { deleteProducts, holdForUndo, updateImported } from './products.import.queries.ts'

type Refusals = Map<number, 'changed' | 'in_use'>

/** Takes rows of an import back; a product that was changed since, or that something has, stays as it is. */
export async function undoProducts(db: Db, actor: Actor, rows: readonly DoneRow[]): Promise<Refusals> {
  const held = await holdForUndo(
    db,
    rows.map(({ entity_id }) => entity_id),
  )
  const products = new Map(held.map((product) => [product.id, product]))
  const refused: Refusals = new Map()
  const made: DoneRow[] = []
  const changed: DoneRow[] = []
  for (const row of rows) {
    if (products.get(row.entity_id)?.version !== row.version) refused.set(row.row, 'changed')
    else if (row.action === 'create') made.push(row)
    else changed.push(row)
  }
  const remove = (some: readonly DoneRow[]) =>
    deleteProducts(
      db,
      some.map(({ entity_id }) => entity_id),
    )
  const restore = (some: readonly DoneRow[]) => {
    const before = some.flatMap(({ entity_id, before }) => {
      const product = products.get(entity_id)
      return product && before ? [{ ...product, ...before, ...nextVersion(product, before) }] : []
    })
    return updateImported(db, before, { at: nowIso(), by: actor.userId })
  }
  for (const row of await doAllItCan(db, made, remove)) refused.set(row.row, 'in_use')
  // Its old article or barcode is another's meanwhile.
  for (const row of await doAllItCan(db, changed, restore)) refused.set(row.row, 'changed')
  return refused
}

const refusals = new Set(['23503', '23505'])

/** All at once; where one of them is in the way, one by one. @returns those that are refused */
async function doAllItCan(
  db: Db,
  rows: readonly DoneRow[],
  work: (some: readonly DoneRow[]) => Promise<void>,
): Promise<DoneRow[]> {
  if (rows.length === 0) return []
  await db.query(sql`savepoint undo`)
  try {
    await work(rows)
    await db.query(sql`release savepoint undo`)
    return []
  } catch (error) {
    const { code } = error as { code?: string } // the driver's errors have one
    if (!code || !refusals.has(code)) throw error
    await db.query(sql`rollback to savepoint undo`)
    const [only, ...others] = rows
    if (only && others.length === 0) return [only]
    const middle = Math.ceil(rows.length / 2)
    const first = await doAllItCan(db, rows.slice(0, middle), work)
    return [...first, ...(await doAllItCan(db, rows.slice(middle), work))]
  }
}
