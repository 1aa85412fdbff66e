import type { AuditFields } from '@artel/contract/audit/audit'
import type { AuditAction, AuditEntity } from '@artel/contract/audit/audit.line'
import { cutText } from '@artel/contract/shapes/storable'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { insertEntries } from './audit.queries.ts'
import { fitting } from './audit.rules.ts'

export { findLastChange } from './audit.queries.ts'
export { changesOf } from './audit.rules.ts'

/** Who acts and from where, as far as known. */
export type AuditOrigin = ({ userId: number | null } & Pick<Actor, 'address' | 'device'>) | null

export type AuditPart = {
  action: AuditAction
  entity: AuditEntity
  /** Null for many things at once; the parts have their ids. */
  id: number | null
  /** The name of the thing, unless it is the acting person or the company. */
  title?: string
  before?: AuditFields
  after?: AuditFields
}

const longestTitle = 200

/**
 * Writes an audit log entry in the transaction of the change. For a change of many things, writes `parts`
 * under it. `by` is null for the operator of the installation.
 */
export async function writeAudit(
  db: Db,
  by: AuditOrigin,
  entry: AuditPart,
  parts: readonly AuditPart[] = [],
): Promise<void> {
  const parent_id = await insertEntry(db, by, entry)
  await insertParts(db, by, parent_id, parts)
}

/** Writes parts of a change under its entry. */
export type AuditParts = (parts: readonly AuditPart[]) => Promise<void>

/**
 * For a change of more things than memory should hold: writes the entry together with its first parts, and
 * further parts under it. Without parts there is no entry. The parts must not be rolled back alone, because
 * further ones refer to the entry.
 */
export function auditByParts(db: Db, by: AuditOrigin, entry: AuditPart): AuditParts {
  let parentId: number | undefined
  return async (parts) => {
    if (parts.length === 0) return
    parentId ??= await insertEntry(db, by, entry)
    await insertParts(db, by, parentId, parts)
  }
}

async function insertEntry(db: Db, by: AuditOrigin, entry: AuditPart): Promise<number | undefined> {
  const [id] = await insertEntries(db, [rowOf(by, entry)])
  return id
}

async function insertParts(
  db: Db,
  by: AuditOrigin,
  parent_id: number | undefined,
  parts: readonly AuditPart[],
): Promise<void> {
  if (parts.length === 0) return
  await insertEntries(
    db,
    parts.map((part) => ({ ...rowOf(by, part), parent_id: parent_id ?? null })),
  )
}

const rowOf = (by: AuditOrigin, part: AuditPart) => {
  const { id, action, entity, title, before = {}, after = {} } = part
  return {
    user_id: by?.userId ?? null,
    address: by?.address ?? null,
    device: by?.device ?? null,
    created_at: nowIso(),
    action,
    entity,
    entity_id: id,
    title: title == null ? null : cutText(title, longestTitle),
    before: fitting(before),
    after: fitting(after),
  }
}

/** Writes an entry for changes by another service. Several changes get one entry with a part for each. */
export async function writeForeign(
  db: Db,
  service: string,
  parts: readonly (AuditPart & { after: AuditFields })[],
): Promise<void> {
  const [first] = parts
  if (!first) return
  if (parts.length === 1) return writeAudit(db, null, first)
  const { action, entity } = first
  const count = { [action === 'create' ? 'created' : 'updated']: parts.length }
  await writeAudit(db, null, { action, entity, id: null, title: service, after: count }, parts)
}
