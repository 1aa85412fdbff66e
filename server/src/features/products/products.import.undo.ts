import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../errors/stale.ts'
import { applyWithBisection, type DoneRow, type UndoTarget } from '../imports/imports.ts'
import { auditRates } from './products.import.audit.ts'
import { deleteProducts, type FoundProduct, lockForUndo, updateImported } from './products.import.queries.ts'

type Refusals = Map<number, 'changed' | 'in_use'>

/** Undoes rows of an import. A product that was changed since or is in use stays as it is. */
export async function undoProducts(
  db: Db,
  actor: Actor,
  rows: readonly DoneRow[],
  { signal, audit }: UndoTarget,
): Promise<Refusals> {
  const held = await lockForUndo(
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
    const next = changesOf(some, products).map(({ after }) => after)
    return updateImported(db, next, { at: nowIso(), by: actor.userId })
  }
  for (const row of await applyWithBisection(db, made, remove, signal)) refused.set(row.row, 'in_use')
  // The old article or barcode belongs to another product by now.
  for (const row of await applyWithBisection(db, changed, restore, signal)) refused.set(row.row, 'changed')
  const restored = changed.filter(({ row }) => !refused.has(row))
  await auditRates(audit, changesOf(restored, products))
  return refused
}

/** The products as the import has left them, and as they were before it. */
const changesOf = (rows: readonly DoneRow[], products: ReadonlyMap<number, FoundProduct>) =>
  rows.flatMap(({ entity_id, before: fields }) => {
    const before = products.get(entity_id)
    return before && fields
      ? [{ before, after: { ...before, ...fields, ...nextVersion(before, fields) } }]
      : []
  })
