import { mayKnock } from '@artel/contract/access'
import type { SearchResult } from '@artel/contract/search'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBook2,
  IconBuilding,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconChecklist,
  IconShoppingBag,
  IconStack2,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useUser } from '../../api/session/session.ts'
import { mayOpenUser } from '../../features/users/page/may-open.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { entryNamed, type RouteName } from '../routes/route-table.ts'
import { screens } from '../routes/screens.ts'
import type { PaletteGroup } from './palette-item.ts'
import { useResultActions } from './use-result-actions.tsx'

type Kind = {
  entity: SearchResult['entity']
  route: RouteName
  /** Shows the number of an item before the server's subtitle, to tell items of the same title apart. */
  isNumbered: boolean
  picture: (result: SearchResult) => ReactNode
  /** Search parameters of the list that shows the item. */
  searchIn?: (result: SearchResult) => { search: string } | { order: number }
}

/** Kinds of results in the order of their groups, each with the page that shows the item. */
const kinds: readonly Kind[] = [
  {
    entity: 'task',
    route: 'task.index',
    isNumbered: true,
    picture: () => <IconChecklist size={18} stroke={1.6} />,
  },
  {
    entity: 'product',
    route: 'product.index',
    isNumbered: false,
    picture: () => <IconStack2 size={18} stroke={1.6} />,
  },
  {
    entity: 'supply',
    route: 'supply.index',
    isNumbered: false,
    picture: () => <IconTruckDelivery size={18} stroke={1.6} />,
  },
  {
    entity: 'instruction',
    route: 'instructions.show',
    isNumbered: false,
    picture: () => <IconBook2 size={18} stroke={1.6} />,
  },
  {
    entity: 'shop_item',
    route: 'shop.show',
    isNumbered: false,
    picture: () => <IconBuildingStore size={18} stroke={1.6} />,
  },
  {
    entity: 'order',
    route: 'orders.index',
    isNumbered: true,
    picture: () => <IconShoppingBag size={18} stroke={1.6} />,
    // No page of its own: its list shows it.
    searchIn: ({ id }) => ({ order: id }),
  },
  {
    entity: 'user',
    route: 'user.index',
    isNumbered: false,
    picture: ({ id, title }) => <Avatar id={id} name={title} />,
  },
  {
    entity: 'legal_entity',
    route: 'legal_entities.index',
    isNumbered: false,
    picture: () => <IconBuilding size={18} stroke={1.6} />,
    // No page of its own: its list shows it.
    searchIn: ({ title }) => ({ search: title }),
  },
  {
    entity: 'warehouse',
    route: 'settings.warehouses',
    isNumbered: false,
    picture: () => <IconBuildingWarehouse size={18} stroke={1.6} />,
    searchIn: ({ title }) => ({ search: title }),
  },
]

const pauseMs = 150

// One letter matches almost everything, but one digit may be the number of a task.
const isWorthAsking = (query: string) => /^\d|../u.test(query)

/** Results of the server for a query. `isSettled`: they belong to this query, and no request is running. */
export function useResults(query: string): {
  groups: PaletteGroup[]
  isSettled: boolean
  hasFailed: boolean
} {
  const [asked] = useDebouncedValue(query, pauseMs)
  const isAsked = isWorthAsking(asked) && query !== ''
  const { data, error, isPlaceholderData, isFetching } = useCall(
    'search.find',
    { query: { q: asked } },
    { enabled: isAsked, keepsAnswer: true },
  )
  const groups = useGroups(isAsked ? (data?.results ?? []) : [])
  const isAnswered = !isAsked || error !== null || (data !== undefined && !isPlaceholderData)
  return {
    groups,
    isSettled: asked === query && isAnswered && !(isAsked && error !== null && isFetching),
    hasFailed: isAsked && error !== null,
  }
}

function useGroups(results: readonly SearchResult[]): PaletteGroup[] {
  const t = useTranslations('palette')
  const navigate = useNavigate()
  const me = useUser()
  const actionsOf = useResultActions(results)
  // Staff may not open the pages of colleagues.
  const mayOpen = ({ entity, id }: SearchResult) => entity !== 'user' || mayOpenUser(me, id)
  return kinds
    .filter(({ route }) => screens[route] && mayKnock(entryNamed(route).access, me.type))
    .map(({ entity, route, isNumbered, picture, searchIn }) => ({
      key: entity,
      title: t(`kind_${entity}`),
      items: results
        .filter((result) => result.entity === entity && mayOpen(result))
        .flatMap((result) => [
          {
            key: `${entity}.${result.id}`,
            title: result.title,
            subtitle: [isNumbered && t('number', { id: String(result.id) }), result.subtitle]
              .filter(Boolean)
              .join(' · '),
            picture: picture(result),
            run: () =>
              void navigate({
                to: entryNamed(route).path,
                ...(searchIn ? { search: searchIn(result) } : { params: { id: String(result.id) } }),
              }),
          },
          ...actionsOf(result),
        ]),
    }))
    .filter(({ items }) => items.length > 0)
}
