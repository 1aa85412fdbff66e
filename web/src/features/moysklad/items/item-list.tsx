import type { MoySkladConnection } from '@artel/contract/moysklad/moysklad'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useAddressNumber } from '../../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ConfirmFooter } from '../preview/confirm-footer.tsx'
import { ItemCard } from './item-card.tsx'
import { ItemPanel } from './item-panel.tsx'
import { useItemBulk } from './use-item-bulk.tsx'
import { useItemColumns } from './use-item-columns.tsx'
import { useItemFilters } from './use-item-filters.ts'

const defaults: ListDefaults<'moySkladItems.list'> = { sort_by: 'title', direction: 'asc' }

/** All rows read from MoySklad, the linked record of each, and the decisions that wait for a person. */
export function ItemList({ connection }: { connection: MoySkladConnection }) {
  const t = useTranslations('moySkladItems')
  const [opened, open] = useAddressNumber('row')
  const settings = useTableSettings('moy_sklad_items')
  const list = useListState('moySkladItems.list', settings.limit, defaults)
  const filters = useItemFilters(list)
  const { data, table } = useListTable('moySkladItems.list', list, t, filters)
  const selection = useItemBulk(list.input.body ?? {}, data?.pagination.total ?? 0)
  const columns = useItemColumns(({ id }) => open(id))
  const preview = useCall('moySkladItems.preview', {}, { enabled: connection.state === 'checking' })
  return (
    <>
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={columns}
        rows={data?.items}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
        onOpen={({ id }) => open(id)}
        card={(item) => <ItemCard item={item} onOpen={() => open(item.id)} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
        selection={selection}
      />
      {connection.state === 'checking' && preview.data && (
        <ConfirmFooter connection={connection} preview={preview.data.preview} />
      )}
      <ItemPanel itemId={opened} rows={data?.items ?? []} onOpen={open} />
    </>
  )
}
