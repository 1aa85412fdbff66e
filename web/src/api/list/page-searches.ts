import type { BodyIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'
import type { StatMetric } from '@artel/contract/stats/stats.metrics'
import type { ListSearch } from './list-state.ts'

/** The rows behind a number, opened beside the page that shows it. */
type WithRows = { rows?: BodyIn<Calls['stats']['rows']> }

/** Days and filters of figures, and the figure that the chart shows. */
type FigureSearch = ListSearch<'stats.command'> & WithRows & { metric?: StatMetric }

/** The open import, by its number. */
type WithImport = { import?: number }

type OrdersSearch = ListSearch<'orders.list'> & { order?: number }
type RewardsSearch = ListSearch<'rewards.list'> & { reward?: number }
type MoneySearch = ListSearch<'money.list'> & { entry?: number; sheet?: number }
type CoinsSearch = ListSearch<'coins.list'> & { entry?: number; sheet?: number }

/**
 * Search parameters that links may write; for a page with a list, the state of its call. Pages that are not
 * listed take none. Anybody may write an address, so pages read the values as unknown and check them.
 */
export type PageSearches = {
  '/tasks': ListSearch<'tasks.list'> & { layout?: 'table' | 'board' }
  '/pushes': ListSearch<'pushes.list'> & { push?: number; part?: 'written' | 'automatic' }
  '/analytics': FigureSearch
  '/analytics/command': (FigureSearch | (ListSearch<'stats.products'> & WithRows)) & {
    part?: string
    person?: number
    people?: number[]
  }
  '/settings/warehouses': ListSearch<'warehouses.list'>
  '/settings/moy_sklad': (ListSearch<'moySkladItems.list'> | ListSearch<'moySkladItems.log'>) & {
    part?: string
    row?: number
  }
  '/settings/audit': ListSearch<'audit.list'>
  '/users': ListSearch<'users.list'> & { layout?: 'table' | 'hours'; week?: string }
  '/user/$id/money': MoneySearch
  '/user/$id/coins': CoinsSearch
  '/user/$id/rewards': RewardsSearch
  '/user/$id/hours': ListSearch<'hours.list'>
  '/user/$id/achievements': ListSearch<'achievements.list'>
  '/user/$id/tasks': ListSearch<'tasks.list'>
  '/user/$id/analytics': FigureSearch
  '/shop': ListSearch<'shop.list'> & { layout?: 'table' | 'storefront' }
  '/shop/item/create': { from?: number }
  '/shop/item/$id': { layout?: 'table' | 'storefront' }
  '/instructions': ListSearch<'instructions.list'>
  '/instructions/item/$id': { edit?: boolean; task?: number }
  '/sets': ListSearch<'products.list'>
  '/sets/import': WithImport
  '/set/create': { from?: number }
  '/orders': OrdersSearch
  '/money': MoneySearch
  '/coins': CoinsSearch
  '/legal_entities': ListSearch<'legalEntities.list'>
  '/rewards': RewardsSearch
  '/supplies': ListSearch<'supplies.list'>
  '/supply/$id': (
    | ListSearch<'supplies.boxes'>
    | ListSearch<'supplies.scans'>
    | ListSearch<'printers.prints'>
  ) & {
    tab?: string
    box?: number
    pack?: number
    pallet?: number
    raise?: number
    set?: number
    view?: 'import'
  } & WithImport
  '/localizations-9f3c7a/import': WithImport
  '/localizations-9f3c7a/{-$id}': { page?: number; search?: string; view?: string; section?: string }
}

type Page = PageSearches[keyof PageSearches]
type NameIn<Search> = Search extends object ? keyof Search : never
type ValueIn<Search, Name extends PropertyKey> = Search extends { [Key in Name]?: infer Value }
  ? Value
  : never

/** A parameter name that some page knows. */
export type SearchName = NameIn<Page> & string

/** Values that some page knows under these names; undefined removes the name. */
export type AnySearch = { [Name in SearchName]?: ValueIn<Page, Name> | undefined }
