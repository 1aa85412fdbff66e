import type { QueryOf } from '@artel/contract/call'
import type { TaskTotals, tasks } from '@artel/contract/tasks/tasks'
import type { TaskFilters } from '@artel/contract/tasks/tasks.filters'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import {
  type Count,
  countable,
  listPage,
  type Order,
  pageStatement,
  paginate,
  type Reading,
  readingOf,
  resolveCount,
  type Stretch,
  sortRows,
  stretchOf,
} from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsBeginnings, containsWords, hasWord } from '../../database/queries/search.ts'
import { statement } from '../../database/queries/statement.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { dayEnd, dayStart } from '../company/company.ts'
import { taskRows } from './tasks.queries.ts'

export type TaskQuery = QueryOf<typeof tasks.list>

// Columns of words that are sorted by meaning, not by the alphabet.
const ranks: Partial<Record<TaskQuery['sort_by'], ReturnType<typeof sql>>> = {
  priority: sql`array_position('{low,normal,high,urgent}', tasks.priority)`,
  status: sql`array_position('{open,in_progress,paused,review,done,cancelled}', tasks.status)`,
}

const findTasks = (db: Db, actor: Actor, filters: TaskFilters) =>
  filterTasks(visibleTasks(taskRows(db), actor), filters, actor)

const firstPhoto = sql<string | null>`(
  select multimedia.file
  from task_multimedia as held
  join multimedia on multimedia.company_id = held.company_id and multimedia.id = held.multimedia_id
  where held.company_id = tasks.company_id and held.task_id = tasks.id and multimedia.type = 'photo'
  order by held.position
  limit 1
)`

const orderOf = ({ sort_by }: TaskQuery): Order => ({
  id: sql.ref('tasks.id'),
  by: sort_by === 'id' ? null : (ranks[sort_by] ?? sql.ref(`tasks.${sort_by}`)),
})

/** A page of the tasks that the actor may see, and the sums over all tasks that the filters find. */
export async function listTaskRows(db: Db, actor: Actor, filters: TaskFilters, query: TaskQuery) {
  const isWhole = isAdmin(actor) && Object.values(filters).every((value) => value === undefined)
  if (isWhole) return listWhole(db, query)
  const rows = findTasks(db, actor, filters)
  const { count, totals } = await sumRows(db, rows)
  return { totals, ...(await listPage(rows.select(firstPhoto.as('photo')), orderOf(query), query, count)) }
}

// Reads the sums with the page, because a second statement would cost as much as the first.
const wholePage = (query: TaskQuery, reading: Reading) =>
  statement((db, stretch: Stretch) => {
    const rows = taskRows(db).select([firstPhoto.as('photo'), keptTotals(db).as('kept')])
    return pageStatement(rows, orderOf(query), query.direction, stretch, reading)
  })

// Statements by all that their SQL depends on: sort column, direction and way of reading.
const wholePages = new Map<string, ReturnType<typeof wholePage>>()

async function listWhole(db: Db, query: TaskQuery) {
  const stretch = stretchOf(query)
  const reading = readingOf(stretch)
  const key = [query.sort_by, query.direction, reading].join()
  const readRows = wholePages.get(key) ?? wholePage(query, reading)
  wholePages.set(key, readRows)
  const found = await readRows(db, stretch)
  const { tasks: total, ...totals } = found[0] ? readSums(found[0].kept) : await readKeptTotals(db)
  return { totals, rows: found, pagination: paginate(query, { total, exact: true }) }
}

const warehouseName = sql<string | null>`(
  select name from warehouses
  where warehouses.company_id = tasks.company_id and warehouses.id = tasks.warehouse_id
)`

/** All tasks of the list without paging, with the names that a file shows. */
export const allTaskRows = (db: Db, actor: Actor, filters: TaskFilters, query: TaskQuery) =>
  sortRows(findTasks(db, actor, filters), orderOf(query), query.direction)
    .select(personOf('tasks.created_by').$notNull().as('creator'))
    .select(warehouseName.as('warehouse'))

/** The lowest `limit` ids of the tasks that the filters find. */
export async function findTaskIds(
  db: Db,
  actor: Actor,
  filters: TaskFilters,
  limit: number,
): Promise<number[]> {
  const found = await findTasks(db, actor, filters)
    .clearSelect()
    .select('tasks.id')
    .orderBy('tasks.id')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** How many of the newest tasks are searched first. Common words are found among them without the index. */
const newest = 5000

/** Maximum number of matches among which the best are chosen. */
const candidates = 50

/**
 * Tasks for the search over everything: the task with that number, and the newest tasks with these words in
 * their titles. Searches older tasks only if the newest give fewer than `enough`.
 */
export async function findTasksByText(db: Db, actor: Actor, text: string, enough: number) {
  const rows = visibleTasks(taskRows(db), actor)
    .clearSelect()
    .select(['tasks.id', 'tasks.title', 'tasks.status'])
    .select(personOf('tasks.user_id').as('user'))
  const numbered = isTaskNumber(text) ? await rows.where('tasks.id', '=', Number(text)).execute() : []
  const named = rows.where(containsBeginnings(sql`tasks.title`, text)).limit(candidates)
  const before = db.from('tasks').select('tasks.id').orderBy('tasks.id', 'desc').offset(newest).limit(1)
  const recent = await named
    .where('tasks.id', '>', sql<number>`coalesce((${before}), 0)`)
    .orderBy('tasks.id', 'desc')
    .execute()
  if (recent.length >= enough || !hasWord(text)) return { numbered, named: recent }
  // `+ 0` makes an order that no index has. Otherwise the planner reads all tasks backwards instead of
  // looking up their words.
  return { numbered, named: await named.orderBy(sql`tasks.id + 0`, 'desc').execute() }
}

type Summed = { count: Count; totals: TaskTotals | null }
type Sums = TaskTotals & { tasks: number }

const noSums: Sums = { tasks: 0, quantity: 0, quantity_done: 0, money: 0, coins: 0 }

const sums = sql`${sumOf('quantity')} as quantity, ${sumOf('quantity_done')} as quantity_done,
  ${sumOf('money')} as money, ${sumOf('coins')} as coins`

// Sums over all tasks of a company. The database keeps them as deltas, so no task is counted here. They are
// text, because each row of the page has them and only one is parsed.
const keptTotals = (db: Db) => sql<string>`(
  select row_to_json(kept)::text from (
    select ${sumOf('tasks')} as tasks, ${sums} from task_totals where company_id = ${db.companyId}
  ) as kept
)`

const readSums = (kept: string): Sums => JSON.parse(kept) // as the statement above wrote it

// A page after the last one has no row that carries the sums.
async function readKeptTotals(db: Db): Promise<Sums> {
  const [row] = await db.query(sql<{ kept: string }>`select ${keptTotals(db)} as kept`)
  return row ? readSums(row.kept) : noSums
}

async function sumRows(db: Db, rows: TaskRows): Promise<Summed> {
  const summed = ['tasks.quantity', 'tasks.quantity_done', 'tasks.money', 'tasks.coins'] as const
  const [found = noSums] = await db.query(sql<Sums>`
    select count(*) as tasks, ${sums} from (${countable(rows.clearSelect().select(summed))}) as counted`)
  const { tasks: counted, ...totals } = found
  const count = await resolveCount(db, rows, counted)
  return { count, totals: count.exact ? totals : null }
}

type TaskRows = ReturnType<typeof taskRows>

// The same rule as maySee, for the database.
function visibleTasks(rows: TaskRows, actor: Actor): TaskRows {
  if (isAdmin(actor)) return rows
  return rows.where((where) =>
    where.or([
      where('tasks.user_id', '=', actor.userId),
      where.and([where('tasks.user_id', 'is', null), where('tasks.status', '=', 'open')]),
    ]),
  )
}

function filterTasks(all: TaskRows, filters: TaskFilters, actor: Actor): TaskRows {
  return applyFilters(all, filters, {
    ids: (all, value) => all.where('tasks.id', 'in', value),
    status: (all, value) => all.where('tasks.status', 'in', [value].flat()),
    priority: (all, value) => all.where('tasks.priority', 'in', [value].flat()),
    user_id: (all, value) => whereReference(all, 'tasks.user_id', value),
    product_id: (all, value) => all.where('tasks.product_id', 'in', [value].flat()),
    warehouse_id: (all, value) => whereReference(all, 'tasks.warehouse_id', value),
    supply_id: (all, value) => whereReference(all, 'tasks.supply_id', value),
    overdue: (all, value) => all.where(isOverdue(), '=', value),
    date_from: (all, value) => all.where('tasks.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('tasks.created_at', '<', dayEnd(value, actor.timezone)),
    due_from: (all, value) => all.where('tasks.due_at', '>=', dayStart(value, actor.timezone)),
    due_to: (all, value) => all.where('tasks.due_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(matches(value)),
  })
}

function whereReference(
  rows: TaskRows,
  column: 'tasks.user_id' | 'tasks.warehouse_id' | 'tasks.supply_id',
  wanted: number | null | (number | null)[],
): TaskRows {
  const values = [wanted].flat()
  const ids = values.filter((value) => value !== null)
  return rows.where((where) =>
    where.or([
      ...(values.includes(null) ? [where(column, 'is', null)] : []),
      ...(ids.length > 0 ? [where(column, 'in', ids)] : []),
    ]),
  )
}

const isOverdue = () =>
  sql<boolean>`coalesce(tasks.due_at < ${nowIso()}::timestamptz and tasks.status not in ('done', 'cancelled'), false)`

// A number finds the task with that number and the tasks with it in their titles.
const matches = (search: string) => {
  const inTitle = containsWords(sql`tasks.title`, search)
  return isTaskNumber(search) ? sql<boolean>`(tasks.id = ${Number(search)} or ${inTitle})` : inTitle
}

const isTaskNumber = (text: string) => /^\d{1,15}$/.test(text)
