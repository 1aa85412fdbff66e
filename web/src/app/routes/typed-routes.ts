import type { RootRoute, Route, SearchSchemaInput } from '@tanstack/react-router'
import type { PageSearches } from '../../api/list/page-searches.ts'
import type { RouteTableEntry, routeTable } from './route-table.ts'

/** The search parameters that a page reads. Nobody has checked them. */
type Search = Record<string, unknown>

/**
 * Search parameters that links may write. No link compiles if parameters are declared for an unknown address.
 */
type Written<Path extends string> =
  Exclude<keyof PageSearches, RouteTableEntry['path']> extends never
    ? Path extends keyof PageSearches
      ? PageSearches[Path]
      : Record<string, never>
    : never

type PageRoute<Entry extends RouteTableEntry> = Route<
  unknown,
  RootRoute,
  Entry['path'],
  Entry['path'],
  string,
  Entry['path'],
  (search: Written<Entry['path']> & SearchSchemaInput) => Search
>

type PageRoutes<Table extends readonly RouteTableEntry[]> = {
  [Index in keyof Table]: PageRoute<Table[Index]>
}

/** The routes for links: the addresses of the table with their parameters. */
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
