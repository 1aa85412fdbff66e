import { mayKnock, type UserType } from '@artel/contract/access'
import {
  IconAdjustmentsHorizontal,
  IconAward,
  IconBellRinging,
  IconBook2,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconChartLine,
  IconChecklist,
  IconCoins,
  IconLanguage,
  IconShoppingBag,
  IconStack2,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { entryNamed, type RouteName, settingsPages } from '../routes/route-table.ts'

export type MenuEntry = {
  route: RouteName
  label:
    | 'analytics'
    | 'coins'
    | 'instructions'
    | 'legalEntities'
    | 'money'
    | 'orders'
    | 'products'
    | 'profile'
    | 'pushes'
    | 'rewards'
    | 'settings'
    | 'shop'
    | 'supplies'
    | 'tasks'
    | 'texts'
    | 'users'
  icon: TablerIcon
  /** Pages that belong to this entry and are not in the menu themselves. */
  covers: readonly RouteName[]
  /** Route of the entry for admins and owners. */
  forLeaders?: RouteName
}

type MenuGroup = {
  label: 'groupWork' | 'groupPeople' | 'groupShop' | 'groupWarehouse' | 'groupContent' | 'groupCompany'
  entries: readonly MenuEntry[]
}

const menu: readonly MenuGroup[] = [
  {
    label: 'groupWork',
    entries: [
      { route: 'tasks.index', label: 'tasks', icon: IconChecklist, covers: ['task.index'] },
      {
        route: 'analytics.index',
        label: 'analytics',
        icon: IconChartLine,
        covers: ['analytics.index', 'analytics.command'],
        // Admins and owners rarely have figures of their own.
        forLeaders: 'analytics.command',
      },
    ],
  },
  {
    label: 'groupPeople',
    entries: [
      {
        route: 'users.index',
        label: 'users',
        icon: IconUsers,
        covers: [
          'user.index',
          'user.money',
          'user.coins',
          'user.rewards',
          'user.hours',
          'user.tasks',
          'user.analytics',
          'user.moy_sklad',
        ],
      },
      { route: 'money.index', label: 'money', icon: IconCash, covers: [] },
      { route: 'coins.index', label: 'coins', icon: IconCoins, covers: [] },
      { route: 'rewards.index', label: 'rewards', icon: IconAward, covers: [] },
    ],
  },
  {
    label: 'groupShop',
    entries: [
      {
        route: 'shop.index',
        label: 'shop',
        icon: IconBuildingStore,
        covers: ['shop.show', 'shop.create'],
      },
      { route: 'orders.index', label: 'orders', icon: IconShoppingBag, covers: [] },
    ],
  },
  {
    label: 'groupWarehouse',
    entries: [
      {
        route: 'products.index',
        label: 'products',
        icon: IconStack2,
        covers: ['product.index', 'product.create'],
      },
      {
        route: 'supplies.index',
        label: 'supplies',
        icon: IconTruckDelivery,
        covers: ['supply.index', 'supplies.create', 'supplies.edit'],
      },
    ],
  },
  {
    label: 'groupContent',
    entries: [
      {
        route: 'instructions.index',
        label: 'instructions',
        icon: IconBook2,
        covers: ['instructions.show', 'instructions.create'],
      },
      {
        route: 'localizations.index',
        label: 'texts',
        icon: IconLanguage,
        covers: ['localizations.import'],
      },
      { route: 'pushes.index', label: 'pushes', icon: IconBellRinging, covers: [] },
    ],
  },
  {
    label: 'groupCompany',
    entries: [
      {
        route: 'legal_entities.index',
        label: 'legalEntities',
        icon: IconBuilding,
        covers: [],
      },
      {
        route: 'settings.index',
        label: 'settings',
        icon: IconAdjustmentsHorizontal,
        covers: settingsPages,
      },
    ],
  },
]

/** Opened by the person's own photo; on a phone also from the bottom bar. */
export const profileEntry: MenuEntry = {
  route: 'profile.index',
  label: 'profile',
  icon: IconUserCircle,
  covers: [],
}

/** The groups with the entries that a person of `type` may open. */
export function menuFor(type: UserType): MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      entries: group.entries
        .filter(({ route }) => mayKnock(entryNamed(route).access, type))
        .map((entry) => (type === 'staff' ? entry : { ...entry, route: entry.forLeaders ?? entry.route })),
    }))
    .filter(({ entries }) => entries.length > 0)
}

const phonePages: readonly RouteName[] = ['tasks.index', 'shop.index']

/** The first entries of the bottom bar on a phone, in this order. */
export const phoneMenu: readonly MenuEntry[] = phonePages.flatMap(
  (page) => menu.flatMap(({ entries }) => entries).find(({ route }) => route === page) ?? [],
)
