import { useMatches } from '@tanstack/react-router'
import { type RouteName, routeTable } from './route-table.ts'

/** The name of the route on the screen, or null where nothing is. */
export function useCurrentRoute(): RouteName | null {
  // The page right at the address of its layout is at its root.
  const path = useMatches()
    .at(-1)
    ?.fullPath.replace(/(.)\/$/, '$1')
  return routeTable.find((entry) => entry.path === path)?.name ?? null
}
