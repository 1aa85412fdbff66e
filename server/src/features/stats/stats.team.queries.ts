import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { stats, Teammate } from '@artel/contract/stats'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { dayEnd, dayStart, firstDay, lastDay } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { leagueOfMonth } from '../users/users.ts'

export type TeamFilters = BodyOf<typeof stats.command>
export type TeamQuery = QueryOf<typeof stats.command>
type Row = Required<Teammate> & { total: number }

/** So many above and below a person are their neighbourhood. */
const neighbours = 5

// Whoever does not want to be shown is not, but to themself and to those who lead them.
const isShown = (actor: Actor) =>
  isAdmin(actor)
    ? sql`true`
    : sql`(users.id = ${actor.userId} or not coalesce((users.settings -> 'hide_from_boards')::boolean, false))`

/** The rows of a page with their places among all, of whom there are `total`. */
export async function listTeamRows(
  db: Db,
  actor: Actor,
  filters: TeamFilters,
  { limit, page }: TeamQuery,
): Promise<Row[]> {
  const [first, last] = [
    firstDay(filters.date_from, actor.timezone),
    lastDay(filters.date_to, actor.timezone),
  ]
  const [from, to] = [dayStart(filters.date_from, actor.timezone), dayEnd(filters.date_to, actor.timezone)]
  const isWanted = filters.around
    ? sql`abs(place - (select place from board where id = ${filters.around})) <= ${neighbours}`
    : sql`place > ${(page - 1) * limit} and place <= ${page * limit}`
  const isHere = filters.warehouse_id ? sql`and users.warehouse_id = ${filters.warehouse_id}` : sql``
  return db.query(sql<Row>`
    with board as (
      select *, row_number() over (order by points desc, full_name, id) as place,
        rank() over (order by points desc) as rank, count(*) over () as total
      from (
        select id, full_name, coalesce((
          select sum(points) from points_days
          where points_days.company_id = users.company_id and points_days.user_id = users.id
            and day between ${first}::date and ${last}::date
        ), 0)::int8 as points
        from users
        where company_id = ${db.companyId} and type = 'staff' and status = 'active' and ${isShown(actor)} ${isHere}
      ) as people
    )
    select jsonb_build_object('id', users.id, 'full_name', users.full_name, 'avatar', users.avatar) as user,
      points, ${leagueOfMonth()} as league, rank, total, done.*, worked_seconds, money, points as coins
    from board
    join users on users.company_id = ${db.companyId} and users.id = board.id
    cross join lateral (
      select count(*) as tasks_done, coalesce(sum(quantity_done), 0)::int8 as units,
        round(100 * sum(norm_seconds::numeric * quantity_done / quantity)
          / nullif(sum(spent_seconds) filter (where norm_seconds is not null), 0))::int8 as norm_percent
      from tasks
      where tasks.company_id = users.company_id and user_id = users.id and status = 'done' and deleted_at is null
        and finished_at >= ${from}::timestamptz and finished_at < ${to}::timestamptz
    ) as done
    cross join lateral (
      select coalesce(sum(shifts.worked_seconds), 0)::int8 as worked_seconds from shifts
      where shifts.company_id = users.company_id and shifts.user_id = users.id and shifts.confirmed
        and day between ${first}::date and ${last}::date
    ) as hours
    cross join lateral (
      select coalesce(sum(entry.amount), 0)::int8 as money
      from ledger_entries as entry
      left join ledger_entries as reversed on reversed.company_id = entry.company_id
        and reversed.ledger = entry.ledger and reversed.id = entry.reverses_id
      where entry.company_id = users.company_id and entry.ledger = 'money' and entry.user_id = users.id
        and entry.created_at >= ${from}::timestamptz and entry.created_at < ${to}::timestamptz
        and coalesce(reversed.kind, entry.kind) in ('task', 'reward', 'bonus')
    ) as earned
    where ${isWanted}
    order by place`)
}
