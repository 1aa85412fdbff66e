import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { useSession, useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { rowOptions, useFilters } from '../../../ui/list/use-filters.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from '../product-parts.module.css'
import { ProductCard } from './product-card.tsx'
import { useProductColumns } from './use-product-columns.tsx'

const defaults: ListDefaults<'products.list'> = { sort_by: 'name', direction: 'asc' }

/** The products of the company. Admins manage them, staff look things up. */
export function ProductListPage() {
  const t = useTranslations('products')
  usePageTitle(t('title'))
  const navigate = useNavigate()
  const page = useRowPage('/set/$id')
  const mayCreate = useUser().type !== 'staff'
  const settings = useTableSettings('products')
  const list = useListState('products.list', settings.limit, defaults)
  const filters = useProductFilters(list)
  const { data, table } = useListTable('products.list', list, t, filters)
  const create = () => void navigate({ to: '/set/create' })
  const button = mayCreate && <CreateButton label={t('create')} onClick={create} />
  return (
    <Sheet fill>
      <PageHeader
        title={t('title')}
        count={data?.pagination.total ?? null}
        actions={mayCreate && <ImportAndCreate create={button} />}
      />
      <DataTable
        {...settings.props}
        {...table}
        label={t('title')}
        columns={useProductColumns(data?.products ?? [])}
        rows={data?.products}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t(mayCreate ? 'emptyText' : 'emptyTextStaff')}
            actions={mayCreate && <ImportAndCreate create={button} />}
          />
        }
        {...page}
        rowClassName={({ is_active }) => (is_active ? undefined : classes.offRow)}
        card={(product) => <ProductCard product={product} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
      />
    </Sheet>
  )
}

/** The import button, for many products at once, and the create button. */
function ImportAndCreate({ create }: { create: ReactNode }) {
  const t = useTranslations('products')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.8} />}
        renderRoot={(props) => <Link to="/sets/import" {...props} />}
      >
        {t('import')}
      </Button>
      {create}
    </>
  )
}

function useProductFilters({ state, change }: OpenList<'products.list'>): Filter[] {
  const t = useTranslations('products')
  const { warehouses } = useSession()
  const { many, one } = useFilters(state.filters, (filters) => change({ filters }))
  return [
    one('is_active', t('state'), [
      { value: true, label: t('state_on') },
      { value: false, label: t('state_off') },
    ]),
    many('warehouse_id', t('liesIn'), rowOptions(warehouses)),
  ]
}
