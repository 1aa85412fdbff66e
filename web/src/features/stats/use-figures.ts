import { useCall } from '../../api/query.ts'
import type { StatsState } from './use-stats-state.ts'

/** Figures are looked at, not watched: they are asked anew this often. */
const refetchInterval = 60_000

/** The figures of a person, or without one of all that may be seen, and what they are asked for with. */
export function useFigures({ asked: common }: StatsState, userId: number | null) {
  const asked = { ...common, ...(userId !== null && { user_id: userId }) }
  const { data, error, refetch } = useCall(
    'stats.find',
    { body: asked },
    { keepsAnswer: true, refetchInterval },
  )
  return { asked, data, error, refetch }
}
