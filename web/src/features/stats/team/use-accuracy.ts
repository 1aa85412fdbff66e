import { useCall } from '../../../api/cache/query.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { useUser } from '../../../api/session/session.ts'
import type { StatsState } from '../use-stats-state.ts'

export type Accuracy = Answer<'stats.accuracy'>['accuracy'][number]

/** How exactly people have packed, by their ids. Only for admins, and only of people whose boxes were counted again. */
export function useAccuracy({ asked }: StatsState): ReadonlyMap<number, Accuracy> {
  const isAdmin = useUser().type !== 'staff'
  const { data } = useCall('stats.accuracy', { body: asked }, { enabled: isAdmin })
  return new Map(data?.accuracy.map((one) => [one.user.id, one]))
}
