import type { RowMetric } from '@artel/contract/stats.metrics'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { ApiError } from '../../http/errors.ts'

/** Whose figures are meant: admins see everybody's, staff their own alone. @throws ApiError forbidden */
export function toSee(actor: Actor, userId: number | undefined): number | undefined {
  if (isAdmin(actor)) return userId
  if (userId !== undefined && userId !== actor.userId) throw new ApiError('forbidden')
  return actor.userId
}

/** People of the board with what each has: all but money is on it for staff, too. @throws ApiError forbidden */
export function toCompare(actor: Actor, metric: RowMetric): void {
  if (!isAdmin(actor) && metric === 'money') throw new ApiError('forbidden')
}

/** What costs are counted by is the owner's. @throws ApiError forbidden */
export function toCost(actor: Actor): void {
  if (actor.type !== 'owner') throw new ApiError('forbidden')
}
