import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { instructions } from '@artel/contract/instructions/instructions'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWords } from '../../database/queries/search.ts'

export type ReaderFilters = BodyOf<typeof instructions.readers>
export type ReaderQuery = QueryOf<typeof instructions.readers>

type Asked = [db: Db, actor: Actor, id: number, filters: ReaderFilters, query: ReaderQuery]

/** When the person has confirmed the current revision; null if they have not. */
const readAt = (id: number) => sql<string | null>`(
  select read_at from instruction_reads as given
  join instructions as one using (company_id, revision)
  where given.company_id = users.company_id and given.user_id = users.id and given.instruction_id = one.id
    and one.id = ${id}
)`

function filterRows(db: Db, { timezone }: Actor, id: number, filters: ReaderFilters) {
  const staff = db
    .from('users')
    .select('users.id')
    .select([readAt(id).as('read_at'), personOf('users.id').$notNull().as('user')])
    .where('users.type', '=', 'staff')
    .where('users.status', '=', 'active')
  return applyFilters(staff, filters, {
    ids: (all, value) => all.where('users.id', 'in', value),
    read: (all, value) => all.where(readAt(id), value ? 'is not' : 'is', null),
    date_from: (all, value) => all.where(readAt(id), '>=', dayStart(value, timezone)),
    date_to: (all, value) => all.where(readAt(id), '<', dayEnd(value, timezone)),
    search: (all, value) => all.where(containsWords(sql`users.full_name`, value)),
  })
}

const orderOf = (id: number, { sort_by }: ReaderQuery): Order => ({
  id: sql.ref('users.id'),
  by: sort_by === 'id' ? null : sort_by === 'read_at' ? readAt(id) : sql.ref(`users.${sort_by}`),
})

export const listReaderRows = (...[db, actor, id, filters, query]: Asked) =>
  findPage(db, filterRows(db, actor, id, filters), orderOf(id, query), query)

/** Selects all readers of the list, without paging. */
export const allReaderRows = (...[db, actor, id, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, id, filters), orderOf(id, query), query.direction)
