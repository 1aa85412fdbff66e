import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { PushCard } from './push-card.tsx'
import { PushPanel } from './push-panel.tsx'
import { usePushColumns } from './use-push-columns.tsx'
import { usePushDialogs } from './use-push-dialogs.tsx'
import { usePushFilters } from './use-push-filters.tsx'

const defaults: ListDefaults<'pushes.list'> = { sort_by: 'send_at' }

/** The written pushes, newest first, with the delivery counts of each. */
export function PushList() {
  const t = useTranslations('pushes')
  const { write } = usePushDialogs()
  const [opened, open] = useAddressNumber('push')
  const settings = useTableSettings('pushes')
  const list = useListState('pushes.list', settings.limit, defaults)
  const filters = usePushFilters(list)
  const { data, table } = useListTable('pushes.list', list, t, filters)
  const columns = usePushColumns(({ id }) => open(id))
  return (
    <>
      <DataTable
        {...settings.props}
        {...table}
        label={t('listLabel')}
        columns={columns}
        rows={data?.pushes}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t('emptyText')}
            actions={<Button onClick={() => write()}>{t('write')}</Button>}
          />
        }
        onOpen={({ id }) => open(id)}
        card={(push) => <PushCard push={push} onOpen={() => open(push.id)} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
      />
      <PushPanel pushId={opened} onClose={() => open(null)} />
    </>
  )
}
