import type { audit } from '@artel/contract/audit/audit'
import type { AuditAction, AuditEntity } from '@artel/contract/audit/audit.line'
import type { BodyOf, QueryOf } from '@artel/contract/call'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, likePattern, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { portions } from '../../database/queries/portions.ts'

export type AuditFilters = BodyOf<typeof audit.list>
export type AuditQuery = QueryOf<typeof audit.list>

export async function insertEntries(db: Db, entries: readonly Draft<'audit'>[]): Promise<number[]> {
  const ids: number[] = []
  for (const rows of portions(entries)) {
    const made = await db.insert('audit', rows).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

/** The last entry about one of these fields. Reads from the end, because the change is recent. */
export const findLastChange = (db: Db, entity: AuditEntity, id: number, fields: readonly string[]) =>
  db
    .from('audit')
    .select([personOf('audit.user_id').as('by'), 'audit.created_at as at'])
    .where('audit.entity', '=', entity)
    .where('audit.entity_id', '=', id)
    .where(sql<boolean>`jsonb_exists_any(audit.after, ${sql.val([...fields])})`)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const children = sql<number>`(
  select count(*) from audit as parts where parts.company_id = audit.company_id and parts.parent_id = audit.id
)`

const entryRows = (db: Db) =>
  db
    .from('audit')
    .select(['audit.id', 'audit.created_at', 'audit.address', 'audit.device', 'audit.entity_id'])
    .select(['audit.title', 'audit.before', 'audit.after'])
    // The columns take any name, so that a new one needs no migration. Only contract names are written.
    .select([sql<AuditAction>`audit.action`.as('action'), sql<AuditEntity>`audit.entity`.as('entity')])
    .select([personOf('audit.user_id').as('user'), children.as('children')])

// Must be exactly the expression of the index.
const searched = sql`lower(coalesce(audit.title, '') || ' ' || coalesce(audit.address, '') || ' ' ||
  coalesce(audit.device, '') || ' ' || audit.before::text || ' ' || audit.after::text)`

function matches(db: Db, search: string) {
  const pattern = likePattern(search)
  const people = db.from('users').select('id').where(sql<boolean>`lower(full_name) like ${pattern}`)
  return sql<boolean>`(${searched} like ${pattern} or audit.user_id in (${people}))`
}

function filterEntries(db: Db, actor: Actor, filters: AuditFilters) {
  const { parent_id = null, ...others } = filters
  const rows = entryRows(db).where('audit.parent_id', parent_id === null ? 'is' : '=', parent_id)
  return applyFilters(rows, others, {
    ids: (all, value) => all.where('audit.id', 'in', value),
    user_id: (all, value) => all.where('audit.user_id', 'in', [value].flat()),
    action: (all, value) => all.where('audit.action', 'in', [value].flat()),
    entity: (all, value) => all.where('audit.entity', 'in', [value].flat()),
    date_from: (all, value) => all.where('audit.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('audit.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(matches(db, value)),
  })
}

const orderOf = ({ sort_by }: AuditQuery): Order => ({
  id: sql.ref('audit.id'),
  by: sort_by === 'id' ? null : sql.ref(`audit.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: AuditFilters, query: AuditQuery]

export async function listEntryRows(...[db, actor, filters, query]: Asked) {
  const rows = filterEntries(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** Selects all entries of the list, without paging. */
export const allEntryRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterEntries(db, actor, filters), orderOf(query), query.direction)
