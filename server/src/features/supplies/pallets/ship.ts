import type { Actor } from '../../../access/actor.ts'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { auditPallet } from './pallets.audit.ts'
import { listOpenPallets, updatePalletRow } from './pallets.queries.ts'

/**
 * Closes the open pallets of a supply that leaves the warehouse, and deletes those without boxes, because they stay
 * there. The supply's row is locked.
 */
export async function closePalletsToShip(
  db: Db,
  actor: Actor,
  supply: { id: number; number: string },
): Promise<void> {
  const at = nowIso()
  for (const pallet of await listOpenPallets(db, supply.id)) {
    const isEmpty = pallet.boxes_count === 0
    const end = isEmpty ? { deleted_at: at } : { closed_at: at, closed_by: actor.userId }
    await updatePalletRow(db, pallet.id, end)
    await auditPallet(db, actor, isEmpty ? 'delete' : 'seal', supply, pallet)
  }
}
