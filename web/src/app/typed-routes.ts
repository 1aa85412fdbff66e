import type { RootRoute, Route, SearchSchemaInput } from '@tanstack/react-router'
import type { PageSearches } from '../api/page-searches.ts'
import type { RouteTableEntry, routeTable } from './route-table.ts'

/** What a page reads after the `?` of its address: nobody has checked it. */
type Search = Record<string, unknown>

/** What links may write there. No link compiles where a search is declared for an address that is not in the table. */
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
