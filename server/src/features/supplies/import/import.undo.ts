import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { applyWithBisection, type DoneRow, type UndoTarget } from '../../imports/imports.ts'
import { removeItems, updateItems } from '../boxes/boxes.queries.ts'
import { readBounds } from './import.queries.ts'
import { lockForImport } from './import.ts'
import {
  type Bound,
  deleteEmptied,
  findItems,
  findLost,
  findRemovals,
  type LostContents,
  type LostLine,
  putBack,
} from './undo.queries.ts'

type Refusals = Map<number, 'changed' | 'in_use'>

/** Undoes lines of an import. A line that was changed since, or whose box is sealed, stays as it is. */
export async function undoRows(
  db: Db,
  _: Actor,
  rows: readonly DoneRow[],
  { supplyId, signal }: UndoTarget,
): Promise<Refusals> {
  await lockForImport(db, supplyId)
  // Rows without a version are empty boxes, which are deleted at the end.
  const lines = rows.filter(({ version }) => version !== null)
  const items = await findItems(
    db,
    lines.map(({ entity_id }) => entity_id),
  )
  const refused: Refusals = new Map()
  const made: DoneRow[] = []
  const changed: DoneRow[] = []
  for (const row of lines) {
    const item = items.get(row.entity_id)
    if (item?.version !== row.version || item.is_sealed) refused.set(row.row, 'changed')
    else if (row.action === 'create') made.push(row)
    else changed.push(row)
  }
  await removeItems(
    db,
    made.map(({ entity_id }) => entity_id),
  )
  const restore = (some: readonly DoneRow[]) =>
    updateItems(
      db,
      some.flatMap(({ entity_id, before }) => {
        const item = items.get(entity_id)
        return item && before ? [{ ...item, ...before }] : []
      }),
    )
  // A plan that was set since may allow fewer pieces than the line had.
  for (const row of await applyWithBisection(db, changed, restore, signal)) refused.set(row.row, 'changed')
  return refused
}

/** What one statement restores at most. A box may have thousands of lines. */
const maxRestored = { removals: 500, lines: 20_000 }

/**
 * Deletes boxes that the import has created and that are empty now. Restores what the import has removed.
 * @returns the number of boxes that stay removed or without their removed lines
 */
export async function endUndo(db: Db, _: Actor, { importId, supplyId, signal }: UndoTarget): Promise<number> {
  const id = await lockForImport(db, supplyId)
  await deleteEmptied(db, id, importId)
  for (let [kept, after] = [0, 0]; ; ) {
    signal.throwIfAborted()
    const found = await findRemovals(db, importId, after, maxRestored)
    const last = found.at(-1)
    if (last === undefined) return kept
    const fitting = chooseFitting(await findLost(db, id, found), await readBounds(db, id))
    // Removals that conflict with something stay as they are.
    const refused = await applyWithBisection(db, fitting, (some) => putBack(db, id, some), signal)
    kept += found.length - fitting.length + refused.length
    after = last
  }
}

/** The removals that the plan and the present products allow, in their order. */
function chooseFitting(removals: readonly LostContents[], bounds: ReadonlyMap<number, Bound>): number[] {
  const hasPlan = [...bounds.values()].some(({ planned }) => planned !== null)
  const packed = new Map([...bounds].map(([id, bound]) => [id, bound.packed]))
  const takes = ({ product_id, quantity, is_gone }: LostLine) => {
    const most = hasPlan ? (bounds.get(product_id)?.planned ?? 0) : Number.POSITIVE_INFINITY
    // A line without pieces is only planned, which the plan of the supply does not bound.
    return !is_gone && (quantity === 0 || (packed.get(product_id) ?? 0) + quantity <= most)
  }
  return removals.flatMap(({ id, lines }) => {
    if (!lines.every(takes)) return []
    for (const { product_id, quantity } of lines)
      packed.set(product_id, (packed.get(product_id) ?? 0) + quantity)
    return [id]
  })
}
