import { useMatches } from '@tanstack/react-router'
import { type RouteName, routeTable } from './route-table.ts'

/** The name of the route on the screen, or null where nothing is. */
export function useCurrentRoute(): RouteName | null {
  const path = useMatches().at(-1)?.fullPath
  return routeTable.find((entry) => entry.path === path)?.name ?? null
}
