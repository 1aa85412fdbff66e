import type { UserType } from '@artel/contract/access'
import { useCall } from '../../api/cache/query.ts'
import { refreshPaceMs } from '../../api/cache/refresh-pace.ts'
import type { RouteName } from '../routes/route-table.ts'

/** Number of items that wait for a person of `type`, by page. */
export function useWaiting(type: UserType): Partial<Record<RouteName, number>> {
  const { data } = useCall(
    'orders.waiting',
    {},
    { enabled: type !== 'staff', refetchInterval: refreshPaceMs },
  )
  return data ? { 'orders.index': data.waiting } : {}
}
