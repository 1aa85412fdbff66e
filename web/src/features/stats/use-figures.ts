import { useCall } from '../../api/cache/query.ts'
import type { StatsState } from './use-stats-state.ts'

/** Refetch interval, ms. Once a minute is enough, because nobody watches the figures live. */
const refetchInterval = 60_000

/** The figures of a person, without one those of all visible people, and the parameters of the request. */
export function useFigures({ asked: common }: StatsState, userId: number | null) {
  const asked = { ...common, ...(userId !== null && { user_id: userId }) }
  const { data, error, refetch } = useCall(
    'stats.find',
    { body: asked },
    { keepsAnswer: true, refetchInterval },
  )
  return { asked, data, error, refetch }
}
