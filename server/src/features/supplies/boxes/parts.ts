import type { Pagination } from '@artel/contract/shapes/list'
import type { Box, ListedScan } from '@artel/contract/supplies/supplies'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { rightsToBox } from '../supplies.policy.ts'
import { findSupply } from '../supplies.ts'
import { listLines } from './boxes.queries.ts'
import {
  type BoxFilters,
  type BoxQuery,
  listBoxRows,
  listScanRows,
  type ScanFilters,
  type ScanQuery,
} from './parts.queries.ts'

/** @throws ApiError not_found */
export async function listBoxes(
  db: Db,
  actor: Actor,
  supplyId: number,
  filters: BoxFilters,
  query: BoxQuery,
): Promise<{ boxes: Box[]; pagination: Pagination }> {
  const supply = await findSupply(db, actor, supplyId)
  const { rows, pagination } = await listBoxRows(db, actor, supplyId, filters, query)
  const ids = rows.map(({ id }) => id)
  const linesOf = await listLines(db, ids, query.limit)
  const boxes = rows.map((row) => ({ ...row, ...linesOf(row.id), can: rightsToBox(actor, supply, row) }))
  return { boxes, pagination }
}

/** @throws ApiError not_found */
export async function listScans(
  db: Db,
  actor: Actor,
  supplyId: number,
  filters: ScanFilters,
  query: ScanQuery,
): Promise<{ scans: ListedScan[]; pagination: Pagination }> {
  await findSupply(db, actor, supplyId)
  const { rows, pagination } = await listScanRows(db, actor, supplyId, filters, query)
  return { scans: rows, pagination }
}
