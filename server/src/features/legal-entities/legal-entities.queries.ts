import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { legalEntities } from '@artel/contract/legal-entities/legal-entities'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsBeginnings, containsWords } from '../../database/queries/search.ts'

export type LegalEntityFilters = BodyOf<typeof legalEntities.list>
export type LegalEntityQuery = QueryOf<typeof legalEntities.list>

const ownColumns = [
  'legal_entities.id',
  'legal_entities.name',
  'legal_entities.full_name',
  'legal_entities.type',
  'legal_entities.inn',
  'legal_entities.kpp',
  'legal_entities.ogrn',
  'legal_entities.legal_address',
  'legal_entities.address',
  'legal_entities.phone',
  'legal_entities.email',
  'legal_entities.director',
  'legal_entities.bank_name',
  'legal_entities.bik',
  'legal_entities.account',
  'legal_entities.corr_account',
  'legal_entities.is_default',
  'legal_entities.moy_sklad_id',
  'legal_entities.version',
] as const

const legalEntityRows = (db: Db) =>
  db
    .from('legal_entities')
    .select(ownColumns)
    .select(['legal_entities.created_at', 'legal_entities.updated_at', 'legal_entities.wildberries_token'])
    .select(personOf('legal_entities.updated_by').as('updated_by'))

export const findLegalEntityRow = (db: Db, id: number) =>
  legalEntityRows(db).where('legal_entities.id', '=', id).executeTakeFirst()

export type LegalEntityRow = NonNullable<Awaited<ReturnType<typeof findLegalEntityRow>>>

const orderOf = ({ sort_by }: LegalEntityQuery): Order => ({
  id: sql.ref('legal_entities.id'),
  by: sort_by === 'id' ? null : sql.ref(`legal_entities.${sort_by}`),
})

// People also paste numbers in groups, as documents print them. The search treats each group as a word.
const searched = sql`legal_entities.name || ' ' || coalesce(legal_entities.full_name, '') || ' ' || legal_entities.inn`

function filterRows(db: Db, actor: Actor, filters: LegalEntityFilters) {
  return applyFilters(legalEntityRows(db), filters, {
    ids: (all, value) => all.where('legal_entities.id', 'in', value),
    type: (all, value) => all.where('legal_entities.type', 'in', [value].flat()),
    date_from: (all, value) => all.where('legal_entities.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('legal_entities.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(searched, value)),
  })
}

type Asked = [db: Db, actor: Actor, filters: LegalEntityFilters, query: LegalEntityQuery]

export async function listLegalEntityRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** Selects all legal entities of the list, without paging. */
export const allLegalEntityRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

const found = 5

/** The matches for the global search. */
export const findByText = (db: Db, text: string) =>
  db
    .from('legal_entities')
    .select(['id', 'name', 'inn'])
    .where(containsBeginnings(searched, text))
    .orderBy('name')
    .orderBy('id')
    .limit(found)
    .execute()

/**
 * Locks the company row, so that only one request at a time changes its legal entities, because the default
 * concerns all of them. Rows that refer to the company can still be inserted.
 */
export async function lockCompany(db: Db): Promise<void> {
  await db.company().select('id').forNoKeyUpdate().execute()
}

const changeableRows = (db: Db) =>
  db.from('legal_entities').select([...ownColumns, 'legal_entities.field_versions'])

/** Reads a row. After `takeTurn`, nobody else changes it until the transaction ends. */
export const findChangeableRow = (db: Db, id: number) =>
  changeableRows(db).where('id', '=', id).executeTakeFirst()

export type ChangeableRow = NonNullable<Awaited<ReturnType<typeof findChangeableRow>>>

/** Legal entities with a token, the default first. */
export const findTokenRows = (db: Db, most: number) =>
  db
    .from('legal_entities')
    .select(['id', 'wildberries_token'])
    .where('wildberries_token', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()

export const findDefaultRow = (db: Db) => changeableRows(db).where('is_default', '=', true).executeTakeFirst()

export async function hasRows(db: Db): Promise<boolean> {
  const row = await db.from('legal_entities').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether another legal entity has the same INN and KPP. Branches of a company differ in their KPP. */
export async function isTaken(
  db: Db,
  { id = null, inn, kpp }: { id?: number | null; inn: string; kpp: string | null },
): Promise<boolean> {
  const row = await db
    .from('legal_entities')
    .select('id')
    .where('inn', '=', inn)
    .where('kpp', 'is not distinct from', kpp)
    .where('id', 'is distinct from', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row against deletion until the transaction ends. */
export const lockRow = (db: Db, id: number) =>
  db.from('legal_entities').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

export async function insertRow(db: Db, draft: Draft<'legal_entities'>): Promise<number> {
  const { id } = await db.insert('legal_entities', draft).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateRow(db: Db, id: number, fields: Change<'legal_entities'>): Promise<void> {
  await db.update('legal_entities', fields).where('id', '=', id).execute()
}

export async function deleteRow(db: Db, id: number): Promise<void> {
  await db.remove('legal_entities').where('id', '=', id).execute()
}
