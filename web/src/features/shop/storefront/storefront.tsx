import { useMediaQuery } from '@mantine/hooks'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { LazyBoundary } from '../../../ui/states/lazy-boundary.tsx'
import { ShopLayouts } from '../list/shop-layouts.tsx'
import { OwnCoins } from './own-coins.tsx'
import classes from './storefront.module.css'
import { StorefrontGrid } from './storefront-grid.tsx'
import { StorefrontTools } from './storefront-tools.tsx'
import { useStorefrontFilters } from './use-storefront-filters.ts'

const defaults: ListDefaults<'shop.list'> = {
  sort_by: 'position',
  direction: 'asc',
  ignored: ['is_active', 'in_stock'],
}

/** Cards on the first page. */
const page = 48

/** Blocks beside the items; on a phone above them, in brief. */
type Beside = { isBrief: boolean }
type StorefrontProps = { League: ComponentType<Beside>; Orders: ComponentType<Beside> }

/** The shop for buyers. */
export function Storefront({ League, Orders }: StorefrontProps) {
  const t = useTranslations('shop')
  usePageTitle(t('storefront'))
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const list = useListState('shop.list', page, defaults)
  const filters = useStorefrontFilters(list)
  // Admins also receive inactive items, which nobody can buy, so they are filtered out.
  const { body } = list.input
  const sold = { ...list, input: { ...list.input, body: { ...body, is_active: true } } }
  const { data, table } = useListTable('shop.list', sold, t, filters)
  return (
    <Sheet>
      <div className={classes.columns}>
        <div className={classes.front}>
          <PageHeader
            title={t('storefront')}
            {...(!isPhone && { actions: <StorefrontTools list={list} isPhone={false} /> })}
          />
          <div className={classes.search}>
            <SearchField {...listSearch(list, t)} />
            <ShopLayouts />
            {isPhone && <StorefrontTools list={list} isPhone />}
          </div>
          <StorefrontGrid items={data?.shop_items} table={table} />
        </div>
        <aside className={classes.aside} aria-label={t('mine')}>
          <OwnCoins />
          <LazyBoundary fallback={isPhone && <div className={classes.leagueToCome} />}>
            {isPhone && <Orders isBrief />}
            <League isBrief={isPhone} />
            {!isPhone && <Orders isBrief={false} />}
          </LazyBoundary>
        </aside>
      </div>
    </Sheet>
  )
}
