import type { AnyRoute, RootRoute, Route } from '@tanstack/react-router'
import type { RouteTableEntry, routeTable } from './route-table.ts'

/** The search of an address, after the `?`. Each page reads the parameters that it knows. */
type Search = Record<string, unknown>

type PageRoute<Entry extends RouteTableEntry> = Route<
  unknown,
  AnyRoute,
  Entry['path'],
  Entry['path'],
  string,
  Entry['path'],
  (search: Search) => Search
>

type PageRoutes<Table extends readonly RouteTableEntry[]> = {
  [Index in keyof Table]: PageRoute<Table[Index]>
}

/** The routes as links see them: the addresses of the table with their parameters. */
export type AppRoutes = RootRoute<
  unknown,
  undefined,
  object,
  object,
  object,
  object,
  undefined,
  PageRoutes<typeof routeTable>
>
