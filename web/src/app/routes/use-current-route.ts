import { useMatches } from '@tanstack/react-router'
import { type RouteName, routeTable } from './route-table.ts'

/** The name of the open route, or null if the address is unknown. */
export function useCurrentRoute(): RouteName | null {
  const path = useMatches().at(-1)?.fullPath
  return routeTable.find((entry) => entry.path === path)?.name ?? null
}

/** Whether a box is being packed or a pallet loaded. The frame is hidden then, because several people share the tablet. */
export function useIsBare(): boolean {
  const isSupply = useCurrentRoute() === 'supply.index'
  const { pack, pallet }: Record<string, unknown> = useMatches().at(-1)?.search ?? {}
  return isSupply && (typeof pack === 'number' || typeof pallet === 'number')
}
