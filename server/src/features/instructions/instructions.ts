import type {
  Instruction,
  InstructionDraft,
  InstructionPatch,
  ListedInstruction,
} from '@artel/contract/instructions/instructions'
import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Audience } from '../../database/announcement.ts'
import type { Db } from '../../database/db.ts'
import { lockPositions, placeIn, placeLast, renumber } from '../../database/queries/places.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { findLastChange } from '../audit/audit.ts'
import { listMediaIds, listMediaOf, type MediaOwner, setMedia } from '../multimedia/multimedia.ts'
import { lockProducts } from '../products/products.ts'
import { auditInstruction, loggedAs } from './instructions.audit.ts'
import type { BodyCleaner } from './instructions.cleaner.ts'
import { askReaders } from './instructions.jobs.ts'
import {
  findByText,
  type InstructionFilters,
  type InstructionQuery,
  listCategories,
  listInstructionRows,
} from './instructions.list.queries.ts'
import { asks, rightsTo, toManage } from './instructions.policy.ts'
import {
  deleteInstructionRow,
  findInstructionRow,
  insertInstruction,
  type LockedInstruction,
  lockInstructionRow,
  replaceProducts,
  updateInstructionRow,
} from './instructions.queries.ts'

export { refuseUnread } from './instructions.confirm.ts'

type Managed = Allowed<LockedInstruction, 'manage'>
type Row = LockedInstruction & { multimedia_ids: number[] }

const instructionMedia: MediaOwner = { table: 'instruction_multimedia', owner: 'instruction_id' }

export async function listInstructions(
  db: Db,
  actor: Actor,
  filters: InstructionFilters,
  query: InstructionQuery,
): Promise<{ instructions: ListedInstruction[]; pagination: Pagination; categories: string[] }> {
  const { rows, pagination } = await listInstructionRows(db, actor, filters, query)
  const instructions = rows.map((row) => ({ ...row, can: rightsTo(actor, row) }))
  return { instructions, pagination, categories: await listCategories(db, actor) }
}

/** Instructions for the global search. */
export async function searchInstructions(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const rows = await findByText(db, actor, text)
  return rows.map(({ id, title, category }) => ({ entity: 'instruction', id, title, subtitle: category }))
}

/** Finds the row of an instruction. Staff do not find drafts. @throws ApiError not_found */
export async function findInstruction(db: Db, actor: Actor, id: number) {
  const row = await findInstructionRow(db, actor, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** @throws ApiError not_found */
export async function getInstruction(db: Db, actor: Actor, id: number): Promise<Instruction> {
  const row = await findInstruction(db, actor, id)
  return { ...row, multimedia: await listMediaOf(db, actor, instructionMedia, id), can: rightsTo(actor, row) }
}

/** @returns its id @throws ApiError 422 at the field */
export async function createInstruction(
  db: Db,
  actor: Actor,
  cleaner: BodyCleaner,
  draft: InstructionDraft,
): Promise<number> {
  const { multimedia_ids, product_ids: named, position, ...fields } = draft
  // Before any lock, because cleaning may take seconds.
  const { body, words } = await cleaner.clean(fields.body, multimedia_ids, actor)
  await lockPositions(db, 'instructions')
  const product_ids = await lockNamed(db, named)
  const at = nowIso()
  const stamps = { created_at: at, updated_at: at, created_by: actor.userId, updated_by: actor.userId }
  const published_at = fields.is_published ? at : null
  const id = await insertInstruction(db, { ...fields, body, words, published_at, ...stamps })
  if (position !== undefined) await placeLast(db, 'instructions', id, position)
  if (multimedia_ids.length > 0) await setMedia(db, actor, instructionMedia, id, multimedia_ids)
  await replaceProducts(db, id, product_ids)
  const entry = { action: 'create', id, title: draft.title } as const
  await auditInstruction(db, actor, entry, null, { ...fields, body, multimedia_ids, product_ids })
  if (asks(draft)) await askReaders(db, actor, { id, revision: 1 })
  db.announce({ entity: 'instruction', id, action: 'create' }, audienceOf(draft))
  return id
}

// Staff get no event of a draft; admins always do.
const audienceOf = (...states: readonly { is_published: boolean }[]): Audience =>
  states.some(({ is_published }) => is_published) ? 'everyone' : []

/** Locks the given products until the transaction ends. @returns their ids, each once @throws ApiError 422 */
async function lockNamed(db: Db, ids: readonly number[]): Promise<number[]> {
  const held = await lockProducts(db, ids)
  const stranger = ids.findIndex((id) => !held.has(id))
  if (stranger >= 0) throw fieldError(`product_ids.${stranger}`, 'no_such_product')
  return [...held.keys()].sort((a, b) => a - b)
}

/** Locks the positions. Call it before a row is locked, so that two concurrent moves cannot deadlock. */
export const lockForMove = (db: Db): Promise<void> => lockPositions(db, 'instructions')

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockInstruction(db: Db, actor: Actor, id: number): Promise<Managed> {
  const row = await lockInstructionRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toManage(actor, row)
}

/**
 * Updates the given fields. With `raise_revision`, all people must confirm the instruction again.
 * @throws ApiError 422 at the field; stale if somebody has changed one of the fields since
 */
export async function updateInstruction(
  db: Db,
  actor: Actor,
  cleaner: BodyCleaner,
  instruction: Managed,
  { version: base, raise_revision = false, ...fields }: InstructionPatch,
): Promise<void> {
  const { id, title } = instruction
  const row = { ...instruction, multimedia_ids: await listMediaIds(db, instructionMedia, id) }
  const media = fields.multimedia_ids ?? row.multimedia_ids
  const { body = row.body, multimedia_ids } = fields
  const isRead = fields.body !== undefined || multimedia_ids !== undefined
  const cleaned = isRead ? await cleaner.clean(body, media, actor) : null
  const wanted = {
    ...fields,
    ...(cleaned && fields.body !== undefined && { body: cleaned.body }),
    ...(fields.product_ids && { product_ids: await lockNamed(db, fields.product_ids) }),
    ...(await placeIn(db, 'instructions', fields)),
  }
  await refuseStale(base, row, wanted, {
    findChanged: (since) => changedSince(instruction, since),
    findChange: (names) => findLastChange(db, 'instruction', id, names.map(loggedAs)),
    readCurrent: () => getInstruction(db, actor, id),
  })
  // The cleaned body no longer shows media that were removed from the instruction.
  const changed = changedFields(row, { body: cleaned?.body ?? row.body, ...wanted })
  const raised = raise_revision ? raise(row, changed, base) : {}
  const next = { ...row, ...changed, ...raised }
  if (Object.keys({ ...changed, ...raised }).length === 0) return
  const words = changed.body === undefined ? undefined : cleaned?.words
  await write(db, actor, row, { ...changed, ...raised, ...(words !== undefined && { words }) })
  await auditInstruction(db, actor, { action: 'update', id, title }, row, next)
  if (asks(next) && (!asks(row) || raised.revision)) await askReaders(db, actor, next)
  db.announce({ entity: 'instruction', id, action: 'update' }, audienceOf(row, next))
}

/** Each revision stores its whole text and every confirmation, and they are never deleted. */
const maxRevisions = 1000

/**
 * Raises the revision. A request that is repeated because its response was lost does not raise it again.
 * @throws ApiError 422 at `raise_revision`
 */
function raise(row: Row, changed: Partial<Row>, base = row.version): { revision?: number } {
  const isAgain = Object.keys(changed).length === 0 && changedSince(row, base).has('revision')
  if (row.published_at === null || isAgain) return {}
  if (row.revision >= maxRevisions)
    throw fieldError('raise_revision', 'too_many_revisions', { maximum: maxRevisions })
  return { revision: row.revision + 1 }
}

async function write(
  db: Db,
  actor: Actor,
  row: Row,
  changed: Partial<Row> & { words?: string },
): Promise<void> {
  const { multimedia_ids, product_ids, position, ...columns } = changed
  const at = nowIso()
  await updateInstructionRow(db, row.id, {
    ...columns,
    ...(columns.is_published && row.published_at === null && { published_at: at }),
    ...nextVersion(row, changed),
    updated_at: at,
    updated_by: actor.userId,
  })
  if (position !== undefined)
    await renumber(db, 'instructions', { id: row.id, from: row.position, to: position })
  if (multimedia_ids) await setMedia(db, actor, instructionMedia, row.id, multimedia_ids)
  if (product_ids) await replaceProducts(db, row.id, product_ids)
}

export async function deleteInstruction(db: Db, actor: Actor, instruction: Managed): Promise<void> {
  const { id, title } = instruction
  const { before: multimedia_ids } = await setMedia(db, actor, instructionMedia, id, [])
  await deleteInstructionRow(db, id)
  await renumber(db, 'instructions')
  const before = { ...instruction, multimedia_ids: [...multimedia_ids] }
  await auditInstruction(db, actor, { action: 'delete', id, title }, before, null)
  db.announce({ entity: 'instruction', id, action: 'delete' }, audienceOf(instruction))
}
