import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { coins, Entry, LedgerTotals, money } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { countable, listPage, type Order, resolveCount, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWordsOrName } from '../../database/queries/search.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { dayEnd, dayStart } from '../company/company.ts'
import { reversal } from './ledger.queries.ts'
import { sumPeople } from './ledger.totals.queries.ts'

export type LedgerQuery = QueryOf<typeof money.list>
/** Filters of both ledgers. They differ in the entry kinds that each ledger has. */
export type LedgerFilters = BodyOf<typeof money.list> | BodyOf<typeof coins.list>

// The source has its current title, even if it is deleted.
const source = sql<Entry['source']>`case when source_type is not null then jsonb_build_object(
  'type', source_type, 'id', source_id, 'title', case source_type
    when 'task' then (select title from tasks
      where tasks.company_id = ledger_entries.company_id and tasks.id = ledger_entries.source_id)
    when 'reward' then (select title from rewards
      where rewards.company_id = ledger_entries.company_id and rewards.id = ledger_entries.source_id)
    when 'order' then (select name from orders
      where orders.company_id = ledger_entries.company_id and orders.id = ledger_entries.source_id)
    when 'achievement' then (select achievement from achievements
      where achievements.company_id = ledger_entries.company_id and achievements.id = ledger_entries.source_id)
  end) end`

const entryRows = (db: Db, ledger: Ledger) =>
  db
    .from('ledger_entries')
    .select([
      'ledger_entries.id',
      'ledger_entries.user_id',
      'ledger_entries.amount',
      'ledger_entries.balance',
      'ledger_entries.kind',
      'ledger_entries.comment',
      'ledger_entries.reverses_id',
      'ledger_entries.created_by',
      'ledger_entries.approved_by',
      'ledger_entries.created_at',
    ])
    .select([source.as('source'), reversal.as('reversed_by_id')])
    .select(personOf('ledger_entries.user_id').$notNull().as('user'))
    .select(personOf('ledger_entries.created_by').as('creator'))
    .select(personOf('ledger_entries.approved_by').as('approver'))
    .where('ledger_entries.ledger', '=', ledger)

type Rows = ReturnType<typeof entryRows>

export const listEntriesByIds = (db: Db, ledger: Ledger, ids: readonly number[]) =>
  entryRows(db, ledger).where('ledger_entries.id', 'in', ids).execute()

/** Same rule as maySee of other lists: staff see their own entries, admins see all. Null means everybody. */
const usersOf = (actor: Actor, { user_id }: LedgerFilters): number[] | null => {
  const wanted = user_id === undefined ? null : [user_id].flat()
  if (isAdmin(actor)) return wanted
  return wanted === null || wanted.includes(actor.userId) ? [actor.userId] : []
}

function findEntries(db: Db, actor: Actor, ledger: Ledger, filters: LedgerFilters): Rows {
  const users = usersOf(actor, filters)
  const rows = entryRows(db, ledger)
  const visible = users ? rows.where(sql<boolean>`ledger_entries.user_id = any(${users}::bigint[])`) : rows
  const { user_id: _, ...others } = filters
  return applyFilters(visible, others, {
    ids: (all, value) => all.where('ledger_entries.id', 'in', value),
    kind: (all, value) => all.where('ledger_entries.kind', 'in', [value].flat()),
    source_type: (all, value) => all.where('ledger_entries.source_type', 'in', [value].flat()),
    source_id: (all, value) => all.where('ledger_entries.source_id', 'in', [value].flat()),
    created_by: (all, value) => all.where(isBy([value].flat())),
    date_from: (all, value) => all.where('ledger_entries.created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('ledger_entries.created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(matches(db, value)),
  })
}

const spanOf = ({ timezone }: Actor, { date_from, date_to }: LedgerFilters) => ({
  from: date_from ? dayStart(date_from, timezone) : null,
  to: date_to ? dayEnd(date_to, timezone) : null,
})

const isBy = (makers: readonly (number | null)[]) =>
  sql<boolean>`(ledger_entries.created_by = any(${makers.filter((id) => id !== null)}::bigint[])
    or (${makers.includes(null)} and ledger_entries.created_by is null))`

// Searches the comment and the name of the person.
const matches = (db: Db, search: string) =>
  containsWordsOrName(
    db,
    sql.ref('ledger_entries.user_id'),
    sql`coalesce(ledger_entries.comment, '')`,
    search,
  )

const orderOf = ({ sort_by }: LedgerQuery): Order => ({
  id: sql.ref('ledger_entries.id'),
  by: sort_by === 'id' ? null : sql.ref(`ledger_entries.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, ledger: Ledger, filters: LedgerFilters, query: LedgerQuery]

/** A page of the entries that the actor may see, and the sums of all entries that match the filters. */
export async function listEntryRows(...[db, actor, ledger, filters, query]: Asked) {
  const rows = findEntries(db, actor, ledger, filters)
  const { count, totals } = await sumRows(db, actor, ledger, filters, rows)
  return { totals, ...(await listPage(rows, orderOf(query), query, count)) }
}

/** Selects all entries of the list, without paging. */
export const allEntryRows = (...[db, actor, ledger, filters, query]: Asked) =>
  sortRows(findEntries(db, actor, ledger, filters), orderOf(query), query.direction)

/** Maximum entries to count and sum. Filters by people and days alone read stored sums instead. */
const exactLimit = 200_000

// Filters that select some entries of a person, so that the stored running sums do not apply.
const dividing = ['ids', 'kind', 'source_type', 'source_id', 'created_by', 'search'] as const

async function sumRows(db: Db, actor: Actor, ledger: Ledger, filters: LedgerFilters, rows: Rows) {
  const whole = await sumPeople(db, ledger, usersOf(actor, filters), spanOf(actor, filters))
  const { entries, ...totals } = whole
  if (dividing.every((name) => filters[name] === undefined)) {
    return { totals, count: { total: entries, exact: true } }
  }
  const amounts = rows.clearSelect().select('ledger_entries.amount')
  const [sums] = await db.query(sql<Omit<LedgerTotals, 'balance'> & { entries: number }>`
    select count(*) as entries, ${sumOf('amount', sql`amount > 0`)} as "in",
      ${sumOf(sql`-amount`, sql`amount < 0`)} as out
    from (${countable(amounts, exactLimit)}) as found`)
  const found = sums! // an aggregate has one row
  const count = await resolveCount(db, rows, found.entries, true, exactLimit)
  return { count, totals: count.exact ? { ...totals, in: found.in, out: found.out } : null }
}
