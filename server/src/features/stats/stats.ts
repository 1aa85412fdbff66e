import type { Pagination } from '@artel/contract/list'
import type { Teammate } from '@artel/contract/stats'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { paginate } from '../../database/list.ts'
import { listTeamRows, type TeamFilters, type TeamQuery } from './stats.team.queries.ts'

/** The board, or the neighbourhood of one who is on it. What people earn in money is not for staff to compare. */
export async function listTeam(
  db: Db,
  actor: Actor,
  filters: TeamFilters,
  query: TeamQuery,
): Promise<{ team: Teammate[]; pagination: Pagination }> {
  const rows = await listTeamRows(db, actor, filters, query)
  // Beyond the last page no row tells how many there are.
  const [first] = rows.length > 0 ? rows : await listTeamRows(db, actor, filters, { page: 1, limit: 1 })
  const total = first?.total ?? 0
  const team = rows.map(({ total: _, money, ...row }) => (isAdmin(actor) ? { ...row, money } : row))
  return { team, pagination: paginate(query, { total, exact: true }) }
}
