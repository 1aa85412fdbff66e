import type { LegalEntityType } from '@artel/contract/legal-entities/legal-entities.rules'
import type { FieldVersions } from '@artel/contract/shapes/primitives'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { nextVersion } from '../../errors/stale.ts'
import { changesOf, writeForeign } from '../audit/audit.ts'
import { hasRows, lockCompany } from './legal-entities.queries.ts'

/** Fields of a legal entity that another service also has. */
export type LinkedFields = {
  name: string
  full_name: string | null
  type: LegalEntityType
  inn: string
  kpp: string | null
  ogrn: string | null
  legal_address: string | null
  address: string | null
  phone: string | null
  email: string | null
  director: string | null
  bank_name: string | null
  bik: string | null
  account: string | null
  corr_account: string | null
}

/** A legal entity as another service would change it. */
export type LinkedLegalEntity = LinkedFields & {
  id: number
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

const fields = [
  'name',
  'full_name',
  'type',
  'inn',
  'kpp',
  'ogrn',
  'legal_address',
  'address',
  'phone',
  'email',
  'director',
  'bank_name',
  'bik',
  'account',
  'corr_account',
] as const satisfies (keyof LinkedFields)[]

type Sought = { ids: readonly number[]; moySkladIds: readonly string[]; inns: readonly string[] }

const service = 'MoySklad'

/**
 * Legal entities that are linked to one of `moySkladIds`, have one of `ids` or one of `inns`. With `isHeld`,
 * nobody else changes any legal entity of the company until the transaction ends.
 */
export async function findLinkedLegalEntities(
  db: Db,
  sought: Sought,
  isHeld: boolean,
): Promise<LinkedLegalEntity[]> {
  if (isHeld) await lockCompany(db)
  return db
    .from('legal_entities')
    .select(['id', 'moy_sklad_id', 'version', 'field_versions', ...fields])
    .where(sql<boolean>`(moy_sklad_id = any(${sql.val([...sought.moySkladIds])}::text[])
      or id = any(${sql.val([...sought.ids])}::bigint[]) or inn = any(${sql.val([...sought.inns])}::text[]))`)
    .orderBy('id')
    .execute()
}

/**
 * Creates legal entities of another service. The first one of a company becomes its default. A unique index
 * refuses taken values. @returns our ids by those of the service
 */
export async function createLinkedLegalEntities(
  db: Db,
  rows: readonly (LinkedFields & { moy_sklad_id: string })[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const isFirst = !(await hasRows(db))
  const at = nowIso()
  const made = await db
    .insert(
      'legal_entities',
      rows.map((row, index) => ({
        ...row,
        is_default: isFirst && index === 0,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'moy_sklad_id'])
    .execute()
  const ids = new Map(made.map(({ id, moy_sklad_id }) => [moy_sklad_id ?? '', id]))
  const parts = rows.map((row) => ({
    action: 'create' as const,
    entity: 'legal_entity' as const,
    title: row.name,
    id: ids.get(row.moy_sklad_id) ?? null,
    after: changesOf({}, Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))).after,
  }))
  await writeForeign(db, service, parts)
  for (const id of ids.values()) db.announce({ entity: 'legal_entity', id, action: 'create' }, [])
  return ids
}

type Change = { row: LinkedLegalEntity; changed: Partial<LinkedFields & { moy_sklad_id: string | null }> }

/** Changes locked rows. A unique index refuses taken values. A new link alone does not raise the version. */
export async function updateLinkedLegalEntities(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const next = changes.map(({ row, changed: { moy_sklad_id, ...changedFields } }) => ({
    ...row,
    ...changedFields,
    ...(moy_sklad_id !== undefined && { moy_sklad_id }),
    ...(Object.keys(changedFields).length > 0 && nextVersion(row, changedFields)),
  }))
  const columns = ['moy_sklad_id', ...fields].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`,
  )
  const types = ['moy_sklad_id', ...fields].map((name) => sql`${sql.ref(name)} text`)
  await db.query(sql`
    update legal_entities set ${sql.join(columns)}, field_versions = given.field_versions, version = given.version,
      updated_at = case when given.version = legal_entities.version then legal_entities.updated_at else ${nowIso()} end,
      updated_by = case when given.version = legal_entities.version then legal_entities.updated_by end
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as given (id bigint, version integer, field_versions jsonb,
      ${sql.join(types)})
    where legal_entities.company_id = ${db.companyId} and legal_entities.id = given.id`)
  const parts = changes.map(({ row, changed }) => ({
    action: 'update' as const,
    entity: 'legal_entity' as const,
    id: row.id,
    title: row.name,
    ...changesOf(row, { ...row, ...changed }),
  }))
  await writeForeign(db, service, parts)
  for (const { row } of changes) db.announce({ entity: 'legal_entity', id: row.id, action: 'update' }, [])
}
