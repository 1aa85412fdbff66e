import type { Uncounted } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { findSupply } from '../supplies.ts'
import { findUncounted } from './uncounted.queries.ts'

/**
 * Pieces of a supply that were scanned and that no task counts: the first groups by person and product, and the
 * sum of all. @throws ApiError not_found
 */
export async function listUncounted(
  db: Db,
  actor: Actor,
  supplyId: number,
): Promise<{ uncounted: Uncounted[]; pieces: number }> {
  await findSupply(db, actor, supplyId)
  const rows = await findUncounted(db, supplyId)
  return { uncounted: rows.map(({ all_pieces: _, ...group }) => group), pieces: rows[0]?.all_pieces ?? 0 }
}
