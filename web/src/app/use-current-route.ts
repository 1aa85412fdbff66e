import { useMatches } from '@tanstack/react-router'
import { type RouteName, routeTable } from './route-table.ts'

/** The name of the route on the screen, or null where nothing is. */
export function useCurrentRoute(): RouteName | null {
  const path = useMatches().at(-1)?.fullPath
  return routeTable.find((entry) => entry.path === path)?.name ?? null
}

/** Whether a box is being packed: nothing may stand around that, on a tablet that several people use. */
export function useIsBare(): boolean {
  const isSupply = useCurrentRoute() === 'supply.index'
  const { pack }: Record<string, unknown> = useMatches().at(-1)?.search ?? {}
  return isSupply && typeof pack === 'number'
}
