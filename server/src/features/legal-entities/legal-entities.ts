import type {
  LegalEntity,
  LegalEntityDraft,
  LegalEntityPatch,
} from '@artel/contract/legal-entities/legal-entities'
import { findMistakes, type Requisites } from '@artel/contract/legal-entities/legal-entities.rules'
import type { SearchResult } from '@artel/contract/search'
import type { Pagination } from '@artel/contract/shapes/list'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import type { SecretKey } from '../../seal.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { rightsOf, toEdit } from './legal-entities.policy.ts'
import {
  type ChangeableRow,
  deleteRow,
  findByText,
  findChangeableRow,
  findDefaultRow,
  findLegalEntityRow,
  hasRows,
  insertRow,
  isTaken,
  type LegalEntityFilters,
  type LegalEntityQuery,
  type LegalEntityRow,
  listLegalEntityRows,
  lockCompany,
  lockRow,
  updateRow,
} from './legal-entities.queries.ts'
import { describeToken } from './legal-entities.tokens.ts'

export {
  createLinkedLegalEntities,
  findLinkedLegalEntities,
  type LinkedLegalEntity,
  updateLinkedLegalEntities,
} from './legal-entities.linked.ts'
export { toDelete } from './legal-entities.policy.ts'
export { listWildberriesTokens, setWildberriesToken } from './legal-entities.tokens.ts'

export async function listLegalEntities(
  db: Db,
  secretKey: SecretKey,
  actor: Actor,
  filters: LegalEntityFilters,
  query: LegalEntityQuery,
): Promise<{ legal_entities: LegalEntity[]; pagination: Pagination }> {
  const { rows, pagination } = await listLegalEntityRows(db, actor, filters, query)
  return { legal_entities: rows.map((row) => show(db, secretKey, actor, row)), pagination }
}

/** Legal entities for the global search; none for staff. */
export async function searchLegalEntities(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  if (!isAdmin(actor)) return []
  const rows = await findByText(db, text)
  return rows.map(({ id, name, inn }) => ({ entity: 'legal_entity', id, title: name, subtitle: inn }))
}

/** @throws ApiError not_found */
export async function getLegalEntity(
  db: Db,
  secretKey: SecretKey,
  actor: Actor,
  id: number,
): Promise<LegalEntity> {
  const row = await findLegalEntityRow(db, id)
  if (!row) throw new ApiError('not_found')
  return show(db, secretKey, actor, row)
}

function show(
  { companyId }: Db,
  secretKey: SecretKey,
  actor: Actor,
  { wildberries_token, ...row }: LegalEntityRow,
): LegalEntity {
  const wildberries = describeToken(secretKey, companyId, { id: row.id, wildberries_token })
  return { ...row, wildberries, can: rightsOf(actor) }
}

/** Locks a legal entity against deletion until the transaction ends. @throws ApiError 422 at `path` */
export async function keepLegalEntity(db: Db, id: number, path: string): Promise<void> {
  if (!(await lockRow(db, id))) throw fieldError(path, 'no_such_legal_entity')
}

/** The first legal entity becomes the default. @returns its id @throws ApiError 422 at the field */
export async function createLegalEntity(db: Db, actor: Actor, draft: LegalEntityDraft): Promise<number> {
  refuseMistakes(draft)
  await lockCompany(db)
  await refuseTaken(db, draft)
  const is_default = draft.is_default || !(await hasRows(db))
  if (is_default) await clearDefault(db, actor)
  const at = nowIso()
  const made = { ...draft, is_default }
  const id = await insertRow(db, { ...made, created_at: at, updated_at: at, updated_by: actor.userId })
  await writeAudit(db, actor, {
    action: 'create',
    entity: 'legal_entity',
    id,
    title: made.name,
    after: changesOf({}, filled(made)).after,
  })
  db.announce({ entity: 'legal_entity', id, action: 'create' }, [])
  return id
}

/**
 * Updates the given fields. A new default replaces the previous one.
 * @throws ApiError 422 at the field; stale if the patch is based on an older version and somebody else has
 * changed one of its fields since
 */
export async function updateLegalEntity(
  db: Db,
  secretKey: SecretKey,
  actor: Actor,
  id: number,
  { version, ...fields }: LegalEntityPatch,
): Promise<void> {
  const row = toEdit(actor, await lockLegalEntity(db, id))
  await refuseStale(version, row, fields, {
    findChanged: (since) => changedSince(row, since),
    findChange: (names) => findLastChange(db, 'legal_entity', id, names),
    readCurrent: () => getLegalEntity(db, secretKey, actor, id),
  })
  const changed = changedFields(row, fields)
  const next = { ...row, ...changed }
  refuseMistakes(next)
  await refuseTaken(db, next)
  if (changed.is_default) await clearDefault(db, actor)
  await change(db, actor, row, changed)
}

/** @throws ApiError in_use if something refers to it */
export async function deleteLegalEntity(
  db: Db,
  actor: Actor,
  row: Allowed<ChangeableRow, 'delete'>,
): Promise<void> {
  await deleteUnused(deleteRow(db, row.id))
  const { id, version, field_versions, ...fields } = row
  await writeAudit(db, actor, {
    action: 'delete',
    entity: 'legal_entity',
    id,
    title: row.name,
    before: changesOf(filled(fields), {}).before,
  })
  db.announce({ entity: 'legal_entity', id, action: 'delete' }, [])
}

/** Returns the row. Nobody else changes it until the transaction ends. @throws ApiError not_found */
export async function lockLegalEntity(db: Db, id: number): Promise<ChangeableRow> {
  await lockCompany(db)
  const row = await findChangeableRow(db, id)
  if (!row) throw new ApiError('not_found')
  return row
}

async function clearDefault(db: Db, actor: Actor): Promise<void> {
  const row = await findDefaultRow(db)
  if (row) await change(db, actor, toEdit(actor, row), { is_default: false })
}

async function change(
  db: Db,
  actor: Actor,
  row: Allowed<ChangeableRow, 'edit'>,
  changed: Partial<Omit<ChangeableRow, 'id'>>,
): Promise<void> {
  if (Object.keys(changed).length === 0) return
  const { id, name } = row
  const stamps = { ...nextVersion(row, changed), updated_at: nowIso(), updated_by: actor.userId }
  await updateRow(db, id, { ...changed, ...stamps })
  const changes = changesOf(row, { ...row, ...changed })
  await writeAudit(db, actor, { action: 'update', entity: 'legal_entity', id, title: name, ...changes })
  db.announce({ entity: 'legal_entity', id, action: 'update' }, [])
}

function refuseMistakes(requisites: Requisites): void {
  const mistakes = findMistakes(requisites)
  if (mistakes.length > 0) throw new ApiError('invalid', mistakes)
}

async function refuseTaken(db: Db, numbers: { id?: number; inn: string; kpp: string | null }): Promise<void> {
  if (await isTaken(db, numbers)) throw fieldError('inn', 'inn_taken')
}

/** The fields that are not null, because the audit log records no empty fields. */
const filled = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
