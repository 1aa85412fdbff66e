import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { views } from '@artel/contract/views/views'
import type { ViewScreen } from '@artel/contract/views/views.screens'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsWords } from '../../database/queries/search.ts'

export type ViewFilters = BodyOf<typeof views.list>
export type ViewQuery = QueryOf<typeof views.list>

const columns = [
  'views.id',
  'views.user_id',
  'views.screen',
  'views.name',
  'views.state',
  'views.created_by',
  'views.created_at',
  'views.version',
] as const

const viewRows = (db: Db) => db.from('views').select(columns)

export const findViewRow = (db: Db, id: number) => viewRows(db).where('id', '=', id).executeTakeFirst()
export type ViewRow = NonNullable<Awaited<ReturnType<typeof findViewRow>>>

/** Locks the row until the transaction ends. */
export const lockViewRow = (db: Db, id: number) =>
  viewRows(db).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the company row, so that the number and the names of views do not change after the check. */
export const lockViews = (db: Db) => db.company().select('id').forNoKeyUpdate().execute()

type Asked = [db: Db, actor: Actor, screens: readonly ViewScreen[], filters: ViewFilters, query: ViewQuery]

const orderOf = ({ sort_by }: ViewQuery): Order => ({
  id: sql.ref('views.id'),
  by: sort_by === 'id' ? null : sql.ref(`views.${sort_by}`),
})

/** Views of these screens that match the filters and are the actor's own or shared. */
function filtered(...[db, actor, screens, filters]: Asked) {
  return applyFilters(
    viewRows(db)
      .where(sql<boolean>`screen = any(${screens})`)
      .where((where) => where.or([where('user_id', '=', actor.userId), where('user_id', 'is', null)])),
    filters,
    {
      // The caller has chosen the screens that the actor may see among those of this filter.
      screen: (all) => all,
      ids: (all, value) => all.where('id', 'in', value),
      is_shared: (all, value) => all.where('user_id', value ? 'is' : 'is not', null),
      date_from: (all, value) => all.where('created_at', '>=', dayStart(value, actor.timezone)),
      date_to: (all, value) => all.where('created_at', '<', dayEnd(value, actor.timezone)),
      search: (all, value) => all.where(containsWords(sql`views.name`, value)),
    },
  )
}

export async function listViewRows(...asked: Asked) {
  const [db, , , , query] = asked
  const rows = filtered(...asked)
  return findPage(db, rows, orderOf(query), query)
}

export function allViewRows(...asked: Asked) {
  const [, , , , query] = asked
  return sortRows(filtered(...asked), orderOf(query), query.direction)
}

/** Counts the other views of the same owner, and finds whether one of the same screen has the name. */
export async function findOthers(
  db: Db,
  { user_id, screen, name }: Pick<ViewRow, 'user_id' | 'screen' | 'name'>,
  id: number,
): Promise<{ count: number; is_taken: boolean }> {
  const sameName = sql<boolean>`screen = ${screen} and lower(name) = lower(${name}::text collate "ru-x-icu")`
  return db
    .from('views')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<boolean>`coalesce(bool_or(${sameName}), false)`.as('is_taken'),
    ])
    .where('user_id', 'is not distinct from', user_id)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
}

export async function insertView(db: Db, view: Draft<'views'>): Promise<number> {
  const { id } = await db.insert('views', view).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateViewRow(db: Db, id: number, fields: Change<'views'>): Promise<void> {
  await db.update('views', fields).where('id', '=', id).execute()
}

export async function deleteViewRow(db: Db, id: number): Promise<void> {
  await db.remove('views').where('id', '=', id).execute()
}
