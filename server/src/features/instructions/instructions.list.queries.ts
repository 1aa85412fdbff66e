import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { instructions } from '@artel/contract/instructions/instructions'
import { maxCategories } from '@artel/contract/instructions/instructions.rules'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { containsBeginnings, containsWords, hasWord } from '../../database/queries/search.ts'
import { instructionRows, isReadBy } from './instructions.queries.ts'

export type InstructionFilters = BodyOf<typeof instructions.list>
export type InstructionQuery = QueryOf<typeof instructions.list>

const orderOf = ({ sort_by }: InstructionQuery): Order => ({
  id: sql.ref('instructions.id'),
  by: sort_by === 'id' ? null : sql.ref(`instructions.${sort_by}`),
})

const isFor = (productIds: readonly number[]) => sql<boolean>`exists (
  select from instruction_products as link
  where link.company_id = instructions.company_id and link.instruction_id = instructions.id
    and link.product_id = any(${sql.val([...productIds])}::bigint[])
)`

const waitsFor = (actor: Actor) =>
  sql<boolean>`(instructions.is_published and instructions.requires_ack and not ${isReadBy(actor)})`

// Must be exactly the expression of the index.
const said = sql`instructions.title || ' ' || instructions.category || ' ' || instructions.words`

function filterRows(db: Db, actor: Actor, filters: InstructionFilters) {
  return applyFilters(instructionRows(db, actor), filters, {
    ids: (all, value) => all.where('instructions.id', 'in', value),
    category: (all, value) => all.where('instructions.category', 'in', [value].flat()),
    product_id: (all, value) => all.where(isFor([value].flat())),
    is_published: (all, value) => all.where('instructions.is_published', '=', value),
    requires_ack: (all, value) => all.where('instructions.requires_ack', '=', value),
    unread: (all, value) => all.where(waitsFor(actor), '=', value),
    date_from: (all, value) => all.where('instructions.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('instructions.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(said, value)),
  })
}

const firstPhoto = sql<string | null>`(
  select multimedia.file
  from instruction_multimedia as held
  join multimedia on multimedia.company_id = held.company_id and multimedia.id = held.multimedia_id
  where held.company_id = instructions.company_id and held.instruction_id = instructions.id
    and multimedia.type = 'photo'
  order by held.position
  limit 1
)`

const excerptLength = 240

const excerpt = sql<string>`left(instructions.words, ${sql.lit(excerptLength)})`

type Asked = [db: Db, actor: Actor, filters: InstructionFilters, query: InstructionQuery]

export const listInstructionRows = (...[db, actor, filters, query]: Asked) =>
  findPage(
    db,
    filterRows(db, actor, filters).select([firstPhoto.as('photo'), excerpt.as('excerpt')]),
    orderOf(query),
    query,
  )

/** Selects all instructions of the list, without paging. */
export const allInstructionRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters).select('instructions.words'), orderOf(query), query.direction)

/** The categories of the instructions that the actor may see. */
export async function listCategories(db: Db, actor: Actor): Promise<string[]> {
  let rows = db.from('instructions').select('category').distinct().where('category', '<>', '')
  if (!isAdmin(actor)) rows = rows.where('is_published', '=', true)
  const found = await rows.orderBy('category').limit(maxCategories).execute()
  return found.map(({ category }) => category)
}

const found = 5

/** The best matches for the global search: published ones first, then in the order of the catalogue. */
export async function findByText(db: Db, actor: Actor, text: string) {
  if (!hasWord(text)) return []
  return instructionRows(db, actor)
    .where(containsBeginnings(sql`instructions.title`, text))
    .orderBy('is_published', 'desc')
    .orderBy('instructions.position')
    .limit(found)
    .execute()
}
