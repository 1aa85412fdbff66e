import type { Access } from '@artel/contract/access'

export type RouteGroup = 'authenticated' | 'logged-out' | 'public'

type RouteEntry = { path: string; name: string; group: RouteGroup; access: Access }

const forStaff = { group: 'authenticated', access: 'staff' } as const
const forAdmins = { group: 'authenticated', access: 'admin' } as const
const forOwners = { group: 'authenticated', access: 'owner' } as const
const forGuests = { group: 'logged-out', access: 'anyone' } as const
const forAll = { group: 'public', access: 'anyone' } as const

/** Every address of the product. screens.ts says which of them have a screen. */
export const routeTable = [
  { path: '/tasks', name: 'tasks.index', ...forStaff },
  { path: '/task/$id', name: 'task.index', ...forStaff },
  { path: '/pushes', name: 'pushes.index', ...forAdmins },
  { path: '/analytics', name: 'analytics.index', ...forStaff },
  { path: '/analytics/command', name: 'analytics.command', ...forStaff },
  { path: '/settings', name: 'settings.index', ...forAdmins },
  { path: '/settings/overall', name: 'settings.overall', ...forOwners },
  { path: '/settings/hours', name: 'settings.hours', ...forAdmins },
  { path: '/settings/warehouses', name: 'settings.warehouses', ...forAdmins },
  { path: '/settings/moy_sklad', name: 'settings.moy_sklad', ...forAdmins },
  { path: '/settings/audit', name: 'settings.audit', ...forOwners },
  { path: '/localizations-9f3c7a/import', name: 'localizations.import', ...forAdmins },
  { path: '/localizations-9f3c7a/{-$id}', name: 'localizations.index', ...forAdmins },
  { path: '/users', name: 'users.index', ...forAdmins },
  { path: '/user/$id', name: 'user.index', ...forStaff },
  { path: '/user/$id/money', name: 'user.money', ...forStaff },
  { path: '/user/$id/coins', name: 'user.coins', ...forStaff },
  { path: '/user/$id/rewards', name: 'user.rewards', ...forStaff },
  { path: '/user/$id/hours', name: 'user.hours', ...forStaff },
  { path: '/user/$id/achievements', name: 'user.achievements', ...forStaff },
  { path: '/user/$id/tasks', name: 'user.tasks', ...forStaff },
  { path: '/user/$id/analytics', name: 'user.analytics', ...forStaff },
  { path: '/user/$id/moy_sklad', name: 'user.moy_sklad', ...forAdmins },
  { path: '/shop', name: 'shop.index', ...forStaff },
  { path: '/shop/item/create', name: 'shop.create', ...forAdmins },
  { path: '/shop/item/$id', name: 'shop.show', ...forStaff },
  { path: '/instructions', name: 'instructions.index', ...forStaff },
  { path: '/instructions/item/create', name: 'instructions.create', ...forAdmins },
  { path: '/instructions/item/$id', name: 'instructions.show', ...forStaff },
  { path: '/sets', name: 'products.index', ...forStaff },
  { path: '/sets/import', name: 'products.import', ...forAdmins },
  { path: '/set/create', name: 'product.create', ...forAdmins },
  { path: '/set/$id', name: 'product.index', ...forStaff },
  { path: '/profile', name: 'profile.index', ...forStaff },
  { path: '/orders', name: 'orders.index', ...forStaff },
  { path: '/money', name: 'money.index', ...forStaff },
  { path: '/coins', name: 'coins.index', ...forStaff },
  { path: '/legal_entities', name: 'legal_entities.index', ...forAdmins },
  { path: '/rewards', name: 'rewards.index', ...forStaff },
  { path: '/supplies', name: 'supplies.index', ...forStaff },
  { path: '/supply/create', name: 'supplies.create', ...forAdmins },
  { path: '/supply/edit/$id', name: 'supplies.edit', ...forAdmins },
  { path: '/supply/$id', name: 'supply.index', ...forStaff },
  { path: '/login', name: 'auth.login', ...forGuests },
  { path: '/forgot', name: 'auth.forgot', ...forGuests },
  { path: '/reset/$token', name: 'auth.reset', ...forGuests },
  { path: '/email-verified', name: 'email.verified', ...forAll },
  { path: '/support', name: 'public.support', ...forAll },
  { path: '/terms', name: 'public.term', ...forAll },
  { path: '/privacy', name: 'public.privacy', ...forAll },
] as const satisfies readonly RouteEntry[]

export type RouteTableEntry = (typeof routeTable)[number]
export type RouteName = RouteTableEntry['name']

/** The pages of the settings, in the order of their tabs. */
export const settingsPages = [
  'settings.overall',
  'settings.hours',
  'settings.warehouses',
  'settings.moy_sklad',
  'settings.audit',
] as const satisfies readonly RouteName[]

export const homePath = '/tasks'
export const loginPath = '/login'

export function entryNamed(name: RouteName): RouteTableEntry {
  // The names of the type are those of the table.
  return routeTable.find((entry) => entry.name === name)!
}

/** The address of a page for links, without its optional part, which the current page would fill. */
export const addressNamed = (name: RouteName): string => entryNamed(name).path.replace('/{-$id}', '')

export function entryAt(pathname: string): RouteTableEntry | undefined {
  return routeTable.find(({ path }) => patternOf(path).test(pathname))
}

/** The group of an address. An unknown address is public, because it only shows that nothing exists there. */
export function groupOf(pathname: string): RouteGroup {
  return entryAt(pathname)?.group ?? 'public'
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('/{-$id}', '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}/?$`)
}
