import { colleagueMetrics, type RowMetric } from '@artel/contract/stats.metrics'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { ApiError } from '../../http/errors.ts'

/** Whose figures are meant: admins see everybody's, staff their own alone. @throws ApiError forbidden */
export function toSee(actor: Actor, userId: number | undefined): number | undefined {
  if (isAdmin(actor)) return userId
  if (userId !== undefined && userId !== actor.userId) throw new ApiError('forbidden')
  return actor.userId
}

const openToStaff: readonly string[] = colleagueMetrics

/** Whether the actor may see a metric of everybody on the board. */
export const mayCompare = (actor: Actor, metric: string): boolean =>
  isAdmin(actor) || openToStaff.includes(metric)

/** People of the board with what each has. @throws ApiError forbidden */
export function toCompare(actor: Actor, metric: RowMetric): void {
  if (!mayCompare(actor, metric)) throw new ApiError('forbidden')
}

/** What costs are counted by is the owner's. @throws ApiError forbidden */
export function toCost(actor: Actor): void {
  if (actor.type !== 'owner') throw new ApiError('forbidden')
}
