import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { instructions } from '@artel/contract/instructions/instructions'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, likePattern, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'

export type RevisionFilters = BodyOf<typeof instructions.revisions>
export type RevisionQuery = QueryOf<typeof instructions.revisions>

const reads = sql<number>`(
  select count(*) from instruction_reads as given
  where given.company_id = instruction_revisions.company_id
    and given.instruction_id = instruction_revisions.instruction_id
    and given.revision = instruction_revisions.revision
)`

const said = sql`lower(instruction_revisions.title || ' ' || instruction_revisions.body)`

function filterRows(db: Db, { timezone }: Actor, id: number, filters: RevisionFilters) {
  const revisions = db
    .from('instruction_revisions')
    .select(['instruction_revisions.id', 'instruction_revisions.revision', 'instruction_revisions.title'])
    .select(['instruction_revisions.body', 'instruction_revisions.created_at', reads.as('reads')])
    .select(personOf('instruction_revisions.created_by').$notNull().as('user'))
    .where('instruction_revisions.instruction_id', '=', id)
  return applyFilters(revisions, filters, {
    ids: (all, value) => all.where('instruction_revisions.id', 'in', value),
    date_from: (all, value) => all.where('instruction_revisions.created_at', '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where('instruction_revisions.created_at', '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(sql<boolean>`${said} like ${likePattern(value)}`),
  })
}

const orderOf = ({ sort_by }: RevisionQuery): Order => ({
  id: sql.ref('instruction_revisions.id'),
  by: sort_by === 'id' ? null : sql.ref(`instruction_revisions.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, id: number, filters: RevisionFilters, query: RevisionQuery]

export const listRevisionRows = (...[db, actor, id, filters, query]: Asked) =>
  findPage(db, filterRows(db, actor, id, filters), orderOf(query), query)

/** Selects all revisions of the list, without paging. */
export const allRevisionRows = (...[db, actor, id, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, id, filters), orderOf(query), query.direction)
