import { type League, leagues } from '@artel/contract/achievements/achievements.line'
import { companyDefaults, earnedLeagues } from '@artel/contract/company/company.line'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import { sumOf } from '../../database/queries/sums.ts'

// Reads the tables of achievements directly, because that feature is above this one and cannot be imported.
/** Points of the current month in the company's time zone. */
export const pointsOfMonth = () => sql<number>`(
  select ${sumOf('points')} from points_days, companies
  where companies.id = users.company_id and points_days.company_id = users.company_id
    and points_days.user_id = users.id
    and day >= date_trunc('month', ${nowIso()}::timestamptz at time zone 'UTC' + timezone * interval '1 hour')
)`

const isReached = (league: (typeof earnedLeagues)[number]) => sql`when points >=
  coalesce((settings #>> ${`{leagues,${league}}`}::text[])::int8, ${companyDefaults.leagues[league]}) then ${league}`

/** The league for the points of the current month, by the company's thresholds. */
export const leagueOfMonth = () => sql<League>`(
  select case ${sql.join(earnedLeagues.toReversed().map(isReached), sql` `)} else ${leagues[0]} end
  from companies, lateral (select ${pointsOfMonth()} as points) as month where companies.id = users.company_id
)`
