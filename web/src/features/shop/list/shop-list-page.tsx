import { Button } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PlaceWords } from '../../../ui/places/place-handle.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ShopLayouts } from './shop-layouts.tsx'
import classes from './shop-list.module.css'
import { ShopRowCard } from './shop-row-card.tsx'
import { useShelfOrder } from './use-shelf-order.ts'
import { useShopColumns } from './use-shop-columns.tsx'

const Worth = lazyPart(async () => (await import('./shop-worth.tsx')).ShopWorth)

const defaults: ListDefaults<'shop.list'> = {
  sort_by: 'position',
  direction: 'asc',
  ignored: ['is_affordable', 'is_wished'],
}

/** The items of the shop for admins, in the order of the storefront. */
export function ShopListPage() {
  const t = useTranslations('shop')
  usePageTitle(t('title'))
  const navigate = useNavigate()
  const page = useRowPage('/shop/item/$id')
  const settings = useTableSettings('shop')
  const list = useListState('shop.list', settings.limit, defaults)
  const filters = useItemFilters(list)
  const { data, table } = useListTable('shop.list', list, t, filters)
  const order = useShelfOrder(data?.shop_items, table)
  const columns = useShopColumns(order)
  const create = () => void navigate({ to: '/shop/item/create' })
  const button = <CreateButton label={t('create')} onClick={create} />
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={
          <>
            <WorthButton />
            {button}
          </>
        }
      />
      <DataTable
        {...settings.props}
        {...table}
        label={t('title')}
        columns={columns}
        rows={order.rows}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} actions={button} />}
        {...page}
        rowClassName={({ is_active }) => (is_active ? undefined : classes.offRow)}
        card={(item) => <ShopRowCard item={item} order={order} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
        tools={<ShopLayouts />}
      />
      <PlaceWords said={order.said} />
    </Sheet>
  )
}

/** Shows what all unspent coins would buy. For owners only. */
function WorthButton() {
  const t = useTranslations('shop')
  if (useUser().type !== 'owner') return null
  const open = () =>
    openDialog(t('worthTitle'), (close) => <Worth close={close} />, {
      size: 640,
      waiting: <SkeletonRows rows={5} height={40} cells={[{ kind: 'text' }]} />,
    })
  return (
    <Button variant="default" leftSection={<IconCoins size={16} stroke={1.8} />} onClick={open}>
      {t('worth')}
    </Button>
  )
}

function useItemFilters({ state, change }: OpenList<'shop.list'>): Filter[] {
  const t = useTranslations('shop')
  const { one } = useFilters(state.filters, (filters) => change({ filters }))
  return [
    one('is_active', t('filter_is_active'), [
      { value: true, label: t('state_on') },
      { value: false, label: t('state_off') },
    ]),
    one('in_stock', t('filter_in_stock'), [
      { value: true, label: t('state_there') },
      { value: false, label: t('state_gone') },
    ]),
  ]
}
