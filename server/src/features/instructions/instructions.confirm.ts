import type { InstructionReader, InstructionRevision } from '@artel/contract/instructions/instructions'
import type { Pagination } from '@artel/contract/shapes/list'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { countedPress } from '../../access/work-steps.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { findRevisionDate, findWaiting, insertRead, keepInstructionRow } from './instructions.queries.ts'
import { listReaderRows, type ReaderFilters, type ReaderQuery } from './instructions.readers.queries.ts'
import {
  listRevisionRows,
  type RevisionFilters,
  type RevisionQuery,
} from './instructions.revisions.queries.ts'
import { findInstruction, getInstruction } from './instructions.ts'

/**
 * Confirms that the actor has read the instruction. A second confirmation is no error.
 * @param pressed when the person confirmed it, see `countedPress`
 * @throws ApiError wrong_state for a draft; stale if the actor has read another `revision`, or names none and pressed
 * before the current revision was published
 */
export async function confirmInstruction(
  db: Db,
  actor: Actor,
  id: number,
  revision: number | undefined,
  pressed: string,
): Promise<void> {
  const row = await keepInstructionRow(db, id)
  if (!row || !(row.is_published || isAdmin(actor))) throw new ApiError('not_found')
  if (!row.is_published) throw new ApiError('wrong_state')
  const at = countedPress(actor, pressed)
  const since = await findRevisionDate(db, row)
  const isBefore = at < since
  if (revision === undefined ? isBefore : revision !== row.revision)
    throw new ApiError('stale', [], { current: await getInstruction(db, actor, id) })
  // The clock of a device may be wrong, and nobody reads a revision before it exists.
  if (await insertRead(db, row, actor.userId, isBefore ? since : at))
    db.announce({ entity: 'instruction', id, action: 'update' }, [actor.userId])
}

/** Refuses work on a product with unconfirmed instructions. @throws ApiError instruction_unread */
export async function refuseUnread(db: Db, userId: number, productId: number): Promise<void> {
  const first = await findWaiting(db, productId, userId)
  if (!first) return
  throw new ApiError('instruction_unread', [], { instruction_id: first.id }, { title: first.title })
}

/** Lists the active staff, and when each has read the instruction. @throws ApiError not_found */
export async function listReaders(
  db: Db,
  actor: Actor,
  id: number,
  filters: ReaderFilters,
  query: ReaderQuery,
): Promise<{ readers: InstructionReader[]; pagination: Pagination }> {
  await findInstruction(db, actor, id)
  const { rows, pagination } = await listReaderRows(db, actor, id, filters, query)
  return { readers: rows, pagination }
}

/** Lists the revisions, each with its first text. @throws ApiError not_found */
export async function listRevisions(
  db: Db,
  actor: Actor,
  id: number,
  filters: RevisionFilters,
  query: RevisionQuery,
): Promise<{ revisions: InstructionRevision[]; pagination: Pagination }> {
  await findInstruction(db, actor, id)
  const { rows, pagination } = await listRevisionRows(db, actor, id, filters, query)
  return { revisions: rows, pagination }
}
