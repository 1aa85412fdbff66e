import type { BodyIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'
import { rowMetrics } from '@artel/contract/stats.metrics'
import { useCallback, useMemo } from 'react'
import { useAddress, useChangeAddress } from '../../api/address.ts'

/** What a number is asked for with, and so what its rows are. */
export type AskedRows = BodyIn<Calls['stats']['rows']>

/** The number whose rows are open, as the address says it, and how another is opened. */
export function useRowsPanel(): [AskedRows | null, (rows: AskedRows | null) => void] {
  const { rows: found } = useAddress()
  const changeAddress = useChangeAddress()
  const open = useCallback(
    (rows: AskedRows | null) => changeAddress({ rows: rows ?? undefined }, { replaces: rows === null }),
    [changeAddress],
  )
  return [useMemo(() => askedOf(found), [found]), open]
}

// What a stranger's link asks beside a known number is checked by the server, which refuses it with 422.
function askedOf(found: unknown): AskedRows | null {
  if (typeof found !== 'object' || found === null || !('metric' in found)) return null
  return rowMetrics.some((metric) => metric === found.metric) ? (found as AskedRows) : null
}
