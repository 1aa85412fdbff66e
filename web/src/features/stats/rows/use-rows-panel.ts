import type { BodyIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'
import { rowMetrics } from '@artel/contract/stats/stats.metrics'
import { useCallback, useMemo } from 'react'
import { useAddress, useChangeAddress } from '../../../api/list/address.ts'

/** The parameters of a number, which also select its rows. */
export type AskedRows = BodyIn<Calls['stats']['rows']>

/** The number from the address whose rows are open, and a function that opens another. */
export function useRowsPanel(): [AskedRows | null, (rows: AskedRows | null) => void] {
  const { rows: found } = useAddress()
  const changeAddress = useChangeAddress()
  const open = useCallback(
    (rows: AskedRows | null) => changeAddress({ rows: rows ?? undefined }, { replaces: rows === null }),
    [changeAddress],
  )
  return [useMemo(() => askedOf(found), [found]), open]
}

// Only the metric is checked here. The server checks the other parameters and refuses wrong ones with 422.
function askedOf(found: unknown): AskedRows | null {
  if (typeof found !== 'object' || found === null || !('metric' in found)) return null
  return rowMetrics.some((metric) => metric === found.metric) ? (found as AskedRows) : null
}
