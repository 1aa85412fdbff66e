import type { League } from '@artel/contract/achievements/achievements.line'
import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { StatPeriod, stats, Teammate } from '@artel/contract/stats/stats'
import { type statMetrics, teamMetrics } from '@artel/contract/stats/stats.metrics'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { exactSum, limited, sumOf } from '../../database/queries/sums.ts'
import { hidesFromBoards, leagueOfMonth } from '../users/users.ts'
import { sumColumns } from './stats.rules.ts'
import { type Reach, reaching, rollUp } from './stats.sums.queries.ts'

export type TeamFilters = Omit<BodyOf<typeof stats.command>, 'date_from' | 'date_to'>
export type TeamQuery = Pick<QueryOf<typeof stats.command>, 'limit' | 'page' | 'sort_by' | 'direction'>
export type TeamRow = Teammate & { money: number }

/** Rows above and below a person that are shown around them. */
const neighbours = 5

// A person can hide from the board. They still see themself, and admins see them.
const isShown = (actor: Actor) =>
  isAdmin(actor) ? sql`true` : sql`(users.id = ${actor.userId} or not ${hidesFromBoards})`

const sumNow = (column: string) => sql`${sumOf(column, sql`day >= first`)} as ${sql.ref(column)}`
const columns = sql.join(sumColumns.map((column) => sql.ref(column)))

// Coins that came on the last previous day after the present time of day.
const latePoints = (db: Db, reach: Reach, { previous_to, cut_at }: StatPeriod) =>
  cut_at === null
    ? sql``
    : sql`- (
      select ${sql.raw(exactSum('coins'))} from stat_coin_facts as late
      where late.company_id = ${db.companyId} and late.user_id = users.id and late.day = ${previous_to}::date
        and late.known_at > ${cut_at}::timestamptz ${reaching(db, reach)}
    )`

/**
 * The board as SQL: all active staff with their sums, `place`, `rank` and `rank_before`. With a warehouse,
 * only people who belong to it or have worked there. Colleagues must not learn to which warehouse a person
 * belongs.
 */
function boardOf(
  db: Db,
  actor: Actor,
  { warehouse_id, product_id }: Pick<Reach, 'warehouse_id' | 'product_id'>,
  period: StatPeriod,
): RawBuilder<unknown> {
  const { date_from, date_to, previous_from, previous_to } = period
  const days = { first: previous_from, last: date_to }
  const home_of = isAdmin(actor) ? undefined : actor.userId
  const reach = { warehouse_id, home_of, product_id }
  const isKnown = home_of === undefined ? sql`` : sql`and users.id = ${home_of}`
  const isHere =
    warehouse_id === undefined
      ? sql``
      : sql`and (users.warehouse_id = ${warehouse_id} ${isKnown} or (${sql.join(
          sumColumns.map((column) => sql`sums.${sql.ref(column)}`),
        )}) is distinct from (${sql.join(sumColumns.map(() => sql`0`))}) and sums.user_id is not null)`
  return sql`
    select *, row_number() over (order by points desc, full_name, id) as place,
      rank() over (order by points desc) as rank, rank() over (order by points_before desc) as rank_before
    from (
      select users.id, users.full_name, ${sql.join(sumColumns.map((column) => sql`coalesce(sums.${sql.ref(column)}, 0) as ${sql.ref(column)}`))},
        round(100 * sums.norm_seconds::numeric / nullif(sums.spent_seconds, 0))::int8 as norm_percent,
        coalesce(sums.coins, 0) as points,
        ${limited(sql`coalesce(points_before, 0) ${latePoints(db, reach, period)}`)} as points_before
      from users
      left join (
        select user_id, ${sql.join(sumColumns.map(sumNow))},
          ${sumOf('coins', sql`day <= ${previous_to}::date`)} as points_before
        from ${rollUp(db, reach, days, sql`day, user_id, ${columns}`)},
          (select ${date_from}::date as first) as asked
        group by user_id
      ) as sums on sums.user_id = users.id
      where users.company_id = ${db.companyId} and type = 'staff' and status = 'active' and ${isShown(actor)} ${isHere}
    ) as people`
}

const person = sql`jsonb_build_object('id', users.id, 'full_name', users.full_name, 'avatar', users.avatar)`

// The rows of the board. When sorted by a metric, people without it come last.
const teamRows = (db: Db, wanted: RawBuilder<unknown>) => sql`
  select ${person} as user, team.points, team.league, team.rank, team.rank_before,
    ${sql.join(teamMetrics.map((metric) => sql`team.${sql.ref(metric)}`))}
  from team join users on users.company_id = ${db.companyId} and users.id = team.id
  where ${wanted}`

const orderOf = ({ sort_by, direction }: Pick<TeamQuery, 'sort_by' | 'direction'>) =>
  sort_by === 'points' && direction === 'desc'
    ? sql`team.place`
    : sql`team.${sql.ref(sort_by)} ${sql.raw(direction)} nulls last, team.place`

const inLeague = (league: League | undefined) => (league ? sql`team.league = ${league}` : sql`true`)

const teamOf = (db: Db, actor: Actor, filters: TeamFilters, period: StatPeriod) => sql`
  team as materialized (
    select board.*, ${leagueOfMonth()} as league
    from (${boardOf(db, actor, filters, period)}) as board
    join users on users.company_id = ${db.companyId} and users.id = board.id
  )`

export type TeamFound = {
  team: TeamRow[]
  total: number
  medians: Record<'points' | (typeof teamMetrics)[number], number | null>
  leagues: Partial<Record<League, number>>
}

/** A page of the board, with figures of the whole team. */
export async function findTeam(
  db: Db,
  actor: Actor,
  filters: TeamFilters,
  { limit, page, ...order }: TeamQuery,
  period: StatPeriod,
): Promise<TeamFound> {
  const isNear = filters.around
    ? sql`abs(team.place - (select place from team where id = ${filters.around})) <= ${neighbours}`
    : sql`true`
  const wanted = sql`${isNear} and ${inLeague(filters.league)}`
  const stretch = filters.around ? sql`` : sql`limit ${limit} offset ${(page - 1) * limit}`
  const median = (metric: string) =>
    sql`${sql.lit(metric)}::text, percentile_disc(0.5) within group (order by ${sql.ref(metric)})`
  const [found] = await db.query(sql<TeamFound>`
    with ${teamOf(db, actor, filters, period)}
    select
      (select count(*) from team where ${inLeague(filters.league)}) as total,
      (select jsonb_build_object(${sql.join(['points', ...teamMetrics].map(median))}) from team) as medians,
      (select coalesce(jsonb_object_agg(league, people), '{}')
        from (select league, count(*) as people from team group by league) as line_up) as leagues,
      (select coalesce(jsonb_agg(to_jsonb(mate) - 'turn' order by turn), '[]') from (
        select *, row_number() over () as turn
        from (${teamRows(db, wanted)} order by ${orderOf(order)} ${stretch}) as ordered
      ) as mate) as team`)
  return found! // it has one row
}

/** The whole board, for its file. */
export const allTeamRows = (
  db: Db,
  actor: Actor,
  filters: TeamFilters,
  order: Pick<TeamQuery, 'sort_by' | 'direction'>,
  period: StatPeriod,
) =>
  db.rows(
    sql<TeamRow>`with ${teamOf(db, actor, filters, period)}
    ${teamRows(db, inLeague(filters.league))} order by ${orderOf(order)}`,
  )

export type PersonValue = {
  id: number
  value: number | null
  norm_seconds: number
  spent_seconds: number
}

/** The value of a metric for each person on the board. */
export const personValues = (
  db: Db,
  actor: Actor,
  { user_id, ...reach }: Reach,
  metric: (typeof statMetrics)[number],
  period: StatPeriod,
) => sql<PersonValue>`
  select id, ${sql.ref(metric)} as value, norm_seconds, spent_seconds
  from (${boardOf(db, actor, reach, period)}) as board
  where ${user_id === undefined ? sql`true` : sql`id = ${user_id}`}`
