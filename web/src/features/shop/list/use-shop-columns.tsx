import type { ListedShopItem } from '@artel/contract/shop/shop'
import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../../api/send/calls.ts'
import { Blank, Coins } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PlaceHandle } from '../../../ui/places/place-handle.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { ShopItemMenu } from '../shop-item-menu.tsx'
import { ShopItemName, Stock, Weeks } from './shop-list-parts.tsx'
import type { ShelfOrder } from './use-shelf-order.ts'

type Sort = NonNullable<NonNullable<InputOf<'shop.list'>['query']>['sort_by']>
type ShopColumn = DataColumn<ListedShopItem, Sort>

/** The columns of the shop for admins. */
export function useShopColumns(order: ShelfOrder): ShopColumn[] {
  const t = useTranslations('shop')
  const format = useFormat()
  const hidden = (title: string) => <VisuallyHidden>{title}</VisuallyHidden>
  return [
    {
      key: 'position',
      title: t('position'),
      width: 92,
      sortBy: 'position',
      hidable: false,
      render: (item) => (
        <>
          {order.isSorted && <PlaceHandle thing={item} onMove={(to) => order.move(item, to)} />}
          {format.number(item.position)}
        </>
      ),
    },
    {
      key: 'name',
      title: t('name'),
      sortBy: 'name',
      hidable: false,
      render: (item) => <ShopItemName item={item} />,
    },
    {
      key: 'price',
      title: t('priceShort'),
      width: 100,
      align: 'right',
      sortBy: 'price',
      render: ({ price }) => <Coins value={price} />,
    },
    {
      key: 'weeks',
      title: t('weeks'),
      width: 124,
      align: 'right',
      isExtra: true,
      render: ({ weeks }) => <Weeks value={weeks} />,
    },
    {
      key: 'stock',
      title: t('stock'),
      width: 112,
      align: 'right',
      sortBy: 'stock',
      render: ({ stock }) => <Stock value={stock} />,
    },
    {
      key: 'limit',
      title: t('limitTitle'),
      width: 124,
      align: 'right',
      isExtra: true,
      render: ({ limit_per_user: limit }) => (limit === null ? <Blank /> : t('limit', { limit })),
    },
    {
      key: 'wishes',
      title: t('wishes'),
      width: 96,
      align: 'right',
      isExtra: true,
      render: ({ wishes }) => (wishes === null || wishes === 0 ? <Blank /> : format.number(wishes)),
    },
    {
      key: 'actions',
      title: t('actions'),
      header: hidden(t('actions')),
      width: 56,
      align: 'right',
      hidable: false,
      render: (item) => <ShopItemMenu item={item} order={order} />,
    },
  ]
}
