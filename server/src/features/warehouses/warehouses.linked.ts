import type { FieldVersions } from '@artel/contract/shapes/primitives'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../errors/stale.ts'
import { changesOf, writeForeign } from '../audit/audit.ts'

/** Fields of a warehouse that another service also has. */
export type LinkedFields = { name: string; address: string | null; is_active: boolean }

/** A warehouse as another service would change it. */
export type LinkedWarehouse = LinkedFields & {
  id: number
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

type Sought = { ids: readonly number[]; moySkladIds: readonly string[]; names: readonly string[] }

const service = 'MoySklad'

/**
 * Warehouses that are linked to one of `moySkladIds`, have one of `ids` or one of `names`. With `isHeld` they
 * are locked until the transaction ends.
 */
export const findLinkedWarehouses = (db: Db, sought: Sought, isHeld: boolean): Promise<LinkedWarehouse[]> =>
  db
    .from('warehouses')
    .select(['id', 'moy_sklad_id', 'name', 'address', 'is_active', 'version', 'field_versions'])
    .where(sql<boolean>`(moy_sklad_id = any(${sql.val([...sought.moySkladIds])}::text[])
      or id = any(${sql.val([...sought.ids])}::bigint[])
      or lower(name) = any(array(select lower(one) from unnest(${sql.val([...sought.names])}::text[]) as one)))`)
    .orderBy('id')
    .$if(isHeld, (rows) => rows.forNoKeyUpdate())
    .execute()

/** Creates warehouses of another service. A unique index refuses taken names. @returns our ids by its ids */
export async function createLinkedWarehouses(
  db: Db,
  rows: readonly (LinkedFields & { moy_sklad_id: string })[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const at = nowIso()
  const made = await db
    .insert(
      'warehouses',
      rows.map((row) => ({ ...row, created_at: at })),
    )
    .returning(['id', 'moy_sklad_id'])
    .execute()
  const ids = new Map(made.map(({ id, moy_sklad_id }) => [moy_sklad_id ?? '', id]))
  const parts = rows.map((row) => ({
    action: 'create' as const,
    entity: 'warehouse' as const,
    title: row.name,
    id: ids.get(row.moy_sklad_id) ?? null,
    after: changesOf({}, row).after,
  }))
  await writeForeign(db, service, parts)
  for (const id of ids.values()) db.announce({ entity: 'warehouse', id, action: 'create' }, 'everyone')
  return ids
}

type Change = { row: LinkedWarehouse; changed: Partial<LinkedFields & { moy_sklad_id: string | null }> }

/** Changes locked rows. A unique index refuses taken values. A new link alone does not raise the version. */
export async function updateLinkedWarehouses(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const next = changes.map(({ row, changed: { moy_sklad_id, ...fields } }) => ({
    ...row,
    ...fields,
    ...(moy_sklad_id !== undefined && { moy_sklad_id }),
    ...(Object.keys(fields).length > 0 && nextVersion(row, fields)),
  }))
  await parkNames(
    db,
    changes.filter(({ changed }) => changed.name !== undefined).map(({ row }) => row.id),
  )
  await db.query(sql`
    update warehouses set name = given.name, address = given.address, is_active = given.is_active,
      moy_sklad_id = given.moy_sklad_id, version = given.version, field_versions = given.field_versions
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as given (id bigint, name text, address text,
      is_active boolean, moy_sklad_id text, version integer, field_versions jsonb)
    where warehouses.company_id = ${db.companyId} and warehouses.id = given.id`)
  const parts = changes.map(({ row, changed }) => ({
    action: 'update' as const,
    entity: 'warehouse' as const,
    id: row.id,
    title: row.name,
    ...changesOf(row, { ...row, ...changed }),
  }))
  await writeForeign(db, service, parts)
  for (const { row } of changes)
    db.announce({ entity: 'warehouse', id: row.id, action: 'update' }, 'everyone')
}

/** Sets temporary names on renamed warehouses: they may swap names, and the index checks each row. */
async function parkNames(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length < 2) return
  await db
    .update('warehouses', { name: sql<string>`gen_random_uuid()::text` })
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .execute()
}
