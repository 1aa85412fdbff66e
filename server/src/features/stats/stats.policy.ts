import { colleagueMetrics, type RowMetric } from '@artel/contract/stats/stats.metrics'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { ApiError } from '../../errors/errors.ts'

/** Returns whose figures to show: admins see everybody's, staff only their own. @throws ApiError forbidden */
export function toSee(actor: Actor, userId: number | undefined): number | undefined {
  if (isAdmin(actor)) return userId
  if (userId !== undefined && userId !== actor.userId) throw new ApiError('forbidden')
  return actor.userId
}

const openToStaff: readonly string[] = colleagueMetrics

/** Whether the actor may see a metric of all people on the board. */
export const mayCompare = (actor: Actor, metric: string): boolean =>
  isAdmin(actor) || openToStaff.includes(metric)

/** Allows a metric by person on the board. @throws ApiError forbidden */
export function toCompare(actor: Actor, metric: RowMetric): void {
  if (!mayCompare(actor, metric)) throw new ApiError('forbidden')
}

/** Only owners see the figures behind costs. @throws ApiError forbidden */
export function toCost(actor: Actor): void {
  if (actor.type !== 'owner') throw new ApiError('forbidden')
}
