import type { Db } from '../../../database/db.ts'
import { lockConnection, updateConnection } from '../moysklad.queries.ts'
import type { RunLease } from './lease.ts'
import { wakeAfter } from './wake.queries.ts'

/** Maximum items that one statement marks. Messages of MoySklad wait for it, and MoySklad waits for their answer. */
const wokenAtOnce = 2000

/**
 * Makes the next run compare all items with our rows again: for a full check, and when the owners of fields
 * change.
 */
export const wakeLater = (db: Db): Promise<void> => updateConnection(db, { wakes_after: 0 })

/** Marks some of the items that are to be compared again. @returns whether no more are left */
export async function wakeSome(db: Db, most = wokenAtOnce): Promise<boolean> {
  const after = (await lockConnection(db))?.wakes_after ?? null
  if (after === null) return true
  const last = await wakeAfter(db, after, most)
  await updateConnection(db, { wakes_after: last })
  return last === null
}

/** @returns whether all items that are to be compared again are marked */
export async function wakeAll(lease: RunLease): Promise<boolean> {
  while (lease.hasTime) {
    if (await lease.commit((db) => wakeSome(db))) return true
    lease.markSaved()
  }
  return false
}
